import { writeFileSync } from 'node:fs';

const STACK_LINES = 8;

/**
 * A Vitest reporter that stores errors not caught by any test, which the JSON report omits: they fail the run although
 * no test failed.
 */
export default class UnhandledErrors {
  /** Writes `[{file, message}]` to the path in `UNHANDLED_ERRORS_FILE`; `file` is null if unknown to Vitest. */
  onTestRunEnd(_modules, errors) {
    const entries = errors.map((error) => {
      const stack = (error.stack ?? error.message).split('\n').slice(0, STACK_LINES).join('\n');
      return { file: error.VITEST_TEST_PATH ?? null, message: `${error.type ?? error.name}: ${stack}` };
    });
    writeFileSync(process.env.UNHANDLED_ERRORS_FILE, JSON.stringify(entries));
  }
}
