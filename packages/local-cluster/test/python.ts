import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The first Python of this machine that `suits`: packages of Debian are seen by Debian's own only. */
export function findPython(suits: (candidate: string) => boolean): string | null {
  return ['/usr/bin/python3', 'python3'].find(suits) ?? null;
}

/** Runs a program to its end. @returns what it printed. @throws with what it complained about */
export async function runPython(python: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(python, args, { timeout: 60_000 });
  return stdout;
}
