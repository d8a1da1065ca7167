/* What is half tapped at a table is there again after a look at another page, as at what the law says: it is kept for its
   own deal or board as long as the tab is open, until it is recorded. kept.js forgets it when nobody is in any more. */
(function () {
  "use strict";
  var HALF = "typed:in:half:", DEAL = "typed:in:deal:", WHOSE = ["part", "position", "people", "round", "board", "side", "table", "wrong"];

  function form() { return document.getElementById("entry"); }
  function keyOf(f) {
    return HALF + window.location.pathname + JSON.stringify(WHOSE.map(function (name) {
      var found = f.querySelector('input[type=hidden][name="' + name + '"]');
      return found && found.value;
    }));
  }
  function inputs(f) {
    return Array.from(f.elements).filter(function (each) { return each.matches("input:not([type=hidden])") && each.name; });
  }
  function isTapped(each) { return each.type === "radio" || each.type === "checkbox"; }
  /* What the page itself answers a question with: a choice by the law may have changed it meanwhile. */
  function given(all, each) {
    if (!isTapped(each)) { return each.defaultValue; }
    var first = all.find(function (one) { return one.name === each.name && one.defaultChecked; });
    return first ? first.value : "";
  }
  function read(key) { return JSON.parse(sessionStorage.getItem(key) || "[]"); }
  function write(key, fields) {
    if (fields.length) { sessionStorage.setItem(key, JSON.stringify(fields)); } else { sessionStorage.removeItem(key); }
  }

  /* The page of what the law says, opened out of touch, has it from here which deal is in hand. */
  function noteDeal() {
    var f = form(), position = f && f.elements.position;
    if (!position || f.dataset.changes) { return; }
    sessionStorage.setItem(DEAL + window.location.pathname, JSON.stringify(
      { part: f.elements.part.value, position: position.value, number: f.dataset.number }));
  }

  function keep() {
    var f = form();
    noteDeal();
    if (!f || f.dataset.sending || f.dataset.changes) { return; }
    var all = inputs(f), now = all.filter(function (each) {
      if (each.dataset.filled) { return false; }
      return isTapped(each) ? each.checked && !each.defaultChecked : each.value !== each.defaultValue;
    }).map(function (each) { return [each.name, each.value, given(all, each)]; });
    var names = all.map(function (each) { return each.name; });
    /* What has no question on this page yet, the result before the contract is noted, waits for it. */
    write(keyOf(f), now.concat(read(keyOf(f)).filter(function (each) { return names.indexOf(each[0]) < 0; })));
  }

  function putBack() {
    var f = form();
    if (!f || f.dataset.sending) { return; }
    var key = keyOf(f), all = inputs(f), left = [], back = [];
    read(key).forEach(function (one) {
      var same = all.filter(function (each) { return each.name === one[0]; });
      if (!same.length) { left.push(one); return; }
      var found = same.find(function (each) { return !isTapped(each) || each.value === one[1]; });
      if (!found || given(all, found) !== one[2]) { return; }
      if (isTapped(found)) { found.checked = true; } else { found.value = one[1]; }
      back.push(found);
    });
    write(key, left);
    back.filter(isTapped).forEach(function (each) { each.dispatchEvent(new Event("change", { bubbles: true })); });
    back.filter(function (each) { return !isTapped(each); }).forEach(function (each) {
      each.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }

  function trying(work) {
    return function () { try { work(); } catch (e) { /* Storage is forbidden here. */ } };
  }
  document.addEventListener("DOMContentLoaded", trying(putBack));
  document.addEventListener("deals:form", trying(putBack));
  document.addEventListener("htmx:afterSettle", function (event) {
    if (event.target.id === "page") { trying(putBack)(); }
  });
  window.addEventListener("pagehide", trying(keep));
  document.addEventListener("outbox:entered", function (event) {
    trying(function () { sessionStorage.removeItem(keyOf(event.detail.form)); })();
  });
})();
