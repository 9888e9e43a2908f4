/** Something that one waiter can be woken by. A ring while nobody waits is kept for the next wait. */
export class Signal {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, or after `timeoutMs`. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#rung && timeoutMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(timeoutMs, 2 ** 31 - 1));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#rung = false;
  }
}
