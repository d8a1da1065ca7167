/* What is chosen by the law goes into this phone's queue as a deal does, for the deal that the table's form had last.
   Where that is not known out of touch, or there is no queue, the page says so before anybody taps, and takes the
   choice as soon as the server is there again. What is open and tapped stays. */
(function () {
  "use strict";
  var DEAL = "typed:in:deal:", near = true;
  function form() { return document.getElementById("law-form"); }
  function at(id) { return document.getElementById(id); }

  function table() { return document.querySelector("a.back").pathname; }
  function inHand() {
    try { return JSON.parse(sessionStorage.getItem(DEAL + table())); } catch (e) { return null; }
  }

  /* Out of touch this page may be of an earlier deal: the one in hand is that of the table's form. */
  function show() {
    var deal = near ? null : inHand(), waits = Boolean(deal && deal.part === form().elements.part.value);
    at("needs-line").hidden = near || waits;
    at("choice-waits").hidden = near || !waits;
    if (waits) { at("choice-waits-deal").textContent = window.words.fill(at("choice-waits").dataset.deal, { n: deal.number }); }
    at("which-deal").querySelectorAll("section").forEach(function (each) { each.hidden = !near; });
    form().querySelectorAll("button[name=choose]").forEach(function (each) { each.disabled = !near && !waits; });
  }

  /* A page that was kept may be of an earlier deal: which deals there are comes anew. */
  function renew() {
    return fetch(window.location.href, { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.text() : Promise.reject(answer.status);
    }).then(function (html) {
      var page = new DOMParser().parseFromString(html, "text/html"), now = page.getElementById("which-deal");
      var before = at("which-deal"), tapped = before.querySelector("input:checked");
      if (!now) { return window.location.reload(); }
      var same = tapped && now.querySelector('input[name=deal][value="' + tapped.value + '"]');
      if (same) { same.checked = true; }
      before.replaceWith(document.adoptNode(now));
    });
  }
  function back() {
    renew().then(function () { near = true; show(); }, function () { /* Gone again. */ });
  }

  /* Of a choice the queue keeps what it is for, and what it says: not every key that is tapped on the page. */
  document.addEventListener("outbox:words", function (event) {
    var own = event.detail, choose = own.fields.find(function (each) { return each[0] === "choose"; });
    if (own.form !== form() || !choose) { return; }
    var key = form().querySelector('button[value="' + CSS.escape(choose[1]) + '"]'), seat = "seat-" + choose[1].split("|")[0];
    var who = form().querySelector('input[name="' + CSS.escape(seat) + '"]:checked'), deal = near ? null : inHand();
    var kept = own.fields.filter(function (each) {
      return each[0].indexOf("seat-") !== 0 && (near || each[0] !== "deal");
    });
    if (who) { kept.push([seat, who.value]); }
    if (deal) { kept.push(["deal", deal.position]); }
    kept.push(["enters", key.dataset.enters]);
    own.fields.splice.apply(own.fields, [0, own.fields.length].concat(kept));
    own.words.said = [deal && at("choice-waits-deal").textContent, who && window.ears.textOf(who.closest("label")), window.ears.textOf(key)]
      .filter(Boolean).join(" \u00b7 ");
  });
  /* It waits: on with the table, whose page the worker keeps. */
  document.addEventListener("outbox:entered", function (event) {
    if (event.detail.form !== form() || window.outbox.isNear() || !window.caches) { return; }
    window.caches.match(table()).then(function (found) { if (found) { window.location.assign(table()); } });
  });

  document.addEventListener("outbox:away", function () { near = false; show(); });
  document.addEventListener("outbox:near", back);
  document.addEventListener("outbox:page", function () { if (form()) { show(); } });
  window.addEventListener("pageshow", function (event) { if (event.persisted) { renew(); } });
  if (window.outbox && !window.outbox.isNear()) { near = false; }
  show();
})();
