/** See test-run.mjs. @returns the directory of the run */
export function beginTestRun(): string;
