/* What this browser keeps of pages that the server lets nobody keep: what was typed, for whoever goes
   back to its page, as long as the tab is open; and the tables' pages, for a phone out of touch
   (worker.js). Both go when nobody is in any more. */
(function () {
  "use strict";
  var PAGES = "tables-", TYPED = "typed:";
  var inside = !document.body.hasAttribute("data-nobody");
  /* Each place in the history of the tab is a page of its own, however often it was opened. */
  var mark = (window.history.state || {}).typed || String(Date.now()) + Math.random();
  var here = TYPED + (inside ? "in:" : "out:") + mark;
  /* A form that was refused comes with what was typed before as its own: that is still typed. */
  var last = TYPED + (inside ? "in:" : "out:") + window.location.pathname, brought = {};

  function fields() {
    return Array.from(document.querySelectorAll("main form[method=post] :is(input, textarea, select)"))
      .filter(function (each) {
        return each.name && !each.closest("[data-outbox]") && !/^(hidden|password|file|submit)$/.test(each.type);
      });
  }
  function isTapped(each) { return each.type === "radio" || each.type === "checkbox"; }
  function selected(each) {
    return Array.from(each.selectedOptions).map(function (one) { return one.value; });
  }
  function now(each) {
    return isTapped(each) ? each.checked : each.selectedOptions ? selected(each) : each.value;
  }
  /* Fields of one name in two forms of a page are told apart by their order. */
  function named(all) {
    var seen = {};
    return all.map(function (each) {
      var name = each.name + (isTapped(each) ? "=" + each.value : "");
      seen[name] = (seen[name] || 0) + 1;
      return [name + "#" + seen[name], each];
    });
  }

  function read(key) { return JSON.parse(sessionStorage.getItem(key) || "{}"); }

  function keep() {
    var typed = {};
    named(fields()).forEach(function (pair) {
      var isOther = JSON.stringify(now(pair[1])) !== JSON.stringify(before.get(pair[1]));
      if (isOther || pair[0] in brought) { typed[pair[0]] = now(pair[1]); }
    });
    try {
      [here, last].forEach(function (key) {
        if (Object.keys(typed).length) { sessionStorage.setItem(key, JSON.stringify(typed)); } else { sessionStorage.removeItem(key); }
      });
    } catch (e) { /* Storage is forbidden here: the browser keeps what it keeps. */ }
  }

  function putBack() {
    var typed = read(here);
    named(fields()).forEach(function (pair) {
      var value = typed[pair[0]], each = pair[1];
      if (value === undefined) { return; }
      if (isTapped(each)) { each.checked = value; } else if (each.selectedOptions) {
        Array.from(each.options).forEach(function (one) { one.selected = value.indexOf(one.value) >= 0; });
      } else { each.value = value; }
    });
    if (Object.keys(typed).length) { document.dispatchEvent(new CustomEvent("typed:back")); }
  }

  function forget() {
    Object.keys(sessionStorage).forEach(function (key) {
      if (key.indexOf(TYPED + "in:") === 0) { sessionStorage.removeItem(key); }
    });
    if (!window.caches) { return; }
    window.caches.keys().then(function (names) {
      names.filter(function (each) { return each.indexOf(PAGES) === 0; }).forEach(function (each) { window.caches.delete(each); });
    });
  }

  /* This phone is let in no more: nothing is kept of its table. What waits is not lost, it stands in the
     outbox, and its page stays open until it is handed in. */
  document.addEventListener("htmx:responseError", function (event) {
    var status = event.detail.xhr.status, asks = event.detail.requestConfig.path;
    if (!/\/live\//.test(asks) || (status !== 403 && status !== 404)) { return; }
    forget();
    /* What the browser itself kept of this page gives way to the answer of now. */
    var gone = fetch(window.location.href, { cache: "reload", credentials: "same-origin" });
    var waiting = window.outbox ? window.outbox.all() : Promise.resolve([]);
    Promise.all([waiting, gone]).then(function (both) {
      if (!both[0].length) { window.location.assign("/"); }
    }, function () { /* Out of touch just now: it is asked again in a moment. */ });
  });

  var before = new Map(fields().map(function (each) { return [each, now(each)]; }));
  var came = performance.getEntriesByType("navigation")[0];
  try {
    if (!inside) { forget(); }
    if (document.querySelector(".errors") || (came && came.responseStatus >= 400)) { brought = read(last); }
    if (came && came.type === "back_forward") { putBack(); }
  } catch (e) { /* Storage is forbidden here. */ }
  window.history.replaceState(Object.assign({}, window.history.state, { typed: mark }), "");
  window.addEventListener("pagehide", keep);
})();
