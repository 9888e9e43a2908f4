/** What a call to the server that may be repeated needs. */
export interface Patience {
  /** True for a failure that another try may overcome. */
  isPassing: (error: unknown) => boolean;
  /** Waits before a further try. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

const TRIES = 5;
const FIRST_WAIT_MS = 500;

/** Does it again, ever later, while it fails in passing; gives up after five tries or when stopped. */
export async function retryWhileUnavailable<T>(
  call: () => Promise<T>,
  { isPassing, wait, signal }: Patience,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === TRIES || signal.aborted || !isPassing(error)) throw error;
      await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), signal);
    }
  }
}
