import { EventEmitter } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  type FSWatcher,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  watch,
} from 'node:fs';
import { LogTimes } from './log-times.ts';

/** Size at which a log is rotated; the current and the previous file are kept. */
const ROTATE_AT_BYTES = 10_000_000;
const SAVE_EVERY_MS = 500;

/** The log of one container instance on disk; it outlives the container and is removed with the pod. */
export class ContainerLog {
  readonly path: string;
  readonly #times: LogTimes;
  readonly #changed = new EventEmitter();
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #hold: (<T>(action: () => T) => T) | null = null;
  #open = true;
  #changes = 0;
  readonly #rotateAtBytes: number;

  /** @param path of the log file, which may not exist yet */
  constructor(path: string, rotateAtBytes: number = ROTATE_AT_BYTES) {
    this.path = path;
    this.#rotateAtBytes = rotateAtBytes;
    this.#times = new LogTimes(`${path}.times`);
    this.#changed.setMaxListeners(0);
    if (existsSync(path)) {
      const { size, mtimeMs } = statSync(path);
      this.#times.record(this.#times.base + size, mtimeMs);
    }
  }

  /**
   * Follows the file while its process writes it.
   * @param hold runs an action while the writers are paused, so that a rotation loses nothing
   */
  follow(hold: <T>(action: () => T) => T): void {
    this.#hold = hold;
    try {
      this.#watcher = watch(this.path, { persistent: false }, () => this.observe());
    } catch {
      // The machine has no file watches left: the timer below checks less often.
    }
    this.#timer = setInterval(() => {
      this.observe();
      this.#times.save();
    }, SAVE_EVERY_MS);
    this.#timer.unref();
    this.observe();
  }

  /** Checks the file now. */
  observe(): void {
    if (!existsSync(this.path)) return;
    const { size } = statSync(this.path);
    this.#times.record(this.#times.base + size, Date.now());
    if (size > this.#rotateAtBytes && this.#hold) this.#hold(() => this.#rotate());
    this.#announce();
  }

  /** Marks the log as complete, because the container ended. */
  close(): void {
    if (!this.#open) return;
    this.detach();
    this.observe();
    this.#times.save();
    this.#open = false;
    this.#announce();
  }

  /** Stops watching a log that is still being written (the cluster stops, the container continues). */
  detach(): void {
    this.#watcher?.close();
    this.#watcher = null;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#hold = null;
    this.#times.save();
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Offset of the oldest byte kept. */
  get start(): number {
    return this.#times.base - sizeOf(`${this.path}.1`);
  }

  /** Offset after the newest byte. */
  get end(): number {
    return this.#times.base + sizeOf(this.path);
  }

  timeOf(offset: number): number {
    return this.#times.timeOf(offset);
  }

  offsetSince(timeMs: number): number {
    return this.#times.offsetSince(timeMs);
  }

  /** Reads up to `length` bytes from `offset`, from one file; empty at the end. */
  read(offset: number, length: number): Buffer {
    const earlier = offset < this.#times.base;
    const path = earlier ? `${this.path}.1` : this.path;
    const position = earlier ? offset - this.start : offset - this.#times.base;
    const buffer = Buffer.alloc(Math.min(length, Math.max(0, sizeOf(path) - position)));
    if (buffer.length === 0) return buffer;
    const file = openSync(path, 'r');
    try {
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, position));
    } finally {
      closeSync(file);
    }
  }

  /** Number of changes seen so far. */
  get changes(): number {
    return this.#changes;
  }

  /** Resolves after more changes than `seen`, or when `signal` aborts. */
  changeAfter(seen: number, signal: AbortSignal): Promise<void> {
    if (this.#changes > seen || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#changed.off('change', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#changed.once('change', done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  #announce(): void {
    this.#changes += 1;
    this.#changed.emit('change');
  }

  remove(): void {
    this.detach();
    for (const suffix of ['', '.1', '.times']) rmSync(this.path + suffix, { force: true });
  }

  /** The writer appends, so it continues at the start of the emptied file. */
  #rotate(): void {
    const { size } = statSync(this.path);
    try {
      copyFileSync(this.path, `${this.path}.1`);
    } catch {
      // No space for the earlier half: losing it is better than filling the disk further.
      rmSync(`${this.path}.1`, { force: true });
    }
    truncateSync(this.path, 0);
    this.#times.record(this.#times.base + size, Date.now());
    this.#times.rotate(this.#times.base, this.#times.base + size);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
