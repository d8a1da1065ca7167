/* How it stands after the deals that wait here: looked up in the tables that the server sent along, and added.
   No law is known here. A deal that is not in them (a revoke, a fine, what nobody foresaw) makes no sum. */
(function () {
  "use strict";
  /* What a form sends besides its answers, and what says nothing while no one revoked. */
  var ASIDE = /^(part|position|people|key|csrfmiddlewaretoken|auction|asked_honours|redraw_penalties|often-\d)$/;

  /* The answers of a form by name; several of one name in a list. Null where there is one without a table. */
  function answersOf(table, fields) {
    var found = {}, known = /^(bid|level|denomination|doubling|declarer|partner|result|passed_out|honours|holder|holding)$/;
    var isKnown = fields.every(function (each) {
      var name = each[0];
      if (each[1] === "" || ASIDE.test(name)) { return true; }
      found[name] = (found[name] || []).concat([each[1]]);
      return known.test(name) || name in table.own || name in table.vulnerable ||
        (table.each && /^tricks-/.test(name)) || (table.by_hand && /^honours-/.test(name));
    });
    return isKnown ? found : null;
  }
  function first(answers, name) { return (answers[name] || [""])[0]; }

  /* The numbers of a row of questions, hand by hand; a hand of which nothing was said has none. */
  function byHand(answers, name, hands) {
    return hands.map(function (hand) { return first(answers, name + hand) || "0"; }).join("-");
  }

  function resultOf(table, answers, who) {
    return table.each ? byHand(answers, "tricks-", who.hands) : first(answers, "result");
  }

  /* The number of the effect of the contract as it was played; undefined where it is in no table. */
  function playOf(table, answers, who, isVulnerable) {
    var bid = first(answers, "bid") || first(answers, "level") + first(answers, "denomination");
    var rows = table.bids[bid] || table.bids[first(answers, "denomination")];
    var doubling = Number(first(answers, "doubling") || "0"), kinds = table.both ? 2 : 1;
    var row = rows && rows[doubling * kinds + (isVulnerable ? 1 : 0)];
    var place = table.results.indexOf(resultOf(table, answers, who));
    var number = row && place >= row[0] ? row[1 + place - row[0]] : -1;
    return number >= 0 ? number : undefined;
  }

  /* Effects of the play and of honours: two that are added, or one of both where they meet. */
  function effectsOf(table, answers, who, isVulnerable) {
    var play = playOf(table, answers, who, isVulnerable), held = honoursOf(table, answers, who);
    if (held === null || play === undefined || held === undefined) { return [table.effects[play], held]; }
    return typeof held === "number" ? [table.effects[play], table.effects[held]] : [table.effects[held(play)], null];
  }

  /* What the tables say of the honours that were told; null where no one spoke of them. */
  function honoursOf(table, answers, who) {
    var denomination = first(answers, "denomination") || first(answers, "bid").replace(/^\d+/, "");
    var held = table.held[table.honours[denomination]], said = [];
    if (table.by_hand) {
      said = [byHand(answers, "honours-", who.hands)].filter(function (each) { return /[1-9]/.test(each); });
    } else {
      if (answers.honours) { said.push(first(answers, "honours")); }
      if (answers.holder || answers.holding) {
        said.push(who.hands.indexOf(first(answers, "holder")) + " " + first(answers, "holding"));
      }
    }
    /* Where honours count nothing, nothing that was said of them counts. */
    if (!said.length || !held) { return null; }
    var found = said.length === 1 ? held[said[0]] : undefined;
    return held.plays && found ? function (play) { return found[held.plays.indexOf(play)]; } : found;
  }

  /* Effects of a game's own answers, in the order of the sheet. */
  function ownOf(table, answers) {
    var found = [];
    Object.keys(table.own).forEach(function (name) {
      (answers[name] || []).forEach(function (value) { found.push(table.effects[table.own[name][value]]); });
    });
    return found;
  }

  function add(sum, effect, order) {
    if (!effect) { return; }
    order.forEach(function (column, n) {
      sum.below[column] += effect[n];
      sum.above[column] += effect[n + order.length];
    });
  }

  function vulnerableIn(table, answers, stage) {
    var told = stage.vulnerable;
    Object.keys(table.vulnerable).forEach(function (name) {
      told = answers[name] ? table.vulnerable[name][first(answers, name)] : null;
    });
    return told;
  }

  /* What one deal brings its columns and who declared it; null where it is in no table. */
  function dealOf(table, stage, answers) {
    var columns = stage.games.map(function (_games, n) { return n; }), zero = columns.map(function () { return 0; });
    var sum = { below: zero.slice(), above: zero.slice(), who: "", vulnerable: false, passed: false };
    if (answers.passed_out) {
      sum.passed = true;
      var isPlayed = Object.keys(answers).some(function (name) { return /^tricks-/.test(name); });
      return isPlayed ? null : sum;
    }
    var name = [first(answers, "declarer"), first(answers, "partner")].filter(Boolean).join(" "), who = table.who[name];
    var told = vulnerableIn(table, answers, stage);
    if (!who || !told) { return null; }
    sum.vulnerable = told.indexOf(who.columns[0]) >= 0;
    sum.who = name;
    var effects = effectsOf(table, answers, who, sum.vulnerable);
    var own = ownOf(table, answers);
    if (effects.concat(own).indexOf(undefined) >= 0) { return null; }
    effects.forEach(function (each) { add(sum, each, who.columns); });
    own.forEach(function (each) { add(sum, each, columns); });
    return sum;
  }

  /* What is won: the entry of the stage's table, nothing, or undefined where that cannot be said. */
  function winOf(table, stage, counted, deal) {
    var reached = [], scored = [];
    counted.forEach(function (points, n) {
      if (table.at && points >= table.at) { reached.push(n); }
      if (deal.below[n] > 0) { scored.push(n); }
    });
    if (reached.length > 1) { return undefined; }
    var key = reached.length ? String(reached[0]) : "=" + scored.join("");
    var side = deal.who && table.who[deal.who].columns, win = stage.wins[key];
    Object.keys(stage.wins).forEach(function (each) {
      var parts = each.split(" "), who = parts.length > 1 && parts[1].split("-").map(Number);
      var isSide = who && side && who.every(function (column, n) { return column === side[n]; });
      if (parts[0] === key && isSide && Number(parts[2]) === Number(deal.vulnerable)) { win = stage.wins[each]; }
    });
    return win || (reached.length || stage.ends ? undefined : null);
  }

  /* now: where the server had the sheet; deals: the fields of each that waits, in order. Null where there is no
     sum; else what counts towards a game by column, all points of the rubber, games, who is vulnerable, and
     whether the rubber is over. */
  function sum(table, now, deals) {
    var at = table.stages.findIndex(function (stage) {
      return stage.played === now.played && stage.games.join() === now.games.join();
    });
    var below = now.below.slice(), rubber = now.rubber.slice(), over = false;
    var isKnown = at >= 0 && deals.every(function (fields) {
      var stage = table.stages[at], answers = answersOf(table, fields), deal = answers && !over && dealOf(table, stage, answers);
      if (!deal) { return false; }
      if (deal.passed) { return true; }
      below = below.map(function (points, n) { return points + deal.below[n]; });
      rubber = rubber.map(function (points, n) { return points + deal.below[n] + deal.above[n]; });
      var win = winOf(table, stage, table.line ? below : rubber, deal);
      if (win === undefined) { return false; }
      at = win ? win[1] : stage.then;
      if (win) {
        var bonus = table.effects[win[0]];
        rubber = rubber.map(function (points, n) { return points + bonus[n] + bonus[n + rubber.length]; });
        below = below.map(function (points, n) { return win[3][n] ? points : 0; });
        over = Boolean(win[2]);
      }
      return true;
    });
    var stage = isKnown && table.stages[at];
    return stage ? { counted: table.line ? below : rubber, rubber: rubber, games: stage.games,
      vulnerable: stage.vulnerable, over: over } : null;
  }

  window.figures = { sum: sum };
})();
