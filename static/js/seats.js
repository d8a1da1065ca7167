/* Taking seats: a name tapped into one seat leaves the other, where the one who sat here goes. */
(function () {
  "use strict";
  var form = document.getElementById("seats");
  if (!form) { return; }
  var held = {};
  function remember() {
    form.querySelectorAll('input[name^="seat-"]:checked').forEach(function (input) {
      held[input.name] = input.value;
    });
  }
  remember();
  document.addEventListener("typed:back", remember);
  form.addEventListener("change", function (event) {
    var tapped = event.target;
    if (tapped.name.indexOf("seat-") !== 0) { return; }
    var before = held[tapped.name];
    Object.keys(held).forEach(function (name) {
      if (name === tapped.name || held[name] !== tapped.value) { return; }
      var swap = form.querySelector('input[name="' + name + '"][value="' + before + '"]');
      if (swap) { swap.checked = true; }
    });
    remember();
  });
})();
