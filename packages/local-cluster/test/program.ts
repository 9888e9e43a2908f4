import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The first of some programs that `suits`: packages of Debian are seen by Debian's own interpreters only. */
export function findProgram(candidates: readonly string[], suits: (candidate: string) => boolean): string | null {
  return candidates.find(suits) ?? null;
}

/** Runs a program to its end. @returns what it printed. @throws with what it complained about */
export async function runProgram(program: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { timeout: 60_000 });
  return stdout;
}
