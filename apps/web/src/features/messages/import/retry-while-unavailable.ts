/** Dependencies of a retry. */
export interface RetryDeps {
  /** True for a failure that may pass. */
  isTransient: (error: unknown) => boolean;
  /** Waits before the next attempt. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

const TRIES = 5;
const FIRST_WAIT_MS = 500;

/**
 * Retries with growing delays while the failure may pass.
 * @throws the last error after five attempts, or when aborted
 */
export async function retryWhileUnavailable<T>(
  call: () => Promise<T>,
  { isTransient, wait, signal }: RetryDeps,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === TRIES || signal.aborted || !isTransient(error)) throw error;
      await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), signal);
    }
  }
}
