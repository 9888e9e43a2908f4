// Starts loading the cluster while the code of its screens loads, which saves some 300 ms when such a page opens. Taken
// over by features/cluster/feed/early-stream.ts. A separate file: the content security policy forbids inline scripts.
(() => {
  const SCREENS = ['/cluster-optimizer', '/k8s-analyzer', '/k8s-analyzer-nodes'];
  const MOST_WAITING_MS = 10_000;
  // Set once this browser has loaded it, so that others are not refused, which the browser would report as an error.
  const KEY = 'switchyard-may-read-cluster';
  let mayRead = false;
  try {
    mayRead = localStorage.getItem(KEY) !== null;
  } catch {
    // Storage may be blocked; the screen's own call will do.
  }
  // In support mode the screen's own call names the supported user in a header.
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
