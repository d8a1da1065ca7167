/* A table of an event while the server cannot be reached: seats, boards and clock of all rounds go on
   from what the page brought along, and results go into the outbox. What is decided of a board comes first; node, which
   has no page, tests it alone. */
(function () {
  "use strict";
  /* An entry's fields by name. */
  function asked(entry) {
    var found = {};
    entry.fields.forEach(function (each) { found[each[0]] = each[1]; });
    return found;
  }
  function other(side) { return side === "ns" ? "ew" : "ns"; }

  /* How far a board is, by the server and by what was reported here, in order: what both agreed if they did, and what is
     open, {side: what it says}: a first report, or what a side says instead of what was agreed. */
  function standing(there, reports) {
    var agreed = there.agreed ? { said: there.agreed } : null, open = {};
    if (there.told) { open[there.told.side] = { side: there.told.side, fields: there.told.given, said: there.told.said }; }
    reports.forEach(function (entry) {
      var fields = asked(entry), side = fields.side, report = { side: side, fields: entry.fields, said: entry.said };
      if ((agreed || there.state === "in") && !fields.wrong) { return; }
      open[side] = report;
      if (open.ns && open.ew && open.ns.said === open.ew.said) {
        agreed = report;
        open = {};
      }
    });
    return { agreed: agreed, open: open };
  }

  /* "enter", "confirm" (the other side's word is asked for), or "told"; mine: the side of this phone, or "both". */
  function stepOf(there, now, mine) {
    var sides = Object.keys(now.open);
    if (sides.length === 1) { return mine === "both" || mine !== sides[0] ? "confirm" : "told"; }
    return sides.length || now.agreed || there.state === "in" || there.state === "disputed" ? "told" : "enter";
  }

  if (typeof module === "object" && module.exports) {
    module.exports = { standing: standing, stepOf: stepOf };
    return;
  }

  var BID = /^(p|pass|passed|[1-7] *(c|d|h|s|n|nt|nu) *x{0,2})$/i;
  var AGAIN = 5000;
  var frame = null, facts = null, round = 0, board = 0, saying = "", waiting = [];

  function at(id) { return document.getElementById(id); }
  function line(text) {
    var item = document.createElement("li"), words = document.createElement("p");
    words.textContent = text;
    item.append(words);
    return item;
  }
  function place() {
    return facts.places.find(function (each) { return each.round === round; });
  }
  function due(number) {
    return place().boards.find(function (each) { return each.number === number; });
  }
  /* What this phone reported of a board since it is away, in order. */
  function reports(number) {
    return waiting.filter(function (entry) {
      var said = asked(entry);
      return said.round === String(round) && said.table === place().table && said.board === String(number);
    });
  }

  function stands(number) { return standing(due(number), reports(number)); }
  function step(number) { return saying ? "enter" : stepOf(due(number), stands(number), place().side); }

  /* Which side speaks first, who must confirm, and what was said: of this phone's own or the server's. */
  function first(number) {
    var now = stands(number);
    return now.open.ns || now.open.ew || now.agreed;
  }

  /* Whether it is still to be said what the auction of this board reached. */
  function asksBid() {
    return Boolean(due(board).asks_bid) && !reports(board).length;
  }

  /* What is filled in out of touch is the same all evening: brought along once, from the worker where there is one. */
  function bring() {
    var page = at("page"), address = page && page.dataset.frame;
    if (!address || frame) { return; }
    fetch(address, { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.text() : Promise.reject(answer.status);
    }).then(function (html) {
      frame = new DOMParser().parseFromString(html, "text/html").getElementById("away-frame");
      if (!window.outbox.isNear()) { enter(); }
    }).catch(function () { window.setTimeout(bring, AGAIN); });
  }

  function enter() {
    var data = at("ahead"), cols = document.querySelector("#page .cols");
    frame = at("away-frame") || frame;
    if (!data || !frame || at("away")) { return; }
    facts = JSON.parse(data.textContent);
    var started = waiting.map(function (entry) { return Number(asked(entry).round) || 0; });
    round = Math.max.apply(null, started.concat([facts.round]));
    board = facts.board;
    saying = "";
    var half = at("entry") && !at("entry").dataset.sending ? window.outbox.tapped(at("entry")) : [];
    var bid = at("reached") ? at("reached").value : "";
    var typed = at("names-form") && !at("names-form").dataset.sending ? window.outbox.tapped(at("names-form")) : [];
    cols.replaceWith(frame.content.cloneNode(true));
    if (!place()) { round = facts.round; }
    choose(due(board) && (half.length || bid) ? board : nextBoard());
    window.outbox.fill(at("away-form"), half.concat([["reached", bid]]));
    typed = typed.filter(function (each) { return each[0].length === 1 && each[1]; });
    if (at("away-names") && typed.length) {
      window.outbox.fill(at("away-names"), typed);
      at("away-seats").open = true;
    }
  }

  function nextBoard() {
    var open = place().boards.filter(function (each) { return step(each.number) !== "told"; });
    return (open[0] || place().boards[place().boards.length - 1] || { number: 0 }).number;
  }

  function choose(number) {
    board = number;
    saying = "";
    at("away-form").reset();
    at("away-missing").textContent = "";
    draw();
  }

  function draw() {
    var here = place(), shown = here.plays && due(board), what = shown && step(board), said = shown && first(board);
    at("who").textContent = here.title;
    at("away-ns").textContent = here.sides.ns.names;
    at("away-ew").textContent = here.sides.ew.names;
    at("away-out").hidden = here.plays;
    at("away-play").hidden = !shown;
    clock();
    rounds();
    seats();
    if (!shown) { at("away-then").hidden = at("away-dock").hidden = true; return; }
    /* The board's own key says its number. */
    at("away-title").firstElementChild.textContent = due(board).title;
    at("away-title").lastElementChild.textContent = due(board).title.split(" \u00b7 ").slice(1).join(", ");
    boards();
    at("away-form").hidden = at("away-dock").hidden = what !== "enter";
    if (at("away-bid")) {
      at("away-bid").hidden = !asksBid();
      at("away-directed").hidden = !due(board).directed;
      at("away-directed").textContent = due(board).directed || "";
    }
    at("away-confirm").hidden = what !== "confirm";
    at("away-told").hidden = what !== "told";
    names();
    if (what === "confirm") { confirm(said); }
    if (what === "told") {
      var following = nextBoard(), on = at("away-next-board");
      on.hidden = following === board;
      on.textContent = window.words.fill(on.dataset.label, { board: following });
      at("away-what").textContent = said ? said.said : "";
      var agreed = stands(board).agreed, waits = reports(board).length;
      at("away-waits").hidden = !waits;
      at("away-again").hidden = Boolean(agreed) || !waits;
      at("away-wrong").hidden = !agreed;
    }
    var open = here.boards.some(function (each) { return step(each.number) !== "told"; });
    at("away-then").hidden = open;
    at("away-goings").replaceChildren.apply(at("away-goings"), here.then.map(line));
  }

  /* The keys of the four seats bear the names of who sits there in this round. */
  function names() {
    at("away-form").querySelectorAll(".bar.names input").forEach(function (input) {
      var name = place().seats[input.value];
      input.nextElementSibling.textContent = name ? input.value + " " + name : input.value;
    });
  }

  /* The seats of this round that nobody named yet, neither to the server nor here. */
  function unnamed() {
    var said = waiting.map(asked).filter(function (each) {
      return each.what === "seats" && each.round === String(round) && each.table === place().table;
    });
    return Object.keys(place().nameless || {}).filter(function (seat) {
      return !said.some(function (each) { return each[seat]; });
    });
  }
  function seats() {
    if (!at("away-names")) { return; }
    var open = unnamed();
    at("away-seats").hidden = !open.length;
    at("away-names").querySelectorAll("[data-seat]").forEach(function (each) {
      each.hidden = open.indexOf(each.dataset.seat) < 0;
    });
  }
  function name(form) {
    var fields = window.outbox.tapped(form).filter(function (each) {
      return each[1].trim() && unnamed().indexOf(each[0]) >= 0;
    });
    if (!fields.length) { form.querySelector("[data-seat]:not([hidden]) input").focus(); return; }
    var who = fields.map(function (each) { return each[1].trim(); }).join(", ");
    var said = window.words.fill(form.dataset.said, { table: place().table, names: who });
    var seen = fields.map(function (each) { return ["seen-" + each[0], String(place().nameless[each[0]])]; });
    fields = fields.concat(seen, [["what", "seats"], ["round", String(round)], ["table", place().table]]);
    window.outbox.add(fields, said).then(window.outbox.show).then(function () {
      form.reset();
      at("away-seats").open = false;
      window.ears.land("#away-title", said);
      if (window.outbox.isNear()) { window.outbox.flush(); }
    });
  }

  function boards() {
    at("away-boards").replaceChildren.apply(at("away-boards"), place().boards.map(function (each) {
      var key = document.createElement("button");
      key.type = "button";
      key.className = "key key-small board";
      key.textContent = each.number + (step(each.number) === "told" ? " \u25cf" : "");
      if (each.number === board) { key.setAttribute("aria-current", "true"); }
      key.addEventListener("click", function () { choose(each.number); });
      return key;
    }));
  }

  function confirm(said) {
    var side = other(said.side), people = place().sides[side].people;
    var label = stands(board).agreed ? at("away-whom").dataset.wrong : at("away-whom").dataset.label;
    at("away-whom").textContent = window.words.fill(label, { names: place().sides[side].names });
    at("away-said").textContent = said.said;
    /* Of a pair without names anybody says yes. */
    if (!people.length) { people = [["", ""]]; }
    at("away-people").replaceChildren.apply(at("away-people"), people.map(function (person) {
      var key = document.createElement("button");
      key.type = "button";
      key.className = "key";
      var yes = person[1] ? at("away-people").dataset.yes : at("away-people").dataset.yesAll;
      key.textContent = window.words.fill(yes, { name: person[1] });
      key.addEventListener("click", function () {
        lay(said.fields.concat([["by", String(person[0])]]), said.said, side);
      });
      return key;
    }));
  }

  /* The round's clock runs on; later rounds are expected one after the other. */
  function clock() {
    var ends = facts.ends && new Date(Date.parse(facts.ends) + (round - facts.round) * facts.minutes * 60000);
    var shown = document.querySelector("#top [data-clock]");
    if (ends && shown) { shown.dataset.ends = ends.toISOString(); }
  }

  function rounds() {
    var now = facts.places.indexOf(place()), next = facts.places[now + 1], before = facts.places[now - 1];
    at("away-next").hidden = !next;
    at("away-next-in-short").textContent = next ? next.title + ": " + next.in_short : "";
    at("away-back").hidden = !before || round <= facts.round;
    if (next) { at("away-next").textContent = window.words.fill(at("away-next").dataset.label, { round: next.round }); }
    if (before) { at("away-back").textContent = window.words.fill(at("away-back").dataset.label, { round: before.round }); }
    at("away-rounds").replaceChildren.apply(at("away-rounds"), facts.places.map(function (each) {
      return line(each.title + ": " + each.in_short);
    }));
  }

  /* Lay what a side says of the board into the outbox, and go on. */
  function lay(fields, said, side) {
    var where = { round: round, table: place().table, board: board, side: side };
    var kept = fields.filter(function (each) {
      return ["round", "table", "board", "side", "key", "wrong"].indexOf(each[0]) < 0;
    });
    /* What was agreed counts until the other side agrees with this. */
    if (stands(board).agreed) { where.wrong = 1; }
    Object.keys(where).forEach(function (name) { kept.push([name, String(where[name])]); });
    return window.outbox.add(kept, said).then(window.outbox.show).then(function () {
      if (at("besides").open) { at("besides").close(); }
      choose(step(board) === "told" ? nextBoard() : board);
      window.scrollTo(0, 0);
      if (place().plays) {
        var reads = step(board) === "confirm" ? "#away-whom" : "#away-title";
        window.ears.land(reads, window.ears.textOf(document.querySelector(reads)));
      }
      if (window.outbox.isNear()) { window.outbox.flush(); }
    });
  }

  /* The first question of the form that has no answer yet; "a|b" is answered by either. */
  function missing(form) {
    return form.dataset.needs.trim().split(/\s+/).find(function (either) {
      return either.split("|").every(function (name) {
        return !form.querySelector('[name="' + name + '"]:checked');
      }) && form.querySelector('[name="' + either.split("|")[0] + '"]');
    });
  }

  function impossible(form) {
    var level = form.querySelector("[name=level]:checked"), result = form.querySelector("[name=result]:checked");
    var lost = form.querySelector('[name=denomination][value=NU]:checked');
    if (!level || !result || lost || form.querySelector("[name=tricks]:checked")) { return false; }
    var taken = 6 + Number(level.value) + (result.value === "=" ? 0 : Number(result.value));
    return taken < 0 || taken > 13;
  }

  document.addEventListener("submit", function (event) {
    if (event.target.id === "away-names") {
      event.preventDefault();
      name(event.target);
    }
    if (event.target.id !== "away-form") { return; }
    event.preventDefault();
    var form = event.target, key = window.outbox.keyOf(event), whole = key && key.name;
    var bid = asksBid() && whole !== "not_played" ? at("away-reached").value.trim() : "";
    var lacks = asksBid() && whole !== "not_played" && !BID.test(bid);
    var open = whole ? null : missing(form);
    var question = open && at("ask-" + open.split("|")[0]).querySelector("legend").textContent;
    if (lacks) { question = at("away-bid").querySelector("label").textContent; }
    at("away-missing").textContent = open || lacks ? window.words.fill(form.dataset.still, { question: question })
      : !whole && impossible(form) ? form.dataset.impossible : "";
    if (at("away-missing").textContent) { return; }
    var side = saying || (place().side === "both" ? "ns" : place().side);
    var fields = whole ? [[key.name, key.value], ["reached", bid]] : window.outbox.tapped(form);
    var said = whole ? key.textContent : window.outbox.wordsOf(form);
    if (bid) { said = window.words.fill(at("away-bid").dataset.said, { bid: bid }) + " · " + said; }
    lay(fields, due(board).title.split(" \u00b7 ")[0] + " · " + said, side);
  });

  document.addEventListener("click", function (event) {
    if (!at("away")) { return; }
    if (event.target.id === "away-next-board") { choose(nextBoard()); }
    if (event.target.id === "away-next" || event.target.id === "away-back") {
      var by = event.target.id === "away-next" ? 1 : -1;
      round = facts.places[facts.places.indexOf(place()) + by].round;
      choose(nextBoard());
      window.scrollTo(0, 0);
    }
    if (["away-no", "away-again", "away-wrong"].indexOf(event.target.id) >= 0) {
      var said = first(board), own = place().side === "both" ? said.side || "ns" : place().side;
      saying = place().side === "both" && event.target.id === "away-no" ? other(own) : own;
      /* It opens filled in, as far as this phone knows what was said. */
      if (event.target.id === "away-wrong" && said.fields) { window.outbox.fill(at("away-form"), said.fields); }
      draw();
      if (event.target.id === "away-wrong") { window.ears.land("#away-title", window.ears.textOf(at("away-title"))); }
    }
  });

  function hear(entries) {
    var box = at("waits");
    waiting = entries.filter(function (entry) { return entry.place === box.dataset.place; });
    if (at("away")) { draw(); }
  }
  document.addEventListener("outbox:changed", function (event) { hear(event.detail); });
  document.addEventListener("outbox:away", enter);
  document.addEventListener("outbox:entered", function () { if (!window.outbox.isNear()) { enter(); } });
  /* Back in touch and nothing waits: the page as the server has it, once nothing is half entered. */
  document.addEventListener("outbox:sent", function () {
    if (at("away") && !window.outbox.isBegun(at("away-form"))) { window.outbox.refresh(); }
  });
  document.addEventListener("outbox:page", bring);
  /* What waits, and that the line is gone, may have been said before this script was there to hear it. */
  window.outbox.all().then(function (entries) {
    if (at("waits")) { hear(entries); }
    bring();
    if (!window.outbox.isNear()) { enter(); }
  });
})();
