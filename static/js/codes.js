/* What waits on this phone as codes that another phone reads: drawn here, since nobody can be asked. */
(function () {
  "use strict";
  /* A code of more than this is too fine for many cameras; then there are several. */
  var LONGEST = 640, MARGIN = 4;
  var codes = [], shown = 0, made = "";

  function escaped(text) {
    return encodeURIComponent(text).replace(/[~*]/g, function (sign) { return sign === "~" ? "%7E" : "%2A"; });
  }

  function asText(entry) {
    return entry.fields.map(function (each) { return escaped(each[0]) + "*" + escaped(each[1]); }).join("~");
  }

  /* Addresses that hold all entries of this place, each short enough for a code. */
  function addresses(entries) {
    var found = [], address = "";
    entries.forEach(function (entry) {
      var more = "&i=" + encodeURIComponent(asText(entry));
      if (!address || address.length + more.length > LONGEST) {
        if (address) { found.push(address); }
        address = entry.handIn + "?p=" + encodeURIComponent(entry.pass);
      }
      address += more;
    });
    return address ? found.concat([address]) : found;
  }

  function drawing(text) {
    var code = window.qrcode(0, "L");
    code.addData(text, "Byte");
    code.make();
    var size = code.getModuleCount(), path = "", ns = "http://www.w3.org/2000/svg";
    for (var row = 0; row < size; row += 1) {
      for (var column = 0; column < size; column += 1) {
        if (code.isDark(row, column)) { path += "M" + (column + MARGIN) + " " + (row + MARGIN) + "h1v1h-1z"; }
      }
    }
    var whole = size + 2 * MARGIN, svg = document.createElementNS(ns, "svg");
    var ground = document.createElementNS(ns, "path"), dark = document.createElementNS(ns, "path");
    svg.setAttribute("viewBox", "0 0 " + whole + " " + whole);
    svg.setAttribute("shape-rendering", "crispEdges");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-labelledby", "waits-codes");
    ground.setAttribute("fill", "#fff");
    ground.setAttribute("d", "M0 0h" + whole + "v" + whole + "h-" + whole + "z");
    dark.setAttribute("d", path);
    svg.append(ground, dark);
    return svg;
  }

  function show() {
    var box = document.getElementById("waits-code"), words = document.getElementById("waits").dataset.code;
    box.querySelector(".code").replaceChildren(drawing(codes[shown]));
    var which = document.getElementById("waits-which"), next = document.getElementById("waits-next-code");
    which.textContent = window.words.fill(words, { n: shown + 1, of: codes.length });
    which.hidden = next.hidden = codes.length < 2;
    var address = document.getElementById("waits-address");
    address.href = address.textContent = codes[shown];
  }

  function make(entries) {
    var box = document.getElementById("waits-code"), place = document.getElementById("waits").dataset.place;
    var here = entries.filter(function (each) { return each.place === place; });
    codes = addresses(here.filter(function (each) { return each.handIn; }));
    box.hidden = !codes.length;
    document.getElementById("waits-nowhere").hidden = !here.length || Boolean(codes.length);
    if (codes.length && (codes.join() !== made || !box.querySelector("svg"))) { shown = 0; show(); }
    made = codes.join();
  }

  document.documentElement.classList.add("has-codes");
  document.addEventListener("click", function (event) {
    if (event.target.id === "waits-codes") { window.outbox.all().then(make); }
    if (event.target.id === "waits-next-code") { shown = (shown + 1) % codes.length; show(); }
  });
  /* While the codes are open they hold whatever waits. */
  document.addEventListener("outbox:changed", function (event) {
    var box = document.getElementById("waits-code");
    if (box && !box.hidden) { make(event.detail); }
  });
})();
