import type { FieldFault } from '@switchyard/contracts/errors';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { Db } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/refusal.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import type { MessageRow } from '../messages.present.ts';

/** A message that a person writes may go to who wants none; a rule's may not. */
export const SUPPRESSED_FAULT: FieldFault = faultAt('contactList.0.mobile', 'unwanted');

type Origin = Pick<MessageRow, 'origin' | 'seriesId'>;

/**
 * Rules of the product (campaigns, series, bots) send it, not a person: it obeys who wants no messages.
 * `withdrawSuppressed` has the same condition.
 */
export const isAutomated = ({ origin, seriesId }: Origin): boolean =>
  origin === 'campaign' || origin === 'bot' || seriesId !== null;

/**
 * Those of these messages that may not go out (again): a rule sent them, and their recipients have asked for no more.
 * Whoever has held suppressions knows all of them.
 * @returns their recipients
 */
export async function suppressedRecipients(
  tx: Db,
  workspaceId: string,
  rows: readonly (Origin & Pick<MessageRow, 'recipient'>)[],
): Promise<Set<string>> {
  const mobiles = rows.filter(isAutomated).map(({ recipient }) => recipient);
  return isSuppressed(tx, workspaceId, mobiles);
}

/** For a message that does not wait. @throws Refusal `INVALID`: a rule sent it, and its recipient wants no more */
export async function refuseSuppressed(tx: Db, row: MessageRow): Promise<void> {
  await lockSuppressionsShared(tx, row.workspaceId);
  if ((await suppressedRecipients(tx, row.workspaceId, [row])).size > 0)
    throw invalid([faultAt('contactList.0.mobile', 'unwantedAgain')]);
}
