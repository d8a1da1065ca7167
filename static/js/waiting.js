/* The deals that wait on this phone, each in a line with keys to change it or to take it out. What was sent and is
   not answered yet may be at the server already: it says so, and is left alone. */
(function () {
  "use strict";
  var shown = "";

  function at(id) { return document.getElementById(id); }
  function fieldOf(entry, name) {
    var found = entry.fields.find(function (each) { return each[0] === name; });
    return found ? found[1] : "";
  }
  function numberOf(entry) { return (entry.sentence || entry.said).replace(/^\D*(\d+)[^]*$/, "$1"); }

  /* Taken out: the deals after it move up, each under the number that it now has. */
  function takeOut(entry) {
    return window.outbox.change(entry.id, null).then(window.outbox.all).then(function (entries) {
      if (window.deals.isChoice(entry)) { return null; }
      var taken = Number(fieldOf(entry, "position")), beside = entries.filter(function (each) {
        return each.place === entry.place && fieldOf(each, "part") === fieldOf(entry, "part");
      });
      return Promise.all(beside.map(function (each) {
        var name = window.deals.isChoice(each) ? "deal" : "position", number = Number(fieldOf(each, name));
        if (number === taken) { return window.outbox.change(each.id, null); }
        if (number < taken) { return null; }
        var fields = each.fields.map(function (one) { return one[0] === name ? [name, String(number - 1)] : one; });
        return window.outbox.change(each.id, fields, { said: lower(each.said), sentence: lower(each.sentence) });
      }));
    }).then(window.outbox.show);
  }
  function lower(words) { return words.replace(/\d+/, function (number) { return Number(number) - 1; }); }

  function row(entry, stays) {
    var one = at("waits-deal").content.cloneNode(true), list = at("waits-deals");
    var words = one.querySelectorAll("p"), keys = one.querySelectorAll(".keys");
    words[0].textContent = entry.sentence || entry.said;
    words[1].hidden = !entry.tried;
    words[1].textContent = entry.tried ? list.dataset.sent : "";
    keys[0].hidden = Boolean(entry.tried);
    one.querySelector("[data-change]").hidden = !window.deals.canChange(entry);
    one.querySelector("[data-out]").hidden = stays;
    one.querySelector("[data-change]").addEventListener("click", function () { window.deals.change(entry); });
    one.querySelector("[data-out]").addEventListener("click", function () {
      /* A choice is soon made again. */
      if (window.deals.isChoice(entry)) { takeOut(entry); window.ears.land("#waits-count"); return; }
      ask(words[1], keys, window.words.fill(list.dataset.asks, { n: numberOf(entry) }));
    });
    one.querySelector("[data-sure]").addEventListener("click", function () {
      takeOut(entry);
      window.ears.land("#waits-count");
    });
    one.querySelector("[data-keep]").addEventListener("click", function () {
      words[1].hidden = keys[1].hidden = true;
      keys[0].hidden = false;
      keys[0].querySelector("[data-out]").focus();
    });
    return one;
  }
  function ask(place, keys, question) {
    place.textContent = question;
    place.hidden = keys[1].hidden = false;
    keys[0].hidden = true;
    window.ears.land(place, question);
  }

  document.addEventListener("outbox:changed", function (event) {
    var list = at("waits-deals"), isAway = !window.outbox.isNear();
    if (!list) { return; }
    var place = at("waits").dataset.place, deals = event.detail.filter(function (each) {
      return each.place === place && !each.refused && !each.ended;
    });
    var now = JSON.stringify([isAway, deals.map(function (each) { return [each, window.deals.canChange(each)]; })]);
    at("waits-open").hidden = !isAway || !deals.length;
    if (now === shown && list.children.length === deals.length) { return; }
    shown = now;
    list.textContent = "";
    deals.forEach(function (each, n) {
      /* What follows one that was sent keeps its place. */
      list.append(row(each, deals.slice(n).some(function (one) { return one.tried; })));
    });
  });
  document.addEventListener("deals:form", function () { window.outbox.show(); });
})();
