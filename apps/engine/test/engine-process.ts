import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The real program as a pod runs it, with its log. */
export interface EngineProcess {
  child: ChildProcess;
  lines: { msg: string }[];
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
  says(message: string): Promise<void>;
}

/** @param nodeOptions such as a module to load first */
export function startEngineProcess(
  environment: Record<string, string | undefined>,
  nodeOptions: string[] = [],
): EngineProcess {
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...environment },
  });
  const lines: { msg: string }[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    rest += chunk.toString('utf8');
    const complete = rest.split('\n');
    rest = complete.pop() ?? '';
    lines.push(...complete.map((line) => JSON.parse(line) as { msg: string }));
  });
  return {
    child,
    lines,
    ended: once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string),
    says: (message) => eventually(() => expect(lines.map((line) => line.msg)).toContain(message)),
  };
}
