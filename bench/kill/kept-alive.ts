import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A program that is started again whenever it ends, as a service manager does. */
export interface KeptAlive {
  /** Null while it does not run. */
  pid(): number | null;
  /** SIGKILL, and no new start before `resume`. */
  hold(): void;
  resume(): void;
  /** How often it was started. */
  starts(): number;
  /** Asks it to end and waits until it has. */
  end(): Promise<void>;
}

/** As a service manager waits before it starts a program again. */
const PAUSE_MS = 200;

/** Starts a program and keeps it running until `end`. */
export function keepAlive(
  command: string,
  args: string[],
  options: SpawnOptions,
  onStart: (child: ChildProcess) => void = () => undefined,
): KeptAlive {
  let child: ChildProcess | null = null;
  let ending = false;
  let starts = 0;
  let held: Promise<void> | null = null;
  let release = () => undefined as unknown;
  const finished = (async () => {
    while (!ending) {
      const started = spawn(command, args, options);
      child = started;
      starts += 1;
      onStart(started);
      await once(started, 'exit');
      child = null;
      await delay(PAUSE_MS);
      await held;
    }
  })();
  return {
    pid: () => child?.pid ?? null,
    hold() {
      held = new Promise((resolve) => {
        release = resolve as () => unknown;
      });
      child?.kill('SIGKILL');
    },
    resume() {
      held = null;
      release();
    },
    starts: () => starts,
    async end() {
      ending = true;
      this.resume();
      child?.kill('SIGTERM');
      await finished;
    },
  };
}
