import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import type { TFunction } from 'i18next';
import '../texts.ts';

/** Result of a bulk action in words: `295 withdrawn, 5 already sent`. `done` is the text key of the action. */
export function describeBulkResult(
  t: TFunction<'messages'>,
  action: 'withdrawn' | 'cancelled' | 'restored' | 'moved' | 'movedBack' | 'retried' | 'released',
  { changed, left }: BulkResult,
): string {
  return [
    t(`bulk.${action}`, { count: changed }),
    ...left.map(({ why, count }) => t(`bulk.left.${why}`, { count })),
  ].join(', ');
}
