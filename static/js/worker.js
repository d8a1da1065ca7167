/* Where the browser allows it (https, or this very machine) a table's page opens again while the
   server cannot be reached. Everything else goes its usual way. */
"use strict";
var STORE = "tables-1";
var AHEAD = /^\/table\/\d+\/ahead\/$/;
var TABLES = /^\/(event\/\d+\/at\/[A-Z]\d+|table\/\d+)\/$/;

self.addEventListener("install", function () { self.skipWaiting(); });

self.addEventListener("fetch", function (event) {
  var asked = event.request, url = new URL(asked.url);
  if (asked.method !== "GET" || url.origin !== self.location.origin) { return; }
  var opens = asked.mode === "navigate" && TABLES.test(url.pathname);
  var needs = url.pathname.indexOf("/static/") === 0 || AHEAD.test(url.pathname);
  if (opens || needs) { event.respondWith(latest(asked, url.pathname)); }
});

/* From the server; what it said last while it cannot be reached, or is broken. A page that is closed to
   this phone is not kept. */
function latest(asked, name) {
  return caches.open(STORE).then(function (store) {
    function before(otherwise) {
      return store.match(name).then(function (found) { return found || otherwise(); });
    }
    return fetch(asked).then(function (answer) {
      if (answer.status >= 500) { return before(function () { return answer; }); }
      if (answer.ok && !answer.redirected) { store.put(name, answer.clone()); } else { store.delete(name); }
      return answer;
    }, function (gone) {
      return before(function () { throw gone; });
    });
  });
}
