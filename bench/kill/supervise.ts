import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A program that is restarted whenever it ends, as by a service manager. */
export interface SupervisedProcess {
  /** Null while it is not running. */
  pid(): number | null;
  /** Kills it (SIGKILL) and does not restart it before `resume`. */
  hold(): void;
  resume(): void;
  /** Number of starts. */
  starts(): number;
  /** Asks it to exit and waits until it has. */
  end(): Promise<void>;
}

/** Delay before a restart, as in a service manager. */
const RESTART_DELAY_MS = 200;

/** Starts a program and keeps it running until `end`. */
export function supervise(
  command: string,
  args: string[],
  options: SpawnOptions,
  onStart: (child: ChildProcess) => void = () => undefined,
): SupervisedProcess {
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
      await delay(RESTART_DELAY_MS);
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
