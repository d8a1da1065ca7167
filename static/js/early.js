// Before the first paint: the reader's own letters, light and suits, kept on this device.
(function () {
  document.documentElement.classList.add("js");
  try {
    ["theme", "size", "suits", "spacing", "hand"].forEach(function (key) {
      var value = localStorage.getItem("look." + key);
      if (value) document.documentElement.dataset[key] = value;
    });
  } catch (e) { /* Storage is forbidden here: the usual look will do. */ }
})();
