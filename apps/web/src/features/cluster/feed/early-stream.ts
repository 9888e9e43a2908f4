declare global {
  var earlyClusterStream: EarlyStream | undefined;
}

/** What `public/early-cluster.js` began before any other code was there. */
export interface EarlyStream {
  /** Null: there was no answer. */
  answer: Promise<Response | null>;
  controller: AbortController;
  /** Ends it when nobody takes it over. */
  timer: number;
}

/** As `public/early-cluster.js` looks for it. */
const KEY = 'switchyard-may-read-cluster';

/** From now on this browser reads the cluster as soon as a page that shows it is opened, until it is refused. */
export function rememberMayRead(): void {
  try {
    localStorage.setItem(KEY, 'yes');
  } catch {
    // Blocked or full: the screen reads it a little later.
  }
}

/**
 * Takes over the stream that began with the page; it ends with the signal.
 * @returns null: there is none; of null: it was refused, or had no answer
 */
export function takeEarlyStream(signal: AbortSignal): Promise<Response | null> | null {
  const early = globalThis.earlyClusterStream;
  if (!early) return null;
  globalThis.earlyClusterStream = undefined;
  clearTimeout(early.timer);
  signal.addEventListener('abort', () => early.controller.abort(signal.reason));
  return early.answer.then((answer) => (answer?.ok ? answer : null));
}
