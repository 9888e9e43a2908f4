import { writeFileSync } from 'node:fs';

const STACK_LINES = 8;

/**
 * A Vitest reporter that keeps the errors which no test caught, and which its JSON report leaves out: they end the run
 * as failed though no test in it has.
 */
export default class UnhandledErrors {
  /** Writes `[{file, message}]` to the path in `UNHANDLED_ERRORS_FILE`; `file` is null where Vitest knows none. */
  onTestRunEnd(_modules, errors) {
    const told = errors.map((error) => {
      const stack = (error.stack ?? error.message).split('\n').slice(0, STACK_LINES).join('\n');
      return { file: error.VITEST_TEST_PATH ?? null, message: `${error.type ?? error.name}: ${stack}` };
    });
    writeFileSync(process.env.UNHANDLED_ERRORS_FILE, JSON.stringify(told));
  }
}
