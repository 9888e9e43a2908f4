/** A person's open pages on all devices. */
const MAX_CONNECTIONS = 100;
/** Allows each page to reconnect several times. */
const MAX_CONNECTS_PER_MINUTE = 300;
const MINUTE_MS = 60_000;

/** Counts open connections and recent connects for each holder of rights. */
export class HolderLimits {
  readonly #open = new Map<string, number>();
  readonly #connects = new Map<string, number>();
  #minute = 0;

  /** Counts a sign-in. @returns whether it is within the limits; if not, no connection is counted as open */
  enter(holder: string, nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) this.#connects.clear();
    this.#minute = minute;
    const connects = (this.#connects.get(holder) ?? 0) + 1;
    this.#connects.set(holder, connects);
    const open = this.#open.get(holder) ?? 0;
    if (open >= MAX_CONNECTIONS || connects > MAX_CONNECTS_PER_MINUTE) return false;
    this.#open.set(holder, open + 1);
    return true;
  }

  leave(holder: string): void {
    const remaining = (this.#open.get(holder) ?? 0) - 1;
    if (remaining > 0) this.#open.set(holder, remaining);
    else this.#open.delete(holder);
  }
}
