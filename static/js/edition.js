/* A page and the program that answers it. After an update a page of before is loaded anew as soon as nothing is half
   entered, nothing waits on this phone, no sheet is open and nobody has touched it for a moment. Until then it stays and
   works on: it takes in no whole page of another edition, for which its scripts were not made. */
(function () {
  "use strict";
  var HEADER = "X-Edition", LOADED = "edition:loaded", LOOKS = 2000, AGAIN = 60000, QUIET = 1000, GONE = 10000;
  var own = document.querySelector("meta[name=edition]"), mine = own.content, theirs = "", touched = 0, held = false, focused;

  /* Where several servers answer, one of them may still be of before: a page is not sent to and fro. */
  function isTried() {
    try {
      var last = JSON.parse(sessionStorage.getItem(LOADED)) || {};
      return last.edition === theirs && Date.now() - last.at < AGAIN;
    } catch (e) { return false; }
  }
  /* A key is not taken away from under a finger, nor just before it is tapped again. */
  function isTouched() { return held || Date.now() - touched < QUIET; }
  ["pointerdown", "pointerup", "pointercancel", "keydown", "keyup", "input"].forEach(function (name) {
    document.addEventListener(name, function () {
      touched = Date.now();
      held = name === "pointerdown";
    }, { capture: true, passive: true });
  });

  /* A page that goes says so and takes no more taps: they would be lost. If nothing comes for it, it stays. */
  function go() {
    var words = document.createElement("p");
    focused = document.activeElement;
    words.id = "going";
    words.className = "notice attention";
    words.textContent = own.dataset.going;
    document.documentElement.append(words);
    document.body.inert = true;
    window.setTimeout(stay, GONE);
  }
  function stay() {
    var words = document.getElementById("going");
    if (!words) { return; }
    words.remove();
    document.body.inert = false;
    focused.focus();
  }
  window.addEventListener("pageshow", stay);

  function load(address) {
    try { sessionStorage.setItem(LOADED, JSON.stringify({ edition: theirs, at: Date.now() })); } catch (e) { /* Then it may try twice. */ }
    document.dispatchEvent(new CustomEvent("page:leaves"));
    go();
    /* Not reload(): that would send a form again, or ask whether it may. */
    window.location.replace(address || window.location.pathname + window.location.search);
  }

  function isFilledIn(each) {
    if (each.matches("select")) {
      var given = Array.from(each.options).filter(function (one) { return one.defaultSelected; });
      return given.length ? given.some(function (one) { return !one.selected; }) : each.selectedIndex > 0;
    }
    return each.checked !== each.defaultChecked || each.value !== each.defaultValue;
  }
  /* Something was begun, came back to be corrected, is under way or is being read. */
  function isBusy() {
    var fields = document.querySelectorAll("main form :is(input:not([type=hidden]), textarea, select)");
    return isTouched() || Boolean(document.querySelector("dialog[open], main .errors, #asks-honours, [data-asks-back], #away, form[data-sending]")) ||
      Array.from(document.querySelectorAll(".htmx-request")).some(function (each) { return !each.matches("[hx-get*='about=']"); }) ||
      (window.outbox && !window.outbox.isNear()) || Array.from(fields).some(isFilledIn);
  }
  function look() {
    if (!theirs || theirs === mine || isTried() || isBusy()) { return; }
    var waiting = window.outbox ? window.outbox.all() : Promise.resolve([]);
    waiting.then(function (entries) {
      if (!entries.length && !isBusy()) { load(); }
    });
  }
  function hear(edition) {
    if (edition) { theirs = edition; }
    look();
  }

  /* A form goes to the server as it goes without scripts, and its answer is a page with scripts of its own. */
  function sendWhole(form, key) {
    if (key && key.hasAttribute("formaction")) { form.action = key.formAction; }
    if (key && key.name) {
      var field = document.createElement("input");
      field.type = "hidden";
      field.name = key.name;
      field.value = key.value;
      form.append(field);
    }
    form.submit();
  }
  /* Whether an answer to fetch() is of another edition, and its page is opened instead of being put in here: what is
     in is asked for, what came back to be corrected is sent once more with its form. */
  function opens(answer, form, key) {
    var edition = answer.headers.get(HEADER), isIn = answer.ok && (answer.redirected || !form);
    if (edition === mine || !edition || !(isIn || form)) { return false; }
    theirs = edition;
    if (isIn) { load(answer.redirected ? answer.url : ""); } else { sendWhole(form, key); }
    return true;
  }

  document.addEventListener("htmx:configRequest", function (event) { event.detail.headers[HEADER] = mine; });
  document.addEventListener("htmx:beforeOnLoad", function (event) { hear(event.detail.xhr.getResponseHeader(HEADER)); });
  /* A whole page that a script asked for: what was sent is in, and what stands there is opened. */
  document.addEventListener("htmx:beforeSwap", function (event) {
    var said = event.detail.xhr.getResponseHeader(HEADER), isSent = event.detail.requestConfig.verb !== "get";
    if (!said || said === mine || event.detail.target.id !== "page" || event.detail.xhr.status >= 400) { return; }
    event.detail.shouldSwap = false;
    if (isSent) { load(); } else { look(); }
  });
  window.setInterval(look, LOOKS);
  window.edition = { mine: mine, theirs: function () { return theirs; }, hear: hear, opens: opens, sendWhole: sendWhole };
})();
