// The look of the page: its switches, and sheets over it. Nothing here keeps score.
(function () {
  "use strict";
  var root = document.documentElement, AGAIN = 5000;

  function keep(key, value) {
    if (value) root.dataset[key] = value;
    else delete root.dataset[key];
    try {
      if (value) localStorage.setItem("look." + key, value);
      else localStorage.removeItem("look." + key);
    } catch (e) { /* It holds for this page only. */ }
  }

  function serve(look) {
    look.hidden = false;
    look.querySelectorAll("input[data-look]").forEach(function (input) {
      input.checked = (root.dataset[input.dataset.look] || "") === input.value;
      input.addEventListener("change", function () { keep(input.dataset.look, input.value); });
    });
  }
  document.querySelectorAll(".look").forEach(serve);
  // Keys that only a script can answer; a page that comes later by script brings its own. What a sheet still lacks
  // is on its way, and its key comes with it.
  function offer() {
    document.querySelectorAll("button[data-opens]").forEach(function (key) {
      key.hidden = Boolean(document.querySelector("#" + key.dataset.opens + " [data-brings]"));
    });
  }
  function bring() {
    var place = document.querySelector("[data-brings]");
    if (!place) return;
    fetch(place.dataset.brings, { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.text() : Promise.reject(answer.status);
    }).then(function (html) {
      var look = new DOMParser().parseFromString(html, "text/html").querySelector(".look");
      place.replaceWith(look);
      serve(look);
      offer();
      document.dispatchEvent(new CustomEvent("look:in"));
    }).catch(function () { window.setTimeout(bring, AGAIN); });
  }
  window.addEventListener("load", bring);
  document.addEventListener("htmx:afterSettle", offer);
  document.addEventListener("outbox:page", offer);
  offer();

  // Where a finger came down: if it is lifted elsewhere, because something came between, that is no tap beside a sheet.
  var down = null;
  document.addEventListener("pointerdown", function (event) { down = event.target; }, true);

  // A sheet over the page; closed, it gives the focus back to the key that opened it.
  document.addEventListener("click", function (event) {
    var key = event.target.closest("[data-opens]"), sheet = key && document.getElementById(key.dataset.opens);
    if (sheet && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      sheet.showModal();
    }
    // A tap beside the sheet closes it.
    if (event.target.matches("dialog.drawer[open]") && down === event.target) event.target.close();
    if (event.target.closest("[data-close]") && event.target.closest("dialog")) {
      event.preventDefault();
      event.target.closest("dialog").close();
    }
    if (event.target.closest("[data-print]")) window.print();
  });

  // Menus open without this. One is open at a time; Esc, and a tap beside it, close it; arrows walk it.
  function menus() { return Array.from(document.querySelectorAll("details.menu[open]")); }
  function shut(menu) {
    var held = menu.contains(document.activeElement);
    menu.open = false;
    if (held) menu.querySelector("summary").focus();
  }
  document.addEventListener("click", function (event) {
    menus().forEach(function (menu) {
      if (!menu.contains(event.target) || event.target.closest("[data-opens]")) menu.open = false;
    });
  });
  document.addEventListener("keydown", function (event) {
    var menu = menus()[0], at;
    if (!menu) return;
    if (event.key === "Escape") { shut(menu); return; }
    if (!/^Arrow(Up|Down)$/.test(event.key) || !menu.contains(document.activeElement)) return;
    event.preventDefault();
    var lines = Array.from(menu.querySelectorAll(".pop :is(a, button, input)"));
    at = lines.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    if (at < 0) menu.querySelector("summary").focus(); else if (at < lines.length) lines[at].focus();
  });

  // Ctrl or Cmd with K, or a slash: the page's own field where it has one, else that of the bar, else that of the sheet.
  document.addEventListener("keydown", function (event) {
    var held = event.ctrlKey || event.metaKey, typing = event.target.matches("input, textarea, select, [contenteditable]");
    if (event.altKey || event.shiftKey && event.key !== "/") return;
    if (!(held && event.key.toLowerCase() === "k") && !(event.key === "/" && !held && !typing)) return;
    var sheet = document.getElementById("more"), own = document.querySelector("main [data-search]");
    if (!own) own = Array.from(document.querySelectorAll(".find [data-search]")).filter(function (each) { return each.checkVisibility(); })[0];
    var field = own || (sheet && sheet.querySelector("[data-search]"));
    if (!field || document.querySelector("dialog:modal:not(#more)")) return;
    event.preventDefault();
    if (!own && !sheet.open) sheet.showModal();
    field.focus();
    field.select();
  });

  // Ctrl or Cmd with Enter: the page's green key; F8: the next of "Needs you"; F9: the typed line.
  function shown(selector) {
    var within = document.querySelector("dialog:modal") || document;
    return Array.from(within.querySelectorAll(selector)).filter(function (each) { return each.checkVisibility(); });
  }
  function next(keys) { return keys[(keys.indexOf(document.activeElement) + 1) % keys.length]; }
  function typedLine() {
    var line = document.querySelector("#line, [data-typed-line]"), sheet = line && line.closest("dialog");
    if (sheet && !sheet.open && !document.querySelector("dialog:modal")) sheet.showModal();
    return line && line.checkVisibility() ? line : null;
  }
  document.addEventListener("keydown", function (event) {
    var plain = !event.altKey && !event.shiftKey, held = event.ctrlKey || event.metaKey, found = null;
    if (!plain || event.repeat) return;
    if (held && event.key === "Enter") {
      found = shown(".dock .key-go").concat(shown(".key-go"))[0];
      if (found) { event.preventDefault(); found.click(); }
      return;
    }
    if (!held && event.key === "F8") found = next(shown("[data-needs-you] :is(a, button)"));
    if (!held && event.key === "F9") found = typedLine();
    if (found) { event.preventDefault(); found.focus(); }
  });

  // A figure's lines come into the drawer; without this file the same link opens them as a page. A sheet in which
  // questions come anew stays shut where somebody is done with it.
  document.addEventListener("htmx:afterSwap", function (event) {
    var drawer = event.target.closest("#drawer");
    if (drawer && !drawer.open) drawer.showModal();
  });
})();
