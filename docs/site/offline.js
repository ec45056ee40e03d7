// Keeps the page that reads recordings, so that it works without a network after the first visit.
const KEPT = "jfrtool", PAGE = "jfrtool.html";
self.addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.add(PAGE))));
self.addEventListener("fetch", (event) => {
  if (!new URL(event.request.url).pathname.endsWith(`/${PAGE}`)) return;
  // The newest, if it can be had.
  event.respondWith(fetch(event.request).then((answer) => {
    const copy = answer.clone();
    if (answer.ok) event.waitUntil(caches.open(KEPT).then((cache) => cache.put(PAGE, copy)));
    return answer;
  }, () => caches.match(PAGE)));
});
