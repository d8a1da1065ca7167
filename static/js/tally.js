/* Three rows of numbers and more that come to a sum become less to look at. Honours and aces: a key a hand, each tap adds one. Tricks:
   one player after the other, with the numbers that are left. Without this script the rows are as they are. */
(function () {
  "use strict";
  var TRICKS = 10;

  function rowsOf(group) { return Array.from(group.querySelectorAll("[data-hand]")); }
  function tapped(bar) { return bar.querySelector("input:checked"); }
  function valueOf(bar) { return tapped(bar) ? Number(tapped(bar).value) : 0; }
  function sumOf(bars) { return bars.reduce(function (sum, bar) { return sum + valueOf(bar); }, 0); }
  function set(bar, value) {
    var input = bar.querySelector('input[value="' + value + '"]');
    if (input) { input.checked = true; }
  }
  function nameOf(bar) { return document.getElementById(bar.getAttribute("aria-labelledby")).textContent; }
  function changed(group) { group.dispatchEvent(new Event("change", { bubbles: true })); }

  /* Honours: each tap adds one; when all are told, whoever was not tapped held none. */
  function draw(group) {
    var bars = rowsOf(group), sum = Number(bars[0].dataset.sum), told = sumOf(bars), keys = group.querySelector(".tally");
    bars.forEach(function (bar, number) {
      var key = keys.children[number];
      key.querySelector("b").textContent = valueOf(bar);
      key.disabled = told >= sum;
    });
    group.querySelector(".start-over").disabled = !told;
  }
  function makeTally(group) {
    var bars = rowsOf(group), sum = Number(bars[0].dataset.sum), keys = document.createElement("div");
    var over = document.createElement("button"), words = group.closest(".ask").dataset;
    keys.className = "bar tally bar-" + bars.length;
    bars.forEach(function (bar) {
      var key = document.createElement("button"), number = document.createElement("b");
      key.type = "button";
      key.className = "key";
      key.append(nameOf(bar) + " ", number);
      key.addEventListener("click", function () {
        set(bar, valueOf(bar) + 1);
        if (sumOf(bars) >= sum) { bars.forEach(function (each) { set(each, valueOf(each)); }); }
        draw(group);
        changed(group);
        window.ears.say(window.ears.textOf(key));
      });
      keys.append(key);
    });
    over.type = "button";
    over.className = "key key-small start-over";
    over.textContent = words.over;
    over.addEventListener("click", function () {
      bars.forEach(function (bar) { if (tapped(bar)) { tapped(bar).checked = false; } });
      draw(group);
      changed(group);
      keys.firstElementChild.focus();
    });
    group.append(keys, over);
    group.classList.add("tallied");
    draw(group);
  }

  /* Tricks: what is left after those before; the last one's number follows. */
  function offer(group) {
    var bars = rowsOf(group), left = Number(bars[0].dataset.sum), open = true;
    bars.forEach(function (bar, number) {
      bar.closest(".row").hidden = !open;
      var isLast = number === bars.length - 1;
      bar.querySelectorAll("input").forEach(function (input) {
        var can = isLast ? Number(input.value) === left : Number(input.value) <= left;
        input.closest("label").hidden = !can;
        if (!can) { input.checked = false; }
      });
      if (isLast && open) { set(bar, left); }
      left -= valueOf(bar);
      open = open && Boolean(tapped(bar));
    });
  }

  function begin() {
    document.querySelectorAll("#entry .rows-ask:not(.tallied):not(.offered)").forEach(function (group) {
      var bars = rowsOf(group);
      if (!bars.length) { return; }
      if (Number(bars[0].dataset.sum) < TRICKS && bars.length > 2) { makeTally(group); } else if (bars.length > 2) {
        group.classList.add("offered");
        offer(group);
      }
    });
  }
  document.addEventListener("change", function (event) {
    var group = event.target.closest(".rows-ask.offered");
    if (group) { offer(group); }
  }, true);
  document.addEventListener("htmx:afterSettle", begin);
  document.addEventListener("outbox:page", begin);
  document.addEventListener("deals:form", begin);
  begin();
})();
