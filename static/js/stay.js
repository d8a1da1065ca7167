/* A page of a phone stays with what was typed where the server cannot be reached: a form is sent
   from here, and only its answer takes the page's place. Without this script it goes as ever. */
(function () {
  "use strict";
  var TIMEOUT = 20000;

  function say(isAway) {
    var told = document.getElementById("stay");
    told.hidden = !isAway;
    if (isAway) { told.focus(); }
  }

  function send(form, key) {
    var body = new URLSearchParams(new FormData(form)), stop = new AbortController();
    var url = key && key.hasAttribute("formaction") ? key.formAction : form.action;
    if (key && key.name) { body.append(key.name, key.value); }
    var timer = window.setTimeout(function () { stop.abort(); }, TIMEOUT);
    return fetch(url, { method: "POST", body: body, signal: stop.signal, credentials: "same-origin" })
      .then(function (answer) {
        window.clearTimeout(timer);
        /* Something before the server answers that it is not there. */
        if (answer.status >= 502 && answer.status <= 504) { throw new Error("away"); }
        return answer;
      });
  }

  function show(answer, form, key) {
    say(false);
    if (window.outbox) { return window.outbox.showPage(answer, true, form, key); }
    if (window.edition.opens(answer, form, key)) { return null; }
    if (answer.redirected) {
      document.dispatchEvent(new CustomEvent("page:leaves"));
      return window.location.assign(answer.url);
    }
    return answer.text().then(function (html) {
      var page = new DOMParser().parseFromString(html, "text/html");
      document.title = page.title;
      ["top", "main"].forEach(function (part) {
        document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
      });
      window.htmx.process(document.getElementById("main"));
      window.ears.arrive(true);
    });
  }

  document.addEventListener("submit", function (event) {
    var form = event.target, outbox = window.outbox;
    var isOther = form.getAttribute("method") !== "post" || form.enctype !== "application/x-www-form-urlencoded";
    if (event.defaultPrevented || isOther || form.matches("[data-outbox]")) { return; }
    if (outbox && !outbox.isNear()) { return; }
    event.preventDefault();
    if (form.dataset.sending) { return; }
    form.dataset.sending = "1";
    send(form, event.submitter).then(function (answer) { return show(answer, form, event.submitter); }, function () {
      if (outbox) { return outbox.lost(); }
      return say(true);
    }).finally(function () { delete form.dataset.sending; });
  });
})();
