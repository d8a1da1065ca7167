/* Who plays: says at every tap what so many come to; Enter in the field adds. */
(function () {
  "use strict";
  var form = document.getElementById("names");
  if (!form) { return; }
  function shown(id, data) {
    var at = document.getElementById(id), text = at.getAttribute(data);
    if (at.textContent !== text) { at.textContent = text; }
  }
  function count() {
    var here = form.querySelectorAll("[name=who]:checked").length;
    var left = Number(form.elements.n.value) - here, most = "data-here-" + Math.min(here, 8);
    shown("missing", left > 0 && here ? "data-left-" + left : most);
    shown("go", most);
    document.getElementById("go").setAttribute("aria-disabled", String(here < 2));
    var tournament = document.getElementById("tournament");
    if (tournament) { tournament.hidden = here < 8; }
  }
  count();
  form.addEventListener("change", count);
  document.addEventListener("htmx:afterSettle", count);
  document.addEventListener("typed:back", count);
  form.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || event.target.id !== "q") { return; }
    event.preventDefault();
    form.requestSubmit(form.elements.enter);
  });
})();
