/* Who plays: says at every tap how many are still to come; Enter in a field does what stands beside it. */
(function () {
  "use strict";
  var form = document.getElementById("names");
  if (!form) { return; }
  function count() {
    var said = document.getElementById("missing");
    var left = Number(form.elements.n.value) - form.querySelectorAll("[name=who]:checked").length;
    said.textContent = left < 0 ? said.dataset.tooMany : said.getAttribute("data-left-" + left);
  }
  form.addEventListener("change", count);
  document.addEventListener("htmx:afterSettle", count);
  document.addEventListener("typed:back", count);
  form.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || !event.target.matches("#q, #g")) { return; }
    event.preventDefault();
    form.requestSubmit(event.target.closest(".with-key").querySelector("button"));
  });
})();
