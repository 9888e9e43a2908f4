import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take a minute and more. Begun last, as the small ones are where nothing is known of earlier runs, one of
 * them would keep one worker busy for minutes while the others have nothing left to do.
 */
const LONG = [
  'apps/engine/src/lane/truth.test.ts',
  'apps/server/src/domains/messages/series/table.test.ts',
  'apps/engine/test/conformance/conformance.test.ts',
  'apps/server/test/main.test.ts',
  'apps/engine/src/engine-process.test.ts',
];

/** The long files first, the others as ever. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
