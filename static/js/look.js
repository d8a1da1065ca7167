// The look of the page: switches at the foot, the drawer for "why". Nothing here keeps score.
(function () {
  "use strict";
  var root = document.documentElement;

  function keep(key, value) {
    if (value) root.dataset[key] = value;
    else delete root.dataset[key];
    try {
      if (value) localStorage.setItem("look." + key, value);
      else localStorage.removeItem("look." + key);
    } catch (e) { /* It holds for this page only. */ }
  }

  var look = document.querySelector(".look");
  if (look) {
    look.hidden = false;
    look.querySelectorAll("input[data-look]").forEach(function (input) {
      input.checked = (root.dataset[input.dataset.look] || "") === input.value;
      input.addEventListener("change", function () { keep(input.dataset.look, input.value); });
    });
  }

  // "More" at the foot of a phone closes with Escape and with a tap elsewhere.
  document.addEventListener("keydown", function (event) {
    var open = event.key === "Escape" && document.querySelector(".rooms details[open]");
    if (open) { open.open = false; open.querySelector("summary").focus(); }
  });
  document.addEventListener("click", function (event) {
    var open = document.querySelector(".rooms details[open]");
    if (open && !open.contains(event.target)) open.open = false;
    if (event.target.closest("[data-close]") && event.target.closest("dialog")) {
      event.preventDefault();
      event.target.closest("dialog").close();
    }
    if (event.target.closest("[data-print]")) window.print();
  });

  // A figure's lines come into the drawer; without this file the same link opens them as a page.
  document.addEventListener("htmx:afterSwap", function (event) {
    var drawer = event.target.closest("dialog.drawer");
    if (drawer && !drawer.open) drawer.showModal();
  });

  // What the page says went wrong is where reading goes on.
  var errors = document.querySelector(".errors");
  if (errors) errors.focus();
})();
