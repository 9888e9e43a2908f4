import { afterEach, beforeEach, vi } from 'vitest';

/** The test page has no workers: runs a worker's script in the page itself, one message at a time. */
export function workerInPage(load: () => Promise<unknown>) {
  class WorkerInPage {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    private isEnded = false;
    private last: Promise<unknown> = load();

    postMessage(data: unknown): void {
      this.last = this.last.then(
        () =>
          new Promise<void>((answered) => {
            vi.stubGlobal('postMessage', (reply: unknown) => {
              if (!this.isEnded) this.onmessage?.({ data: reply });
              answered();
            });
            self.onmessage?.(new MessageEvent('message', { data }));
          }),
      );
    }

    terminate(): void {
      this.isEnded = true;
    }
  }
  beforeEach(() => void vi.stubGlobal('Worker', WorkerInPage));
  afterEach(() => void vi.unstubAllGlobals());
}
