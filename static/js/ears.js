/* The one voice of a page and its one rule of focus. Whatever carries data-say is spoken when it changes: "alarm"
   at once, "rest" when it has stood for a moment, all else in turn. land() leads reading on after a swap. */
(function () {
  "use strict";
  var REST = 600, CLEARED = 10000, AFTER = "ears:after", THIN = "\u200b";
  var heard = {}, resting = 0, clearing = {}, before = null;

  function speak(id, text) {
    var voice = document.getElementById(id);
    if (!voice || !text) { return; }
    voice.textContent = voice.textContent === text ? text + THIN : text;
    window.clearTimeout(clearing[id]);
    clearing[id] = window.setTimeout(function () { voice.textContent = ""; }, CLEARED);
  }
  function say(text) { speak("say", text && text.replace(/\s+/g, " ").trim()); }
  function alarm(text) { speak("alarm", text); }

  /* What ears get of an element: not what is for eyes alone, nor what is not shown. */
  function textOf(each) {
    var copy = each.cloneNode(true);
    copy.querySelectorAll("input[aria-label]").forEach(function (part) { part.replaceWith(part.getAttribute("aria-label")); });
    copy.querySelectorAll("br").forEach(function (part) { part.replaceWith(" "); });
    copy.querySelectorAll(".visually-hidden").forEach(function (part) { part.prepend(" "); });
    copy.querySelectorAll("[aria-hidden=true], [hidden], template, noscript").forEach(function (part) { part.remove(); });
    return copy.textContent.replace(/\s+/g, " ").trim();
  }

  function listen(isFirst) {
    document.querySelectorAll("[data-say]").forEach(function (each) {
      var text = each.closest("[hidden]") ? "" : textOf(each), name = each.id || each.dataset.say;
      if (heard[name] === text) { return; }
      heard[name] = text;
      if (isFirst || !text) { return; }
      if (each.dataset.say === "alarm") { alarm(text); } else if (each.dataset.say === "rest") {
        window.clearTimeout(resting);
        resting = window.setTimeout(function () { say(text); }, REST);
      } else { say(text); }
    });
  }

  /* Where reading goes on, and what is said of it. */
  function land(selector, said) {
    var place = typeof selector === "string" ? document.querySelector(selector) : selector;
    if (!place) { return false; }
    if (!place.matches("a[href], button, input, select, textarea, summary")) { place.tabIndex = -1; }
    place.focus();
    if (said !== undefined) { window.setTimeout(function () { say(said); }, 0); }
    return true;
  }

  /* What a place says when reading goes on there: itself, and the question that follows (data-asks). */
  function sayingOf(place) {
    var asks = document.getElementById(place.dataset.asks);
    return textOf(place) + (asks ? ". " + textOf(asks) : "");
  }

  /* Errors first: their count is said, and each line leads to its field. */
  function landOnErrors() {
    var errors = document.querySelector(".errors"), title = errors && errors.querySelector("h2");
    return Boolean(errors) && land(title || errors, textOf(title || errors));
  }

  /* What the page itself asks before it goes on. */
  function landOnAnswer() {
    var asks = document.querySelector("[data-arrive]");
    return Boolean(asks) && land(asks, textOf(document.querySelector(asks.dataset.arrive)));
  }

  /* What has the focus, so that it is found again in a page that was drawn anew. */
  function placeOf(each) {
    if (!each || each === document.body || each.id === "main") { return null; }
    var same = each.id ? "#" + CSS.escape(each.id) : each.tagName.toLowerCase();
    ["name", "value", "href"].forEach(function (word) {
      if (each.hasAttribute(word) && !each.id && !(word === "value" && /text|number|search/.test(each.type))) {
        same += "[" + word + '="' + CSS.escape(each.getAttribute(word)) + '"]';
      }
    });
    var alike = Array.from(document.querySelectorAll(same));
    return { same: same, number: alike.indexOf(each) };
  }
  function remember() { before = placeOf(document.activeElement); }
  function restore() {
    var alike = before ? Array.from(document.querySelectorAll(before.same)) : [];
    var lost = !document.activeElement || document.activeElement === document.body;
    if (lost && alike.length) { (alike[before.number] || alike[0]).focus({ preventScroll: true }); }
  }

  /* data-land: where reading goes on after what this element brought; "stays": where it was. */
  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSwap", strip);
  document.addEventListener("htmx:afterSettle", function (event) {
    var asked = event.detail.requestConfig, source = asked && asked.elt;
    var where = (source && source.dataset && source.dataset.land) || "stays";
    if (event.target.closest("dialog")) { return; }
    if (where === "stays") { restore(); } else if (!landOnErrors()) {
      var place = document.querySelector(where);
      if (place) { land(place, sayingOf(place)); }
    }
  });

  /* A form says where reading goes on in the page that answers it (data-then), and what is said there: its own
     words (data-then-says), or those that the new page holds ready (data-then-from: whose data-said). */
  function promise(from) {
    var after = { where: from.dataset.then, says: from.dataset.thenSays || "", from: from.dataset.thenFrom || "" };
    try { sessionStorage.setItem(AFTER, JSON.stringify(after)); } catch (e) { /* Then silently. */ }
  }
  document.addEventListener("submit", function (event) {
    var key = event.submitter, from = key && key.dataset.then ? key : event.target;
    if (from.dataset.then) { promise(from); }
  });
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[data-then]"), to = event.target.closest("[data-lands]");
    if (link) { promise(link); }
    if (to) { event.preventDefault(); land(to.dataset.lands); }
  });
  function take() {
    var after = null;
    try {
      after = JSON.parse(sessionStorage.getItem(AFTER));
      sessionStorage.removeItem(AFTER);
    } catch (e) { /* Nothing to say. */ }
    return after;
  }
  function follow(after) {
    var holds = after.from && document.querySelector(after.from), place = document.querySelector(after.where);
    place = place || document.querySelector("h1");
    land(place, after.says || (holds ? holds.dataset.said : sayingOf(place)));
  }
  /* A page that comes by script brings what only pages without one show, and as live parts of its forms. */
  function strip() {
    document.querySelectorAll("main noscript").forEach(function (part) { part.remove(); });
  }
  /* A page took the place of what stood here: as the answer to a form, or because something is new. */
  function arrive(isAnswer) {
    var after = isAnswer && take();
    strip();
    if (landOnErrors() || landOnAnswer()) { return; }
    if (!isAnswer) { restore(); return; }
    window.scrollTo(0, 0);
    if (after) { follow(after); } else { land("h1", sayingOf(document.querySelector("h1"))); }
  }
  function begin() {
    strip();
    var after = take();
    listen(true);
    if (!landOnErrors() && !landOnAnswer() && after) { follow(after); }
  }

  new MutationObserver(function () { listen(false); })
    .observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
  window.ears = { say: say, alarm: alarm, land: land, arrive: arrive, take: take, textOf: textOf, remember: remember, restore: restore };
  begin();
})();
