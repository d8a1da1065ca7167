/* The round's clock counts by itself between two pages; without this script it stands as it was. */
(function () {
  "use strict";
  function show() {
    document.querySelectorAll("[data-ends]").forEach(function (clock) {
      var left = Math.round((new Date(clock.dataset.ends) - Date.now()) / 1000);
      var minutes = Math.floor(Math.abs(left) / 60), seconds = Math.abs(left) % 60;
      var words = clock.nextElementSibling;
      if (words && words.dataset.over) { words.textContent = " " + (left < 0 ? words.dataset.over : words.dataset.left); }
      clock.textContent = (left < 0 ? "\u2212" : "") + minutes + ":" + String(seconds).padStart(2, "0");
    });
  }
  show();
  window.setInterval(show, 1000);
})();
