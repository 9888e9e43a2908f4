import type { FieldFault } from '@switchyard/contracts/errors';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { Db } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/refusal.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import type { MessageRow } from '../messages.present.ts';

/** Automated messages must not go to opted-out numbers; a person may still write to one. */
export const SUPPRESSED_FAULT: FieldFault = faultAt('contactList.0.mobile', 'unwanted');

type Origin = Pick<MessageRow, 'origin' | 'seriesId'>;

/**
 * Whether the product sends it (campaigns, series, bots) and not a person: then it must respect opt-outs.
 * `withdrawSuppressed` has the same condition.
 */
export const isAutomated = ({ origin, seriesId }: Origin): boolean =>
  origin === 'campaign' || origin === 'bot' || seriesId !== null;

/**
 * Recipients of these messages who have opted out of automated ones; complete once the caller holds the suppressions'
 * lock.
 */
export async function suppressedRecipients(
  tx: Db,
  workspaceId: string,
  rows: readonly (Origin & Pick<MessageRow, 'recipient'>)[],
): Promise<Set<string>> {
  const mobiles = rows.filter(isAutomated).map(({ recipient }) => recipient);
  return isSuppressed(tx, workspaceId, mobiles);
}

/** For a message that is not pending. @throws Refusal `INVALID` if it is automated and its recipient has opted out */
export async function refuseSuppressed(tx: Db, row: MessageRow): Promise<void> {
  await lockSuppressionsShared(tx, row.workspaceId);
  if ((await suppressedRecipients(tx, row.workspaceId, [row])).size > 0)
    throw invalid([faultAt('contactList.0.mobile', 'unwantedAgain')]);
}
