import type { TFunction } from 'i18next';
import { translateText } from '../../../lib/api/translate-text.ts';
import '../texts.ts';
import type { RowFault } from '../workbook/import-plan.ts';

/** Maximum row errors shown (spec 002 section 9). */
export const SHOWN_ERRORS = 5;

/** `Row N: reason` for the first five, then `... and N more`. `count` is the total of failed rows. */
export function rowErrorLines(t: TFunction<'messages'>, faults: readonly RowFault[], count: number): string[] {
  const lines = faults
    .slice(0, SHOWN_ERRORS)
    .map(({ row, reason }) => t('importing.row', { row, reason: translateText(reason) }));
  return count > lines.length ? [...lines, t('importing.moreRows', { more: count - lines.length })] : lines;
}
