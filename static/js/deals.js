/* A card table while the server cannot be reached: the deal on the page goes into the outbox as it was
   posted, and the next ones are entered into blank forms that the phone took along. */
(function () {
  "use strict";
  var taken = null, takenFor = {}, number = 0, position = 0, deal = 0;

  function at(id) { return document.getElementById(id); }
  function dealers() { return taken ? taken.dataset.dealers.split(" ").filter(Boolean) : []; }
  function hidden(form, name) { return form.querySelector('input[type=hidden][name="' + name + '"]'); }

  /* Blank forms of the next deals, and what speaks for this phone in a code. Asked for seldom: they
     serve while the same people deal in the order that was foreseen. */
  function takeAlong() {
    var page = at("page"), form = at("entry"), box = at("waits");
    if (!page || !box || !page.dataset.ahead || !window.outbox.isNear()) { return; }
    if (taken) { speak(box); }
    if (taken && form && serves(form)) { return; }
    fetch(page.dataset.ahead, { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.text() : null;
    }).then(function (html) {
      var brought = html && new DOMParser().parseFromString(html, "text/html").getElementById("ahead");
      /* Whoever is let in no more is led to another page: what was taken along before still serves. */
      if (!brought) { return; }
      taken = brought;
      takenFor = form ? { people: form.dataset.people, number: Number(form.dataset.number) } : {};
      speak(at("waits") || box);
    }, function () { /* Out of touch just now: what was taken along before still serves. */ });
  }

  function serves(form) {
    var later = Number(form.dataset.number) - takenFor.number;
    return form.dataset.people === takenFor.people && later >= 0 && later < 15 &&
      dealers()[later] === form.dataset.dealer;
  }

  function speak(box) {
    box.dataset.pass = taken.dataset.pass;
    box.dataset.handIn = taken.dataset.handIn;
  }

  /* The seven: who will cross from the next deal, and whereto; who comes over nobody knows here. */
  function ways() {
    var known = taken && taken.querySelector("#ways"), cols = at("away") || document.querySelector("#page .cols");
    if (known && cols && !at("away-ways")) { cols.before(known.content.cloneNode(true)); }
  }

  function goAway() {
    ways();
    var form = at("entry");
    if (!form || at("away")) { return; }
    number = Number(form.dataset.number);
    position = Number(hidden(form, "position").value);
    deal = taken ? Math.max(0, number - takenFor.number) : 0;
    if (form.dataset.sending) { return; }
    if (form.dataset.step === "1" && dealers().length) { show(window.outbox.tapped(form)); } else { trust(form); }
  }

  /* Nobody can look at the deal now: Record works all the same, and the sentence says so. */
  function trust(form) {
    var blank = taken && taken.querySelector("template"), sentence = at("sentence");
    if (blank && sentence) { sentence.replaceWith(blank.content.querySelector("#sentence").cloneNode(true)); }
    form.removeAttribute("hx-post");
  }

  function show(fields) {
    var frame = document.createElement("div"), cols = at("away") || document.querySelector("#page .cols");
    var blank = taken && taken.querySelector('template[data-dealer="' + dealers()[deal] + '"]');
    frame.id = "away";
    frame.className = "stack";
    if (blank) {
      frame.append(blank.content.cloneNode(true));
      var form = frame.querySelector("form"), title = frame.querySelector("#deal");
      title.textContent = window.words.fill(title.textContent, { n: number });
      form.dataset.said = title.textContent.split(" \u00b7 ")[0];
      form.dataset.number = number;
      hidden(form, "part").value = part();
      hidden(form, "position").value = position;
      window.outbox.fill(form, fields || []);
    }
    cols.replaceWith(frame);
  }

  var lastPart = "";
  function part() {
    var form = at("entry");
    lastPart = form ? hidden(form, "part").value : lastPart;
    return lastPart;
  }

  /* The next deal; where a deal that all passed is dealt again by the same hand, that one stays. */
  function goOn(passed) {
    number += 1;
    position += 1;
    if (!passed || !taken || !taken.dataset.passedAgain) { deal += 1; }
    show();
    window.scrollTo(0, 0);
  }

  /* The first question without an answer. */
  function missing(form) {
    var bare = form.querySelector("input[name=denomination]:checked[data-bare]");
    return ["bid", "level", "denomination", "declarer", "partner", "result"].find(function (name) {
      var asked = form.querySelector('input[name="' + name + '"]:not([type=hidden])');
      if (!asked || (bare && name === "level")) { return false; }
      if (name === "result" && form.elements.tricks && form.elements.tricks.value) { return false; }
      return !form.querySelector('input[name="' + name + '"]:checked');
    });
  }

  document.addEventListener("submit", function (event) {
    var form = event.target, key = window.outbox.keyOf(event);
    if (!form.matches("#away form") || !at("away-missing") || (key && key.name === "passed_out")) { return; }
    var open = missing(form), said = at("away-missing"), question = open && at("ask-" + open);
    said.textContent = open ? window.words.fill(said.dataset.still, { question: question.querySelector("legend").textContent.trim() }) : "";
    if (open) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("outbox:away", goAway);
  document.addEventListener("outbox:entered", function (event) {
    if (window.outbox.isNear()) { return; }
    var passed = event.detail.entry.fields.some(function (each) { return each[0] === "passed_out"; });
    goOn(passed);
  });
  document.addEventListener("outbox:flushed", function () {
    var form = at("away") && at("entry");
    if (window.outbox.isNear() && at("away") && !(form && window.outbox.isBegun(form))) { window.outbox.refresh(); }
  });
  document.addEventListener("outbox:page", takeAlong);
  document.addEventListener("htmx:afterSettle", function (event) {
    if (event.target.id === "page") { takeAlong(); }
  });
  takeAlong();
  /* It may have been said before this script was there to hear it. */
  if (window.outbox && !window.outbox.isNear()) { goAway(); }
})();
