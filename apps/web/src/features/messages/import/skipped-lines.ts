import type { TFunction } from 'i18next';
import '../texts.ts';
import type { ImportPlan } from '../workbook/import-plan.ts';

/** Skipped rows with a count per reason. They do not count as failed. */
export function skippedLines(t: TFunction<'messages'>, { leftOut }: ImportPlan): string[] {
  return (['past', 'undated', 'repeats'] as const)
    .filter((kind) => leftOut[kind] > 0)
    .map((kind) => t(`importing.leftOutRows.${kind}`, { count: leftOut[kind] }));
}
