/* Whether this phone trusts the club's authority: the page tries the https address of this machine.
   Opened over https, past a warning perhaps, it asks for what browsers give to trusted pages alone. */
(function () {
  "use strict";
  var TIMEOUT = 8000;
  var box = document.getElementById("trusted"), again = document.getElementById("again");

  function say(name) {
    box.querySelectorAll("[data-said]").forEach(function (each) { each.hidden = each.dataset.said !== name; });
    again.hidden = false;
    /* What does not trust the club would be shown a warning there. */
    document.getElementById("over").hidden = name === "no";
  }
  function remember(trusts) {
    try {
      if (trusts) { localStorage.setItem("https", new URL(box.dataset.probe).origin); } else { localStorage.removeItem("https"); }
    } catch (e) { /* The table's page then says nothing of it. */ }
  }
  function probe() {
    var stop = new AbortController(), timer = window.setTimeout(function () { stop.abort(); }, TIMEOUT);
    /* What is answered nobody reads: that there is an answer says that the certificate is trusted. */
    return fetch(box.dataset.probe, { mode: "no-cors", cache: "no-store", credentials: "omit", signal: stop.signal })
      .finally(function () { window.clearTimeout(timer); });
  }
  function work() {
    if (!navigator.serviceWorker) { return Promise.reject(new Error("no worker")); }
    return navigator.serviceWorker.register(box.dataset.worker);
  }
  function check() {
    return (box.dataset.worker ? work() : probe()).then(function () { return true; }, function () { return false; })
      .then(function (trusts) {
        remember(trusts);
        say(trusts ? "yes" : "no");
      });
  }

  again.addEventListener("click", check);
  /* Back from the phone's settings. */
  document.addEventListener("visibilitychange", function () { if (!document.hidden) { check(); } });
  check();
})();
