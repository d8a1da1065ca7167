// What html-validate holds every page of ours to; tests/test_valid_html.py asks. A rule is off only with its reason.
export default {
  root: true,
  extends: ["html-validate:recommended", "html-validate:document", "html-validate:a11y"],
  rules: {
    // A key of a form submits unless it says otherwise, and we mean it: "submit" would be sent in vain.
    "no-implicit-button-type": "off",
    // Everything comes from the page's own server, and the strict policy lets nothing else in.
    "require-sri": "off",
    // Of two landmarks of one name one is shown at a time (the menu at the top or at the foot, a table in touch or
    // away), which takes a browser to see: axe looks for it on each page of the flows.
    "unique-landmark": "off",
    // Several people, boards or games are asked for by several boxes of one name.
    "form-dup-name": "off",
    // A space that stands between two words anyway may end a line of the template.
    "no-trailing-whitespace": "off",
    // In small letters it is as good (HTML, 13.1.1) and packs better.
    "doctype-style": "off",
    // A list or a group may have a name for ears: WAI-ARIA 1.2, 5.2.8.6, names the roles that may not.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // An ampersand with a space after it is itself (HTML, 13.1.4).
    "no-raw-characters": ["error", { relaxed: true }],
    // Numbers of contestants in files of others are part of an id, whatever they are; a space is not.
    "valid-id": ["error", { relaxed: true }],
    // Parts of pages are looked through in a frame that says so (tests/valid.py), whether it is needed or not.
    "no-unused-disable": "off",
  },
};
