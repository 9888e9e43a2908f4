declare global {
  var earlyClusterStream: EarlyStream | undefined;
}

/** The request that `public/early-cluster.js` started before any other code was loaded. */
export interface EarlyStream {
  /** Null: there was no response. */
  answer: Promise<Response | null>;
  controller: AbortController;
  /** Ends it when nothing takes it over. */
  timer: number;
}

/** As in `public/early-cluster.js`. */
const KEY = 'switchyard-may-read-cluster';

/** From now on this browser requests the cluster as soon as a page that shows it is opened, until it is refused. */
export function rememberMayRead(): void {
  try {
    localStorage.setItem(KEY, 'yes');
  } catch {
    // Blocked or full: the screen requests it a little later.
  }
}

/**
 * Takes over the stream that started with the page; it ends with the signal.
 * @returns null if there is none; a promise of null if it was refused or had no response
 */
export function takeEarlyStream(signal: AbortSignal): Promise<Response | null> | null {
  const early = globalThis.earlyClusterStream;
  if (!early) return null;
  globalThis.earlyClusterStream = undefined;
  clearTimeout(early.timer);
  signal.addEventListener('abort', () => early.controller.abort(signal.reason));
  return early.answer.then((answer) => (answer?.ok ? answer : null));
}
