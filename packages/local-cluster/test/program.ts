import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The first suitable program: Debian's packages are visible only to Debian's own interpreters. */
export function findProgram(candidates: readonly string[], suits: (candidate: string) => boolean): string | null {
  return candidates.find(suits) ?? null;
}

/** Runs a program to its end. @returns its output. @throws with its error output */
export async function runProgram(program: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { timeout: 60_000 });
  return stdout;
}
