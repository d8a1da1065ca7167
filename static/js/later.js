/* What a page needs only out of touch comes when all else is there, and again where it did not come. */
(function () {
  "use strict";
  var AGAIN = 5000;
  function load(each) {
    var script = document.createElement("script");
    script.src = each.content;
    script.async = false;
    script.onerror = function () {
      script.remove();
      window.setTimeout(load, AGAIN, each);
    };
    document.head.append(script);
  }
  window.addEventListener("load", function () { document.querySelectorAll("meta[name=later]").forEach(load); });
})();
