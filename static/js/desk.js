/* The director's room draws itself anew while it is read: what was unfolded stays so, and columns stay where they
   were scrolled to. */
(function () {
  "use strict";
  var open = [], tops = [];

  function folds() { return Array.from(document.querySelectorAll("#page details")); }
  function columns() { return Array.from(document.querySelectorAll(".room-now > .stack")); }
  function nameOf(each) { return each.id || each.querySelector("summary").textContent.trim(); }

  document.addEventListener("htmx:beforeSwap", function (event) {
    if (event.detail.target.id !== "page") { return; }
    open = folds().filter(function (each) { return each.open; }).map(nameOf);
    tops = columns().map(function (each) { return each.scrollTop; });
  });
  document.addEventListener("htmx:afterSwap", function () {
    folds().forEach(function (each) { if (open.indexOf(nameOf(each)) >= 0) { each.open = true; } });
    columns().forEach(function (each, at) { each.scrollTop = tops[at] || 0; });
    open = [];
    tops = [];
  });
})();
