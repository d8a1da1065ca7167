/* Texts of a page for its scripts: places in them have names, a count takes the form its language has for it. */
(function () {
  "use strict";
  function fill(text, places) {
    return text.replace(/\{(\w+)\}/g, function (whole, name) { return name in places ? places[name] : whole; });
  }

  /* forms: the text for some numbers as examples. A number takes its own, or that of its kind (Polish 22 is
     said like 2); nothing but zero itself takes zero's, which may be a word of its own. */
  function counted(forms, n) {
    var rules = new Intl.PluralRules(document.documentElement.lang), kind = rules.select(n);
    var like = String(n) in forms ? n : Object.keys(forms).find(function (each) {
      return each !== "0" && rules.select(Number(each)) === kind;
    });
    return fill(forms[like], { n: n });
  }

  /* As it begins a line of its own. */
  function begun(text) { return text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1); }

  window.words = { fill: fill, counted: counted, begun: begun };
})();
