/* The entry of a deal: folds the contract when it is complete, keeps what is half entered. Without this script the same page works as a plain form. */
(function () {
  "use strict";
  var dirty = false, byArrow = false, held = false, late = false;

  /* Arrows pass over every key of a bar: what they touch on the way is not yet the answer. */
  document.addEventListener("keydown", function (event) {
    byArrow = event.key.indexOf("Arrow") === 0;
  }, true);
  document.addEventListener("pointerdown", function (event) {
    byArrow = false;
    held = Boolean(event.target.closest("#sentence"));
  }, true);
  /* A finger lies on Record: nothing takes the key away from under it. Once it is lifted, the sentence
     is asked for anew, unless the tap has recorded the deal. */
  function lifted() {
    window.setTimeout(function () {
      var f = form(), ask = late && f && !f.dataset.sending;
      held = late = false;
      if (ask) { window.htmx.trigger(f, "change"); }
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
    if (redraw) { redraw.value = event.target.name.indexOf("revoke-") === 0 ? "1" : ""; }
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

  function unanswered() { /* The outbox heard of it, and says so. */ }

  function fold(f) {
    f.action = f.dataset.contract;
    dirty = false;
    window.htmx.ajax("POST", f.dataset.contract, {
      source: f, target: "#page", select: "#page", swap: "outerHTML"
    }).catch(unanswered);
  }

  /* A line that is being typed stays, too, when another phone changes the table. */
  document.addEventListener("input", function (event) {
    if (event.target.matches("[data-outbox] :is(input[type=text], input:not([type]), textarea)")) { dirty = true; }
  });
  document.addEventListener("outbox:page", function () { dirty = false; });
  /* A page with something to put right comes with 409 or 422 and is shown all the same. */
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (held && event.detail.target.id === "sentence") {
      event.detail.shouldSwap = false;
      late = true;
      return;
    }
    var status = event.detail.xhr.status, asked = event.detail.requestConfig;
    /* Somebody tapped while the new page was on its way: what was tapped stays. */
    var refreshes = asked.verb === "get" && asked.path === window.location.pathname;
    if (dirty && refreshes) { event.detail.shouldSwap = false; return; }
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
  document.addEventListener("table-changed", function () {
    if (dirty || document.getElementById("away")) { return; }
    window.htmx.ajax("GET", window.location.pathname, {
      target: "#page", select: "#page", swap: "outerHTML"
    }).catch(unanswered);
  });
})();
