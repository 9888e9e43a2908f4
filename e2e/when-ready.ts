import type { ChildProcess } from 'node:child_process';

const KEPT_CHARACTERS = 4_000;

/**
 * Waits until a started process says `is ready at` on its standard output (both outputs must be pipes).
 * @throws Error with the last words of the process, when it ends before or says nothing for `timeoutMs`.
 */
export function whenReady(child: ChildProcess, name: string, timeoutMs: number): Promise<void> {
  let told = '';
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      reject(new Error(`${name} ${what}; it said: ${told.trim() || 'nothing'}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${timeoutMs} ms`), timeoutMs);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    // Not at 'exit': what the process said last may still be on its way then.
    child.once('close', (code, signal) => fail(`ended with ${code ?? signal} before it was ready`));
    child.stderr?.on('data', (chunk: Buffer) => {
      told = (told + chunk).slice(-KEPT_CHARACTERS);
      process.stderr.write(chunk);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      told = (told + chunk).slice(-KEPT_CHARACTERS);
      if (!told.includes('is ready at')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
