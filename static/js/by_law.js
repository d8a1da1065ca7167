/* What was chosen by the law is entered online: a page that opened out of touch, or lost touch, says so before
   anybody taps, and takes the choice as soon as the server is there again. What is open and tapped stays. */
(function () {
  "use strict";
  var AGAIN = 4000, TIMEOUT = 4000, near = true, sure = false;
  var form = document.getElementById("law-form");

  function isThere() {
    var stop = new AbortController(), timer = window.setTimeout(function () { stop.abort(); }, TIMEOUT);
    return fetch(form.dataset.near, { method: "HEAD", signal: stop.signal, credentials: "same-origin" })
      .then(function (answer) { return answer.status < 502 || answer.status > 504; }, function () { return false; })
      .finally(function () { window.clearTimeout(timer); });
  }

  function show() {
    document.getElementById("needs-line").hidden = near;
    form.querySelectorAll("button[name=choose]").forEach(function (each) { each.disabled = !near; });
  }
  function touch(isNear) {
    var back = isNear && !near;
    if (back) { return renew().then(function () { near = true; show(); }, function () { /* Gone again. */ }); }
    near = isNear;
    return show();
  }
  function look() { return isThere().then(touch); }

  /* A page that was kept may be of an earlier deal: which deals there are, and whose key this is, come anew. */
  function renew() {
    return fetch(window.location.href, { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.text() : Promise.reject(answer.status);
    }).then(function (html) {
      var page = new DOMParser().parseFromString(html, "text/html"), now = page.getElementById("which-deal");
      var before = document.getElementById("which-deal"), tapped = before.querySelector("input:checked");
      if (!now) { return window.location.reload(); }
      var same = tapped && now.querySelector('input[name=deal][value="' + tapped.value + '"]');
      if (same) { same.checked = true; }
      before.replaceWith(document.adoptNode(now));
    });
  }

  form.addEventListener("submit", function (event) {
    var key = event.submitter;
    if (sure) { sure = false; return; }
    event.preventDefault();
    event.stopPropagation();
    isThere().then(function (isNear) {
      if (!isNear) {
        touch(false);
        window.ears.land("#needs-line");
        return;
      }
      sure = true;
      form.requestSubmit(key);
    });
  });
  window.addEventListener("offline", function () { touch(false); });
  window.addEventListener("online", look);
  /* Whoever comes back to this page and chooses again makes another choice. */
  window.addEventListener("pageshow", function (event) { if (event.persisted) { touch(false); look(); } });
  window.setInterval(look, AGAIN);
  if (navigator.onLine === false) { touch(false); } else { look(); }
})();
