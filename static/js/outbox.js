/* What is recorded at a table goes into this phone's outbox first, and from there to the server, in
   order. While the server cannot be reached it waits there, also when the page is closed; each
   entry's own key makes it count once. Without this script, or without storage, forms go as ever. What is decided of an
   answer comes first; node, which has no page, tests it alone. */
(function () {
  "use strict";
  /* Something before the server answers that it is not there, or it says that its database is away. */
  function isAway(status) { return status >= 502 && status <= 504; }

  /* What an entry is after an answer that did not take it in (409: not yet; 422: not like this), and whether what comes
     after it at its place waits, too: what was for a line-up that has ended keeps nothing back. */
  function refused(entry, status, said) {
    var ended = Boolean(said.ended), isWrong = status === 422;
    return { holds: !ended && (!isWrong || Boolean(entry.strict)),
      entry: Object.assign({}, entry, { tried: false, refused: said.text, ended: ended, wrong: isWrong && !ended }) };
  }

  if (typeof module === "object" && module.exports) {
    module.exports = { isAway: isAway, refused: refused };
    return;
  }

  var TIMEOUT = 8000, AGAIN = 5000, queue = window.queue;
  var opened, near = true, since = null, busy = false, held = null;

  function card() { return document.getElementById("waits"); }
  function tell(name, detail) { document.dispatchEvent(new CustomEvent(name, { detail: detail })); }

  /* A key that nobody had before. crypto.randomUUID is missing on plain http. */
  function newKey() {
    var bytes = crypto.getRandomValues(new Uint8Array(15));
    return btoa(String.fromCharCode.apply(null, bytes)).replace(/\+/g, "-").replace(/\//g, "_");
  }

  /* Lay an entry into the outbox. fields: [[name, value], ...]; said: how a person reads it, in a sentence if any. */
  function add(fields, said, sentence) {
    var at = card().dataset;
    var entry = { place: at.place, url: at.waiting, handIn: at.handIn, pass: at.pass, strict: at.strict,
      fields: queue.kept(fields).concat([["key", newKey()]]), said: said, sentence: sentence || "", at: Date.now(), refused: "" };
    return queue.put(entry).then(function (id) { entry.id = id; return entry; });
  }

  function token() {
    /* What https set counts before what plain http on the same machine did. */
    var cookie = document.cookie.match(/(?:^|; )__Secure-csrftoken=([^;]+)/) || document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    var field = document.querySelector("input[name=csrfmiddlewaretoken]");
    return cookie ? cookie[1] : field ? field.value : "";
  }

  function post(url, fields) {
    var body = new URLSearchParams(), stop = new AbortController();
    fields.forEach(function (each) { body.append(each[0], each[1]); });
    var timer = window.setTimeout(function () { stop.abort(); }, TIMEOUT);
    return fetch(url, { method: "POST", body: body, signal: stop.signal, credentials: "same-origin",
      headers: { "X-CSRFToken": token() } }).then(function (answer) {
        window.clearTimeout(timer);
        return there(answer);
      });
  }

  function there(answer) {
    if (isAway(answer.status)) { throw new Error("away"); }
    return answer;
  }

  function touch(isNear) {
    var changed = near !== isNear;
    near = isNear;
    if (near) { since = null; } else if (!since) { since = new Date(); }
    if (changed) { tell(near ? "outbox:near" : "outbox:away"); }
    return show();
  }

  function count(number) {
    return window.words.counted(JSON.parse(document.getElementById("waits-words").textContent), number);
  }

  function show() {
    return queue.all().then(function (entries) {
      var sign = document.getElementById("touch"), page = document.getElementById("page"), box = card();
      if (sign && page) {
        var when = since && since.getHours() + ":" + String(since.getMinutes()).padStart(2, "0");
        var said = near ? page.dataset.near : window.words.fill(page.dataset.away, { time: when });
        if (box && entries.length) { said += " · " + count(entries.length); }
        sign.classList.toggle("away", !near);
        if (sign.textContent !== said) { sign.textContent = said; }
      }
      if (!box) { return; }
      var text = window.words.begun(count(entries.length)), heading = document.getElementById("waits-count");
      box.hidden = near && !entries.length;
      if (heading.textContent !== text) { heading.textContent = text; }
      box.querySelectorAll("[data-when=away]").forEach(function (each) {
        if (near || each.id !== "waits-other") { each.hidden = near; }
      });
      document.getElementById("waits-codes").hidden = !entries.length;
      list(entries);
      tell("outbox:changed", entries);
    });
  }

  /* Only what was refused is listed: whatever merely waits needs nothing from anybody. */
  function list(entries) {
    var rows = document.getElementById("waits-list"), row = document.getElementById("waits-row");
    var told = entries.filter(function (each) { return each.refused; });
    var now = near + told.map(function (each) { return each.id + each.refused; }).join();
    if (rows.dataset.now === now) { return; }
    rows.dataset.now = now;
    rows.textContent = "";
    told.forEach(function (each) {
      var one = row.content.cloneNode(true);
      var reason = document.createElement("mark");
      reason.textContent = each.refused;
      one.querySelector("p").append(each.said, document.createElement("br"), reason);
      one.querySelector("[data-off]").addEventListener("click", function () { queue.remove(each.id).then(show); });
      one.querySelector("[data-right]").hidden = !each.wrong || !near;
      one.querySelector("[data-right]").addEventListener("click", function () { putRight(each); });
      rows.append(one);
    });
  }

  /* The page's own form, filled in as it was, with what is wrong with it. */
  function putRight(entry) {
    var table = entry.fields.find(function (each) { return each[0] === "table"; });
    var url = card().dataset.right.replace("TABLE", table ? table[1] : "");
    post(url, entry.fields).then(function (answer) {
      if (!answer.ok && answer.status !== 422) { return null; }
      return queue.remove(entry.id).then(function () { return showPage(answer, true); });
    }, function () { return touch(false); });
  }

  /* Send what waits, in order. 409: not yet, so whatever follows there waits too; 422: not like this. */
  function flush() {
    if (busy || !queue.isOpen()) { return Promise.resolve(); }
    busy = true;  // whatever comes meanwhile goes with the next
    var shut = {}, answered = false;
    function next(entries) {
      var entry = entries.shift();
      if (!entry) { return null; }
      /* What is being changed is not sent meanwhile, nor what comes after it. */
      if (shut[entry.place] || entry.id === held) {
        shut[entry.place] = true;
        return next(entries);
      }
      return queue.claim(entry.id).then(function (now) {
        entry = now;
        return now && post(now.url, now.fields);
      }).then(function (answer) {
        if (!answer) { return null; }
        answered = true;
        if (answer.ok) {
          return queue.remove(entry.id).then(function () {
            tell("outbox:in", entry);
            return own(answer);
          });
        }
        return why(answer).then(function (said) {
          var after = refused(entry, answer.status, said);
          if (after.holds) { shut[entry.place] = true; }
          return queue.put(after.entry);
        });
      }).then(function () { return next(entries); });
    }
    return reached().then(queue.all).then(next).then(function () { return answered ? touch(true) : show(); }, function () { return touch(false); })
      .finally(function () { busy = false; }).then(queue.all).then(function (entries) {
        tell("outbox:flushed");
        if (near && !entries.some(function (each) { return !each.refused; })) { tell("outbox:sent"); }
      });
  }

  /* What went in from here is no news to this page (news.js). */
  function own(answer) {
    return answer.json().then(function (said) {
      if (said.revision) { tell("own-act", { revision: said.revision }); }
    }, function () { /* It says nothing of itself. */ });
  }

  /* Out of touch the server is asked for its news first: what is not sent can still be changed. */
  function reached() {
    var news = document.getElementById("news"), url = news && news.getAttribute("hx-get"), stop = new AbortController();
    if (near || !url) { return Promise.resolve(); }
    var timer = window.setTimeout(function () { stop.abort(); }, TIMEOUT);
    return fetch(url, { signal: stop.signal, credentials: "same-origin" }).then(there)
      .finally(function () { window.clearTimeout(timer); });
  }

  function why(answer) {
    if (answer.status === 409 || answer.status === 422) {
      return answer.json();
    }
    var words = card() ? card().dataset : {};
    return Promise.resolve({ text: answer.status < 500 ? words.shut : words.broken });
  }

  /* The answer is a page: what it shows takes the place of what stands here. One of another edition is opened. */
  function showPage(answer, isAnswer, form, key) {
    var here = new URL(answer.url);
    if (window.edition.opens(answer, form, key)) { return null; }
    if (answer.redirected && here.pathname !== window.location.pathname) {
      tell("page:leaves");
      window.location.assign(answer.url);
      return null;
    }
    var copy = answer.clone();
    return answer.text().then(function (html) {
      var page = new DOMParser().parseFromString(html, "text/html");
      document.title = page.title;
      window.ears.remember();
      ["top", "main"].forEach(function (part) {
        document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
      });
      if (answer.redirected) { window.history.replaceState(null, "", here.pathname + here.search); }
      window.htmx.process(document.getElementById("main"));
      window.ears.arrive(isAnswer);
      tell("outbox:page");
      stayAway();
      if (answer.ok) { keepPage(window.location.pathname, copy); }
      return show();
    });
  }

  /* A page that was on its way when the network went is shown as one that is out of touch. */
  function stayAway() {
    if (!near) { tell("outbox:away"); }
  }

  /* The page as the server has it now. A phone that is let in no more stays with what it shows:
     the page to log in has no place for what waits. */
  function refresh() {
    var asked = { credentials: "same-origin", headers: { "HX-Request": "true" } };
    return fetch(window.location.href, asked).then(there).then(function (answer) {
      return answer.status === 403 || answer.status === 404 ? show() : showPage(answer);
    }, function () { return touch(false); });
  }

  function fieldsOf(form, key) {
    var fields = Array.from(new FormData(form).entries());
    if (key && key.name) { fields.push([key.name, key.value]); }
    return fields;
  }

  /* What was tapped, as a person reads it. */
  function wordsOf(form, key) {
    /* How often somebody revoked says nothing of a deal in which nobody did. */
    var tapped = Array.from(form.querySelectorAll('input:checked:not([name^="often-"])')).map(function (each) {
      var label = each.closest("label"), row = each.closest(".row") && each.closest(".row").querySelector("b");
      var word = (!row && each.getAttribute("aria-label")) || (label.querySelector(".visually-hidden") || label).textContent.trim();
      /* A number in a row of numbers says nothing without whose row it is. */
      if (!row) { return word; }
      return each.closest("fieldset").querySelector("legend").textContent.trim() + ", " + row.textContent + ": " + word;
    });
    return [form.dataset.said || ""].concat(tapped, tapped.length ? [] : [key ? key.textContent.trim() : ""])
      .filter(Boolean).join(" · ");
  }

  /* What a form holds so far, to fill another in with it. */
  function tapped(form) {
    return Array.from(form.querySelectorAll("input:checked, input[type=text], input[type=number]"))
      .map(function (each) { return [each.name, each.value]; });
  }
  function fill(form, fields) {
    fields.forEach(function (each) {
      form.querySelectorAll('[name="' + each[0] + '"]:not([type=hidden])').forEach(function (input) {
        if (input.type === "radio" || input.type === "checkbox") {
          input.checked = input.checked || input.value === each[1];
        } else { input.value = each[1]; }
      });
    });
  }

  /* Whether somebody has begun to fill a form in. */
  function isBegun(form) {
    return Array.from(form.querySelectorAll("input:not([type=hidden])")).some(function (each) {
      return each.checked !== each.defaultChecked || each.value !== each.defaultValue;
    });
  }

  /* Straight to the page that the form is for, so that its answer can be shown. */
  function sendNow(form, key, fields, entry) {
    var own = fields.filter(function (each) { return each[0] !== "key"; });
    return post(form.action, own.concat([["key", entry.fields[entry.fields.length - 1][1]]]))
      .then(function (answer) {
        /* Not let in, or a fault of the server: what was entered stays here. */
        if (!answer.ok && answer.status !== 409 && answer.status !== 422) {
          busy = false;
          return flush();
        }
        return queue.remove(entry.id).then(function () { return touch(true); })
          .then(function () { return showPage(answer, true, answer.ok ? null : form, key); });
      }, function () { return touch(false); })
      .finally(function () { busy = false; });
  }

  /* An entry that waits takes the answers of a form that was opened to change it. */
  function replace(form, fields, words) {
    var id = Number(form.dataset.changes);
    return queue.change(id, fields, words).then(function (isDone) {
      delete form.dataset.sending;
      held = null;
      flush();
      return { changed: id, isDone: isDone, fields: fields };
    });
  }

  /* One entry of a form: into the outbox, out to the server, and its answer onto the page. */
  function record(form, key) {
    var fields = fieldsOf(form, key), sent, words = { said: wordsOf(form, key), sentence: "" };
    tell("outbox:words", { form: form, fields: fields, words: words });
    if (form.dataset.changes) { return replace(form, fields, words); }
    return queue.all().then(function (entries) {
      var before = entries.filter(function (each) { return !each.ended; });
      return add(fields, words.said, words.sentence).then(function (entry) {
        sent = entry;
        if (!near || before.length) { return flush().then(function () { return near ? refresh() : null; }); }
        busy = true;
        return queue.claim(entry.id).then(function () { return sendNow(form, key, fields, entry); });
      });
    }).then(function () { delete form.dataset.sending; return sent; });
  }

  /* The key that was pressed; older browsers do not tell. */
  var pressed = null;
  document.addEventListener("click", function (event) { pressed = event.target.closest("button"); }, true);
  function keyOf(event) {
    if ("submitter" in event) { return event.submitter; }
    return pressed && pressed.form === event.target ? pressed : null;
  }

  document.addEventListener("submit", function (event) {
    var form = event.target, key = keyOf(event);
    var asksMore = key && (key.hasAttribute("formaction") || key.name === "clear");
    if (!card() || !form.matches("[data-outbox]") || asksMore) { return; }
    event.preventDefault();
    if (form.dataset.sending) { return; }
    form.dataset.sending = "1";
    opened.then(function () {
      /* Without a store the form goes as it always went. */
      if (!queue.isOpen()) { return window.edition.sendWhole(form, key); }
      return record(form, key).then(function (entry) {
        tell("outbox:entered", { form: form, entry: entry });
      }, function () { return window.edition.sendWhole(form, key); });
    });
  });

  /* A form that cannot wait was pressed as the network went: the page stays, and says so. */
  function lost() {
    document.getElementById("waits-other").hidden = false;
    return touch(false);
  }

  /* Away from the server a link would lead to an empty page, and this one would be gone. */
  document.addEventListener("submit", function (event) {
    if (near || !card() || event.defaultPrevented || /^away-/.test(event.target.id)) { return; }
    event.preventDefault();
    document.getElementById("waits-other").hidden = false;
  });
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href]");
    if (near || !card() || !link || link.id === "waits-address" || link.hash) { return; }
    event.preventDefault();
    kept(link).then(function (found) {
      if (found) { window.location.assign(link.href); } else { document.getElementById("waits-other").hidden = false; }
    });
  });
  /* What the worker keeps opens away from the server too. */
  function kept(link) {
    var asks = link.hasAttribute("data-kept") && window.caches && navigator.serviceWorker && navigator.serviceWorker.controller;
    return Promise.resolve(asks ? window.caches.match(link.pathname) : null);
  }
  document.addEventListener("click", function (event) {
    if (event.target.id === "waits-now") { flush(); }
  });

  document.addEventListener("htmx:sendError", function () { touch(false); });
  document.addEventListener("htmx:timeout", function () { touch(false); });
  document.addEventListener("htmx:responseError", function (event) {
    if (isAway(event.detail.xhr.status)) { touch(false); }
  });
  document.addEventListener("htmx:afterOnLoad", function (event) {
    if (isAway(event.detail.xhr.status)) { return; }
    var back = !near;
    touch(true).then(function () { return back ? flush() : null; });
  });
  document.addEventListener("htmx:afterSettle", stayAway);
  window.addEventListener("online", flush);
  window.addEventListener("offline", function () { touch(false); });
  window.setInterval(flush, AGAIN);

  opened = queue.open();
  window.outbox = { add: add, all: function () { return opened.then(queue.all); }, flush: flush, refresh: refresh, show: show, wordsOf: wordsOf, keyOf: keyOf, isBegun: isBegun, tapped: tapped, fill: fill,
    showPage: showPage, lost: lost,
    isNear: function () { return near; }, isSending: function () { return busy; }, change: queue.change, hold: function (id) { held = id; } };
  /* Where there is a worker, this page opens again while the server cannot be reached. */
  function keepPage(path, answer) {
    if (window.caches && card()) {
      /* Browsers open no page from an answer that came by way of another address; its text they do. */
      var plain = new Response(answer.body, { headers: answer.headers });
      return window.caches.open("tables-" + window.edition.mine).then(function (store) { return store.put(path, plain); });
    }
  }
  function work() {
    if (!navigator.serviceWorker || !card()) { return; }
    /* A worker of another edition begins with an empty store. */
    navigator.serviceWorker.addEventListener("controllerchange", keepAll);
    navigator.serviceWorker.register("/worker.js").then(function () {
      if (!navigator.serviceWorker.controller) { keepAll(); }
    }, function () { /* Not allowed here: the page must stay open. */ });
  }
  function keep(address) {
    return fetch(address, { credentials: "same-origin" }).then(function (answer) {
      if (answer.ok && !answer.redirected) { return keepPage(new URL(answer.url).pathname, answer); }
    }, function () { /* It is kept the next time. */ });
  }
  /* This page came before the worker did: it is asked for once more, after all it needs. */
  function keepAll() {
    if (!near) { return; }
    var frame = document.querySelector("[data-frame]"), law = document.querySelector("[data-law]");
    var parts = performance.getEntriesByType("resource").map(function (each) { return each.name; })
      .filter(function (each) { return each.indexOf("/static/") > 0; })
      .concat(Array.from(document.querySelectorAll("meta[name=later]"), function (each) { return each.content; }))
      .concat(frame ? [frame.dataset.frame] : [], law ? [law.dataset.lawNeeds, law.dataset.law] : []);
    Promise.all(parts.map(keep)).then(function () { return keep(window.location.pathname); });
  }

  /* Keys that are shown only away from the server have their pictures from the browser's own store. */
  if (card()) { fetch(card().dataset.icons).catch(function () { /* Then they are words. */ }); }
  opened.then(function () { return navigator.onLine === false ? touch(false) : show(); }).then(flush).then(work);
})();
