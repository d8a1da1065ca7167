/* What browsers give to pages over https alone: a screen that stays on, a place on the home screen.
   A phone that trusts the club and is on plain http is shown the way over. */
(function () {
  "use strict";
  var AWAKE = "awake", SECURE = "https";

  function read(key) {
    try { return localStorage.getItem(key) || ""; } catch (e) { return ""; }
  }
  function keep(key, value) {
    try { localStorage.setItem(key, value); } catch (e) { /* It holds for this page only. */ }
  }

  function offerToInstall() {
    var about = document.querySelector("meta[name=app]"), link = document.createElement("link");
    link.rel = "manifest";
    link.href = about.content;
    document.head.append(link);
  }

  function offerToStayOn() {
    var lock = null, asked = document.querySelector("[data-awake]"), keys = asked.querySelectorAll("input");
    function hold() {
      if (read(AWAKE) === "1" && !document.hidden && !lock) {
        navigator.wakeLock.request("screen").then(function (held) {
          lock = held;
          held.addEventListener("release", function () { lock = null; });
        }, function () { /* The battery is low, say. */ });
      } else if (read(AWAKE) !== "1" && lock) { lock.release(); }
    }
    asked.hidden = false;
    keys.forEach(function (each) {
      each.checked = each.value === read(AWAKE);
      each.addEventListener("change", function () { keep(AWAKE, each.value); hold(); });
    });
    /* The screen goes off whenever the page is not looked at. */
    document.addEventListener("visibilitychange", hold);
    hold();
  }

  function offerToGoOver() {
    var way = document.getElementById("over-https"), base = read(SECURE);
    if (!way || !base || new URL(base).hostname !== window.location.hostname) { return; }
    /* What waits here would be sent only when this page is open again. */
    var waits = window.outbox ? window.outbox.all() : Promise.resolve([]);
    waits.then(function (entries) {
      way.querySelector("a").href = base + window.location.pathname;
      way.hidden = entries.length > 0;
    });
  }

  if (window.isSecureContext) { offerToInstall(); } else { offerToGoOver(); }
  function offer() {
    if (navigator.wakeLock && document.querySelector("[data-awake]")) { offerToStayOn(); }
  }
  document.addEventListener("look:in", offer);
  offer();
})();
