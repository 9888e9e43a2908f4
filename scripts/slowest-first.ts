import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take a minute or more. Without earlier timings Vitest would start them last, and one of them would keep a
 * worker busy for minutes while the others have nothing left to do.
 */
const SLOW_FILES = [
  'apps/engine/src/lane/truth.test.ts',
  'apps/server/src/domains/messages/series/table.test.ts',
  'apps/engine/test/conformance/conformance.test.ts',
  'apps/server/test/main.test.ts',
  'apps/engine/src/engine-process.test.ts',
];

/** Runs the slow files first and the others in the usual order. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW_FILES.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? SLOW_FILES.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
