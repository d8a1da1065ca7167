/* A card table while the server cannot be reached: the deal on the page goes into the outbox as it was
   posted, and the next ones are entered into blank forms that the phone took along. What is decided of what waits comes
   first; node, which has no page, tests it alone. */
(function () {
  "use strict";
  function fieldOf(entry, name) {
    var found = entry.fields.find(function (each) { return each[0] === name; });
    return found ? found[1] : "";
  }
  function hasPassed(entry) { return fieldOf(entry, "passed_out") !== ""; }
  function isChoice(entry) { return fieldOf(entry, "what") === "law"; }

  /* The deals of a page that it does not show yet, of what waits or came in since: base says what it shows. */
  function dealsOf(entries, place, base) {
    return entries.filter(function (each) {
      return each.place === place && !each.ended && fieldOf(each, "part") === base.part &&
        Number(fieldOf(each, "position")) >= base.position;
    });
  }

  /* Which deal one is that so many come before; where one that all passed is dealt again by the same hand, that one stays. */
  function placeAfter(base, before, passedAgain) {
    var dealt = before.filter(function (each) { return !hasPassed(each) || !passedAgain; });
    return { number: base.number + before.length, position: base.position + before.length, deal: base.deal + dealt.length };
  }

  /* What was chosen by the law for a deal, as its form would have it from the server: revokes with what is taken for them,
     of two players at most, and a fine. */
  function chosen(entries, place, part, position) {
    var revokes = {}, fields = [];
    entries.filter(function (each) {
      return isChoice(each) && !each.ended && each.place === place && fieldOf(each, "part") === part &&
        Number(fieldOf(each, "deal")) === Number(position);
    }).forEach(function (each) {
      var enters = fieldOf(each, "enters").split(":"), seat = fieldOf(each, "seat-" + fieldOf(each, "choose").split("|")[0]);
      if (enters[0] === "revoke") { revokes[seat + ":" + enters[1]] = (revokes[seat + ":" + enters[1]] || 0) + 1; }
      if (enters[0] === "fine") { fields.push(["fined", seat], ["fine-for", enters[1]]); }
    });
    Object.keys(revokes).slice(0, 2).forEach(function (each, n) {
      var told = each.split(":");
      fields.push(["revoke-" + (n + 1), told[0]], ["penalty-" + (n + 1), told[1]], ["often-" + (n + 1), String(revokes[each])]);
    });
    return fields;
  }

  if (typeof module === "object" && module.exports) {
    module.exports = { dealsOf: dealsOf, placeAfter: placeAfter, chosen: chosen };
    return;
  }

  var taken = null, law = null, takenFor = {}, base = null, waiting = [], arrived = [], half = [], tables = {};

  function at(id) { return document.getElementById(id); }
  function dealers() { return taken ? taken.dataset.dealers.split(" ").filter(Boolean) : []; }
  function hidden(form, name) { return form.querySelector('input[type=hidden][name="' + name + '"]'); }

  /* Blank forms of the next deals, and what speaks for this phone in a code. Asked for seldom: they
     serve while the same people deal in the order that was foreseen. */
  function takeAlong() {
    var page = at("page"), form = at("entry"), box = at("waits");
    /* Out of touch a page that was opened again may have them from the worker. */
    if (!page || !box || !page.dataset.ahead || (taken && !window.outbox.isNear())) { return; }
    if (taken) { speak(box); }
    if (taken && form && serves(form)) { return; }
    fetch(page.dataset.ahead, { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.text() : null;
    }).then(function (html) {
      var brought = html && new DOMParser().parseFromString(html, "text/html").getElementById("ahead");
      /* Whoever is let in no more is led to another page: what was taken along before still serves. */
      if (!brought) { return; }
      taken = brought;
      tables = { figures: read("ahead-figures"), words: read("ahead-words") };
      takenFor = form ? { people: form.dataset.people, number: Number(form.dataset.number) } : {};
      takeTheLaw([page.dataset.lawNeeds, page.dataset.law]);
      speak(at("waits") || box);
      if (!window.outbox.isNear()) { goAway(); }
    }, function () { /* Out of touch just now: what was taken along before still serves. */ });
  }

  /* What the laws say of a mistake opens away from the server too: the worker keeps what it is asked for. */
  function takeTheLaw(addresses) {
    if (addresses.every(Boolean) && navigator.serviceWorker && navigator.serviceWorker.controller && !law) {
      law = Promise.all(addresses.map(function (each) { return fetch(each, { credentials: "same-origin" }); }))
        .catch(function () { law = null; });
    }
  }

  function read(id) {
    var found = taken.querySelector("#" + id);
    return found && JSON.parse(found.textContent);
  }

  function serves(form) {
    var later = Number(form.dataset.number) - takenFor.number;
    return form.dataset.people === takenFor.people && later >= 0 && later < 15 &&
      dealers()[later] === form.dataset.dealer;
  }

  function speak(box) {
    var list = taken.querySelector("#ahead-waiting");
    if (list && !at("waits-open")) { at("waits-list").after(list.content.cloneNode(true)); }
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
    base = { part: hidden(form, "part").value, position: Number(hidden(form, "position").value),
      number: Number(form.dataset.number), deal: taken ? Math.max(0, Number(form.dataset.number) - takenFor.number) : 0 };
    window.outbox.all().then(function (entries) {
      waiting = entries;
      if (at("away") || at("entry") !== form || form.dataset.sending || window.outbox.isNear()) { return; }
      var isNext = form.dataset.step === "1" || mine().length;
      if (isNext && dealers().length) { show(next(), mine().length ? [] : window.outbox.tapped(form)); } else {
        trust(form);
        fillChosen(form, base.position);
      }
      count();
    });
  }

  function here() { return at("waits").dataset.place; }
  /* Those that wait and, sent since the page came, those that are in. */
  function mine() { return dealsOf(arrived.concat(waiting), here(), base); }
  function after(before) { return placeAfter(base, before, Boolean(taken && taken.dataset.passedAgain)); }
  function next() { return after(mine()); }

  /* What was chosen by the law and waits here begins the form of its deal. */
  function fillChosen(form, position) {
    var fields = chosen(waiting, here(), base.part, position);
    window.outbox.fill(form, fields);
    if (fields.length) { form.dispatchEvent(new Event("change", { bubbles: true })); }
  }

  /* Nobody can look at the deal now: Record works all the same, and the sentence says so. */
  function trust(form) {
    var blank = taken && taken.querySelector("template"), sentence = at("sentence");
    if (blank && sentence) { sentence.replaceWith(blank.content.querySelector("#sentence").cloneNode(true)); }
    form.removeAttribute("hx-post");
  }

  /* The blank form of a deal, filled in so far. */
  function show(place, fields) {
    var frame = document.createElement("div"), cols = at("away") || document.querySelector("#page .cols");
    var blank = taken && taken.querySelector('template[data-dealer="' + dealers()[place.deal] + '"]');
    var strip = document.querySelector("#page .strip");
    frame.id = "away";
    frame.className = "stack";
    if (strip) { frame.append(strip); }
    if (blank) {
      frame.append(blank.content.cloneNode(true));
      var form = frame.querySelector("form"), title = at("deal");
      title.textContent = window.words.fill(form.dataset.title, { n: place.number });
      form.dataset.said = title.textContent.split(" \u00b7 ")[0];
      form.dataset.number = place.number;
      hidden(form, "part").value = base.part;
      hidden(form, "position").value = place.position;
      clear(form, fields || []);
      window.outbox.fill(form, fields || []);
      fillChosen(form, place.position);
    }
    window.ears.remember();
    cols.replaceWith(frame);
    window.ears.restore();
    tell("deals:form");
  }
  function tell(name) { document.dispatchEvent(new CustomEvent(name)); }

  /* What was tapped takes the place of what a blank form holds by itself, question by question. */
  function clear(form, fields) {
    fields.forEach(function (each) {
      form.querySelectorAll('input[name="' + each[0] + '"]:checked').forEach(function (input) { input.checked = false; });
    });
  }

  /* The next deal. */
  function goOn(fields) {
    show(next(), fields);
    count();
    window.scrollTo(0, 0);
    window.ears.land("h1", at("deal").textContent);
  }

  /* A deal that waits is opened in its form; what was half entered of another is kept for then. */
  function change(entry) {
    var all = mine(), form = at("away") && at("entry");
    half = form && !form.dataset.changes ? window.outbox.tapped(form) : half;
    window.outbox.hold(entry.id);
    show(after(all.slice(0, all.findIndex(function (each) { return each.id === entry.id; }))), entry.fields);
    at("entry").dataset.changes = entry.id;
    at("away-changes").hidden = false;
    window.scrollTo(0, 0);
    window.ears.land("h1", at("deal").textContent);
  }
  function goBack() {
    window.outbox.hold(null);
    goOn(half);
    half = [];
  }
  function canChange(entry) { return Boolean(!isChoice(entry) && at("away") && dealers().length && base && fieldOf(entry, "part") === base.part); }

  /* A deal as the table says it, where it has words for it. */
  function sentenceOf(fields) {
    var words = tables.words, told = {};
    fields.forEach(function (each) { told[each[0]] = each[1]; });
    if (!words) { return ""; }
    if (told.passed_out) { return words.passed; }
    var contract = words.contracts[told.bid || (told.level || "") + told.denomination], result = words.results[told.result];
    if (!contract || !result) { return ""; }
    return window.words.fill(words.sentence, { contract: contract[Number(told.doubling || "0")], result: result,
      who: words.names[told.declarer], partner: words.names[told.partner] });
  }

  /* How it stands with what waits here, by the server's own figures; the strip as it came where nothing waits. */
  function count() {
    var strip = document.querySelector("#page .strip"), words = tables.words;
    if (!strip || !base) { return; }
    var isAway = !window.outbox.isNear(), deals = isAway ? mine() : [], now = strip.dataset.now;
    var fields = deals.map(function (each) { return each.fields; });
    var sum = deals.length && tables.figures && now ? window.figures.sum(tables.figures, JSON.parse(now), fields) : null;
    if (!strip.asItCame) { strip.asItCame = strip.cloneNode(true); }
    Array.from(strip.children).forEach(function (cell, n) {
      cell.replaceWith(sum ? counted(strip.asItCame.children[n].cloneNode(true), sum, n) : strip.asItCame.children[n].cloneNode(true));
    });
    note(strip, deals.length && words ? window.words.counted(sum ? words.summed : words.waiting, deals.length) +
      (sum && sum.over ? " \u00b7 " + words.over : "") : "");
  }
  function counted(cell, sum, n) {
    var words = tables.words, points = sum.over ? sum.rubber[n] : sum.counted[n], said = [];
    cell.querySelector("b").textContent = String(points).replace("-", "\u2212");
    if (tables.figures.at && !sum.over) { said.push(window.words.fill(words.needs, { n: tables.figures.at - points })); }
    if (sum.games[n] && !sum.over) { said.push(window.words.counted(words.games, sum.games[n])); }
    if (sum.vulnerable && sum.vulnerable.indexOf(n) >= 0) { said.push(words.vulnerable); }
    cell.querySelector("small").textContent = said.join(" \u00b7 ");
    return cell;
  }
  function note(strip, text) {
    var place = at("counted-here");
    if (!place) {
      place = document.createElement("p");
      place.id = "counted-here";
      place.className = "soft";
      place.dataset.say = "rest";
      strip.after(place);
    }
    place.hidden = !text;
    if (place.textContent !== text) { place.textContent = text; }
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
  document.addEventListener("outbox:words", function (event) {
    var sentence = sentenceOf(event.detail.fields), title = event.detail.form.dataset.said;
    if (sentence && title) { event.detail.words.sentence = title + " \u00b7 " + sentence; }
  });
  document.addEventListener("outbox:entered", function (event) {
    var entry = event.detail.entry;
    if (entry.changed && !entry.isDone) { window.ears.alarm(at("away-missing").dataset.sent); }
    if (window.outbox.isNear()) { return; }
    window.outbox.all().then(function (entries) {
      waiting = entries;
      if (entry.changed) { goBack(); } else { goOn(); }
    });
  });
  /* What waits has changed: taken out, changed, or in. An untouched form is again that of the next deal. */
  document.addEventListener("outbox:changed", function (event) {
    waiting = event.detail;
    var form = at("away") && at("entry");
    if (form && base && !form.dataset.changes && !form.dataset.sending && Number(form.dataset.number) !== next().number) {
      show(next(), window.outbox.tapped(form));
    }
    count();
  });
  document.addEventListener("outbox:in", function (event) { arrived.push(event.detail); });
  document.addEventListener("outbox:page", function () { arrived = []; });
  document.addEventListener("click", function (event) {
    if (event.target.id === "away-changes") { goBack(); }
  });
  document.addEventListener("outbox:flushed", function () {
    var form = at("away") && at("entry");
    if (window.outbox.isNear() && at("away") && !(form && window.outbox.isBegun(form))) { window.outbox.refresh(); }
  });
  document.addEventListener("outbox:page", takeAlong);
  document.addEventListener("htmx:afterSettle", function (event) {
    if (event.target.id === "page") { takeAlong(); }
  });
  window.deals = { change: change, isChoice: isChoice, canChange: canChange, mine: function () { return base ? mine() : []; } };
  takeAlong();
  /* It may have been said before this script was there to hear it. */
  if (window.outbox && !window.outbox.isNear()) { goAway(); }
})();
