/* The entry of a deal: folds the contract when it is complete, keeps what is half entered. Without this script the same page works as a plain form. */
(function () {
  "use strict";
  var dirty = false, byArrow = false, held = false, late = false, again = false, untold = false;

  /* Arrows pass over every key of a bar: what they touch on the way is not yet the answer. */
  document.addEventListener("keydown", function (event) {
    byArrow = event.key.indexOf("Arrow") === 0;
  }, true);
  /* In a row that has the focus a figure, a suit's letter or an initial chooses; again, the next that fits. */
  function fits(input, letter) {
    return input.value.toLowerCase() === letter || input.closest("label").textContent.trim().indexOf(letter) === 0 ||
      window.ears.textOf(input.closest("label")).toLowerCase().indexOf(letter) === 0 ||
      (isNaN(letter) && input.value.toLowerCase().indexOf(letter) === 0);
  }
  document.addEventListener("keydown", function (event) {
    var own = event.target, letter = event.key.toLowerCase();
    var isOther = event.ctrlKey || event.metaKey || event.altKey || letter.length !== 1 || letter === " ";
    if (isOther || !own.matches("#entry .bar input[type=radio]")) { return; }
    var row = Array.from(own.closest(".ask").querySelectorAll('input[name="' + own.name + '"]:not(:disabled)'));
    row = row.slice(row.indexOf(own) + 1).concat(row.slice(0, row.indexOf(own) + 1));
    var found = row.find(function (each) { return fits(each, letter); });
    if (!found || found.closest("label").offsetParent === null) { return; }
    event.preventDefault();
    found.checked = true;
    found.focus();
    found.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("pointerdown", function (event) {
    byArrow = false;
    held = Boolean(event.target.closest("#sentence, #entry label"));
  }, true);
  /* A finger lies on Record or on an answer: nothing takes the key away from under it. Once it is lifted, the
     sentence and the questions that follow from it are asked for anew, unless the tap has recorded the deal. */
  function lifted() {
    window.setTimeout(function () {
      var f = form(), ask = late && f && !f.dataset.sending;
      held = late = false;
      again = ask;
      if (ask) { window.htmx.trigger(f, "change"); }
      again = false;
    }, 0);
  }
  document.addEventListener("pointerup", lifted, true);
  document.addEventListener("pointercancel", lifted, true);

  function form() { return document.getElementById("entry"); }

  function chosen(name) {
    var f = form();
    return f && f.querySelector('input[name="' + name + '"]:checked');
  }

  function complete(f) {
    /* A declaration without a number needs none. */
    var bare = f.querySelector('input[name="denomination"]:checked[data-bare]');
    var needs = ["declarer"].concat(
      f.querySelector('input[name="bid"]') ? ["bid"] : bare ? ["denomination"]
        : ["level", "denomination"]
    );
    if (f.querySelector('input[name="partner"]')) { needs.push("partner"); }
    return needs.every(chosen);
  }

  /* The last row fills itself: five honours, four aces, ten tricks in all. */
  function fillLastHand(f) {
    var bars = Array.prototype.slice.call(f.querySelectorAll("[data-hand]"));
    if (!bars.length) { return; }
    var left = Number(bars[0].dataset.sum), open = [];
    bars.forEach(function (bar) {
      var tapped = bar.querySelector("input:checked:not([data-filled])");
      if (tapped) { left -= Number(tapped.value); } else { open.push(bar); }
    });
    if (open.length !== 1 || left < 0) { return; }
    var last = open[0].querySelector('input[value="' + left + '"]');
    if (last) { last.checked = true; last.dataset.filled = "1"; }
  }

  document.addEventListener("change", function (event) {
    var f = form();
    if (!f || !f.contains(event.target)) { return; }
    dirty = true;
    delete event.target.dataset.filled;
    if (event.target.closest("[data-hand]")) { fillLastHand(f); }
    /* One answer to one question: whose hand replaces how many a side, and the other way round. */
    if (event.target.name === "denomination") { takeOff(f, event.target.value); }
    if (event.target.name === "honours") { clear(f, ["holding", "holder"]); }
    if (event.target.name === "holding" || event.target.name === "holder") { clear(f, ["honours"]); }
    /* Who revoked decides what may be claimed: then the page asks for the penalties anew. */
    var redraw = f.elements.redraw_penalties;
    if (redraw) { redraw.value = again || (event.target.name || "").indexOf("revoke-") === 0 ? "1" : ""; }
    if (event.target.name === "result") {
      var tricks = f.querySelector('input[name="tricks"]');
      if (tricks) { tricks.value = ""; }
    }
    if (f.dataset.step === "1" && f.dataset.folds === "1" && complete(f)) {
      if (byArrow) { f.querySelector("[formaction]").classList.remove("js-hidden"); } else { fold(f); }
    }
  }, true);

  /* What does not count in what was tapped is not shown any more, and is not meant. */
  function takeOff(f, denomination) {
    f.querySelectorAll('[data-not~="' + denomination + '"]').forEach(function (part) {
      part.querySelectorAll("input:checked").forEach(function (input) { input.checked = false; });
    });
  }

  function clear(f, names) {
    names.forEach(function (name) {
      var tapped = f.querySelector('input[name="' + name + '"]:checked');
      if (tapped) { tapped.checked = false; }
    });
  }

  /* A question that is drawn anew while it is being answered keeps its answer. */
  var answered = {};
  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    event.detail.target.querySelectorAll("input:checked").forEach(function (each) { answered[each.name] = each.value; });
  });
  document.addEventListener("htmx:oobAfterSwap", function () {
    var f = form(), names = Object.keys(answered);
    names.forEach(function (name) {
      var input = f && f.querySelector('input[name="' + name + '"][value="' + answered[name] + '"]');
      if (input && !input.checked) {
        input.checked = true;
        window.htmx.trigger(f, "change");
      }
    });
    answered = {};
  });

  /* A sheet that is open is being read, and stays. */
  /* A sheet is open, or the question who sits here. */
  function isReading() { return Boolean(document.querySelector("#page dialog[open], #asks-names[open]")); }

  function unanswered() { /* The outbox heard of it, and says so. */ }

  /* What was tapped stands in one line at once. The server's page takes its place, with the questions that follow;
     where none comes the keys are there again. */
  function foldHere(f) {
    var line = document.createElement("p"), card = f.querySelector(".card"), tapped = document.activeElement;
    line.className = "contract";
    line.id = "folded";
    line.tabIndex = -1;
    card.querySelectorAll(".bar input:checked").forEach(function (input) {
      if (input.name === "doubling" && input.value === "0") { return; }
      var sign = input.closest("label").querySelector("span").cloneNode(true), word = document.createElement("span");
      word.className = "visually-hidden";
      word.textContent = window.ears.textOf(input.closest("label"));
      sign.setAttribute("aria-hidden", "true");
      line.append(sign, word, " ");
    });
    card.append(line);
    f.classList.add("folded");
    line.focus({ preventScroll: true });
    return function () {
      if (!line.isConnected) { return; }
      var held = document.activeElement === line;
      line.remove();
      f.classList.remove("folded");
      if (held) { tapped.focus({ preventScroll: true }); }
    };
  }

  function fold(f) {
    var unfold = foldHere(f);
    f.action = f.dataset.contract;
    f.dataset.land = "#noted";
    dirty = false;
    window.htmx.ajax("POST", f.dataset.contract, {
      source: f, target: "#page", select: "#page", selectOOB: "#top", swap: "outerHTML"
    }).catch(unanswered).then(unfold);
  }

  /* Record while something lacks leads to the question; the server is asked nothing. A number of tricks that
     was typed is an answer, too. */
  function open(f) {
    var typed = f.elements.tricks && f.elements.tricks.value;
    return Array.from(f.querySelectorAll(".ask[id]")).find(function (ask) {
      var radios = ask.querySelectorAll("input[type=radio]"), isSeldom = ask.closest("dialog, details");
      if (typed && ask.id === "ask-result") { return false; }
      return radios.length && !isSeldom && ask.id !== "ask-honours" && ask.id !== "ask-doubling" &&
        !ask.querySelector("input:checked");
    });
  }
  /* Of a board's result only what every result has is asked for here. */
  function lacksInBoard(f) {
    var ask = f.querySelector("[data-bare]:checked") ? null : open(f);
    return ask && /^ask-(level|denomination|declarer|result)$/.test(ask.id) ? ask : null;
  }
  document.addEventListener("click", function (event) {
    var f = form(), key = event.target.closest("#sentence .key-go[aria-disabled=true]"), ask = key && f && open(f);
    if (!key && f && event.target.closest(".dock > .key-go[form=entry]")) { ask = lacksInBoard(f); }
    if (!ask) { return; }
    event.preventDefault();
    window.ears.land(ask.querySelector("input"), window.ears.textOf(ask.querySelector("legend")));
  }, true);

  /* What is half entered is not dropped unasked. */
  document.addEventListener("submit", function (event) {
    var f = form(), drops = document.getElementById("drops");
    if (!event.target.matches("[data-drops]") || !drops || !f || !window.outbox.isBegun(f) || drops.dataset.sure) { return; }
    event.preventDefault();
    event.stopImmediatePropagation();
    drops.hidden = false;
    drops.previousElementSibling.hidden = true;
    window.ears.land("#drops-asks", document.getElementById("drops-asks").textContent);
  }, true);
  document.addEventListener("click", function (event) {
    var drops = document.getElementById("drops"), key = event.target.closest("[data-drop], [data-keep]");
    if (!drops || !key) { return; }
    var keys = drops.previousElementSibling;
    drops.hidden = true;
    keys.hidden = false;
    if (key.hasAttribute("data-keep")) { keys.querySelector("[data-drops] button").focus(); return; }
    drops.dataset.sure = "1";
    keys.querySelector("[data-drops] button").click();
  });

  /* A contract that is changed: what it becomes, as the keys say it. */
  function showBecomes() {
    var f = form(), place = document.querySelector("#becomes ins");
    if (!f || !place) { return; }
    var keys = ["bid", "level", "denomination", "doubling", "declarer", "partner"].map(chosen).filter(Boolean);
    place.textContent = keys.map(function (key) { return window.ears.textOf(key.closest("label")); }).join(" · ");
    place.hidden = keys.every(function (key) { return key.defaultChecked; });
  }
  document.addEventListener("change", showBecomes);

  /* A key's own words, without what it would do. */
  function shortOf(each) {
    var copy = each.cloneNode(true);
    copy.querySelectorAll("small").forEach(function (part) { part.remove(); });
    return window.ears.textOf(copy);
  }

  /* What seldom happens stands on the page as a line each, with a key that takes it back. */
  function listElse() {
    var f = form(), list = document.getElementById("else-said");
    if (!f || !list) { return; }
    list.textContent = "";
    f.querySelectorAll("#else > .card > details").forEach(function (part) {
      var tapped = Array.from(part.querySelectorAll('input:checked:not([name^="often-"])'));
      var typed = Array.from(part.querySelectorAll("input[type=number]")).filter(function (each) { return each.value; });
      if (!tapped.length && !typed.length) { return; }
      var row = document.createElement("li"), words = document.createElement("p"), off = document.createElement("button");
      words.textContent = [part.querySelector("summary")].concat(tapped.map(function (each) { return each.closest("label"); }))
        .map(shortOf).concat(typed.map(function (each) { return each.value; })).join(" · ");
      off.type = "button";
      off.className = "key key-small";
      off.textContent = list.dataset.off;
      off.addEventListener("click", function () {
        tapped.forEach(function (each) { each.checked = false; });
        typed.forEach(function (each) { each.value = ""; });
        part.dispatchEvent(new Event("change", { bubbles: true }));
        window.ears.land(document.querySelector('[data-opens="else"]'));
      });
      row.append(words, off);
      list.append(row);
    });
    list.hidden = !list.children.length;
  }
  document.addEventListener("change", listElse);
  document.addEventListener("htmx:afterSettle", listElse);
  document.addEventListener("outbox:page", listElse);
  listElse();

  /* A line that is being typed stays, too, when another phone changes the table. */
  document.addEventListener("input", function (event) {
    if (event.target.matches("[data-outbox] :is(input[type=text], input:not([type]), textarea)")) { dirty = true; }
  });
  /* A form that came back with something to correct, or with a question, holds what was entered. */
  function asksBack() { return Boolean(document.querySelector("#page .errors, #asks-honours, [data-asks-back]")); }
  document.addEventListener("outbox:page", function () { dirty = asksBack(); });
  document.addEventListener("htmx:afterSettle", function () { dirty = dirty || asksBack(); });
  /* A page with something to put right comes with 409 or 422 and is shown all the same. */
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (held && event.detail.target.id === "sentence") {
      event.detail.shouldSwap = false;
      late = true;
      return;
    }
    var status = event.detail.xhr.status, asked = event.detail.requestConfig;
    /* Somebody tapped while the new page was on its way: what was tapped stays. */
    var refreshes = asked.verb === "get" && asked.path.split("?")[0] === window.location.pathname;
    if ((dirty || isReading()) && refreshes) { event.detail.shouldSwap = false; return; }
    /* The table does something else now: its page has an address of its own. */
    var to = event.detail.xhr.responseURL;
    if (refreshes && to && new URL(to).pathname !== window.location.pathname) {
      event.detail.shouldSwap = false;
      document.dispatchEvent(new CustomEvent("page:leaves"));
      window.location.assign(to);
      return;
    }
    if (status === 422 || status === 409) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });
  function mayComeAnew() { return !(dirty || isReading() || document.getElementById("away")); }
  /* A board that was chosen, to be entered or corrected, stays the one that is asked for. */
  function address() {
    var f = form(), board = f && f.elements.board, asked = new URLSearchParams(window.location.search).get("board");
    return window.location.pathname + (board && board.value === asked ? window.location.search : "");
  }
  function comeAnew() {
    return window.htmx.ajax("GET", address(), {
      target: "#page", select: "#page", selectOOB: "#top", swap: "outerHTML"
    }).catch(unanswered);
  }
  document.addEventListener("table-changed", function () {
    if (mayComeAnew()) { comeAnew(); }
  });
  /* What the stream told of is on the page that comes anew, and what is said of it, too. */
  document.addEventListener("news:heard", function (event) {
    if (!event.target.dataset.said || !mayComeAnew()) { return; }
    event.preventDefault();
    untold = true;
    comeAnew().then(function () { untold = false; });
  });
  document.addEventListener("htmx:afterSwap", function (event) {
    var news = untold && event.target.id === "page" && document.getElementById("news");
    if (news) { window.ears.say(news.dataset.said); }
  });
})();
