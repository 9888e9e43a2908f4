import type { ChildProcess } from 'node:child_process';

const KEPT_CHARACTERS = 4_000;

/**
 * Waits until a started process prints `is ready at` to its standard output (both outputs must be pipes).
 * @throws Error with the last output of the process, if it ends first or is not ready within `timeoutMs`
 */
export function whenReady(child: ChildProcess, name: string, timeoutMs: number): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      reject(new Error(`${name} ${what}; its output: ${output.trim() || 'nothing'}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${timeoutMs} ms`), timeoutMs);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    // Not at 'exit', when the last output may not have been read yet.
    child.once('close', (code, signal) => fail(`ended with ${code ?? signal} before it was ready`));
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
      process.stderr.write(chunk);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
      if (!output.includes('is ready at')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
