// Begins to read the cluster while the code of the screens that show it is on its way: some 300 ms of a page's opening.
// What takes it over is features/cluster/feed/early-stream.ts. A file of its own: the content security policy forbids inline scripts.
(() => {
  const SCREENS = ['/cluster-optimizer', '/k8s-analyzer', '/k8s-analyzer-nodes'];
  const MOST_WAITING_MS = 10_000;
  // Set once this browser has read it: nobody else is refused, which the browser would tell as an error.
  const KEY = 'switchyard-may-read-cluster';
  let mayRead = false;
  try {
    mayRead = localStorage.getItem(KEY) !== null;
  } catch {
    // Storage may be blocked; the screen's own call will do.
  }
  // Whom an admin looks at is said in a header, by that call.
  if (!mayRead || !SCREENS.includes(location.pathname) || location.search.includes('supportedUserId')) return;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), MOST_WAITING_MS);
  window.earlyClusterStream = {
    answer: fetch('/api/cluster/stream', { signal: controller.signal })
      .then((answer) => {
        if (!answer.ok) localStorage.removeItem(KEY);
        return answer;
      })
      .catch(() => null),
    controller,
    timer,
  };
})();
