import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../apps/engine/dist/main.js');

/** Engine processes of a benchmark, started from the bundle as in pods. */
export class EngineProcesses {
  readonly #children: ChildProcess[] = [];
  readonly #common: Record<string, string>;

  /** @param common environment variables of all processes */
  constructor(common: Record<string, string>) {
    this.#common = common;
  }

  get pids(): number[] {
    return this.#children.flatMap((child) => child.pid ?? []);
  }

  start(environment: Record<string, string>): void {
    const { PATH = '', CHROMIUM, HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH, HOME, ...(CHROMIUM && { CHROMIUM }), LOG_LEVEL: 'error', ...this.#common, ...environment },
    });
    this.#children.push(child);
  }

  /** Throws if one of them has ended unexpectedly. */
  check(): void {
    for (const { exitCode } of this.#children) {
      if (exitCode !== null) throw new Error(`an engine process ended with ${exitCode}`);
    }
  }

  async stop(): Promise<void> {
    for (const child of this.#children) child.kill('SIGTERM');
    await Promise.all(this.#children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  }
}
