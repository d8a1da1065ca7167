/* The entries that wait on this phone, in order, in the browser's own store; each stays until it was answered. */
(function () {
  "use strict";
  var STORE = "entries", db = null;

  function open() {
    return new Promise(function (done) {
      var asked;
      try { asked = indexedDB.open("clubscore", 1); } catch (e) { done(); return; }
      asked.onupgradeneeded = function () {
        asked.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
      };
      asked.onsuccess = function () { db = asked.result; done(); };
      asked.onerror = asked.onblocked = function () { done(); };
    });
  }

  function store(mode, work) {
    return new Promise(function (done, fail) {
      var change = db.transaction(STORE, mode), answer = work(change.objectStore(STORE));
      change.oncomplete = function () { done(answer && answer.result); };
      change.onabort = change.onerror = function () { fail(change.error); };
    });
  }
  function all() { return db ? store("readonly", function (s) { return s.getAll(); }) : Promise.resolve([]); }
  function put(entry) { return store("readwrite", function (s) { return s.put(entry); }); }
  function remove(id) { return store("readwrite", function (s) { return s.delete(id); }); }
  /* Read an entry and do something with it that nothing can come between: nothing where it is gone. */
  function withEntry(id, work) {
    return store("readwrite", function (s) {
      var asked = s.get(id);
      asked.onsuccess = function () { if (asked.result) { work(asked.result, s); } };
      return asked;
    });
  }

  /* An entry that is about to be sent: from now on nobody knows whether the server has it. */
  function claim(id) { return withEntry(id, function (entry, s) { entry.tried = true; s.put(entry); }); }
  /* Change an entry that was never sent, or with no change take it out; its key stays its own. False where it is
     too late for that. */
  function change(id, fields, words) {
    return withEntry(id, function (entry, s) {
      if (entry.tried) { return; }
      if (!fields) { s.delete(id); return; }
      var key = entry.fields[entry.fields.length - 1];
      s.put(Object.assign(entry, { fields: kept(fields).concat([key]), said: words.said, sentence: words.sentence }));
    }).then(function (entry) { return Boolean(entry && !entry.tried); });
  }

  /* Fields as they are sent, without those that each sending has of its own. */
  function kept(fields) {
    return fields.filter(function (each) {
      return each[1] !== "" && each[0] !== "csrfmiddlewaretoken" && each[0] !== "key";
    });
  }

  window.queue = { open: open, isOpen: function () { return db !== null; }, all: all, put: put, remove: remove,
    claim: claim, change: change, kept: kept };
})();
