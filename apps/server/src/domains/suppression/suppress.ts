import { formsOf } from '@switchyard/contracts/number-forms';
import type { Suppression } from '@switchyard/contracts/suppression/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { type Text, text } from '@switchyard/contracts/text/text';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Action, Outcome } from '../../platform/action.ts';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { defineHook, type HookDeps } from '../../platform/hooks.ts';
import { readMobile } from '../../platform/phone-number.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { suppressionsStale } from './suppression.events.ts';
import { changeSuppressionsRefusal } from './suppression.policy.ts';
import { findSuppression, isSuppressed, lockSuppressions, type SuppressionRow } from './suppression.queries.ts';
import { suppressions } from './suppression.schema.ts';

/** A number that has just opted out, and the reason shown with withdrawn messages. */
export interface NewlySuppressed {
  workspaceId: string;
  mobile: string;
  reason: Text;
}

/**
 * Called for each form of the number, in the transaction that stores the opt-out, to withdraw its pending messages:
 * both are stored or neither is.
 */
export const numberSuppressed = defineHook<NewlySuppressed>('number-suppressed');

const REASONS: Record<Suppression['cause'], Text> = {
  'stop-word': text('askedInChat'),
  link: text('askedByLink'),
  person: text('notedByPerson'),
  bot: text('askedBot'),
};

interface OptOut {
  mobile: string;
  cause: Suppression['cause'];
  words: string;
}

/**
 * Stores an opt-out, and withdraws pending automated messages to any form of the number. A number that has opted out
 * already stays as it is.
 */
export async function suppress(
  { db: tx, hooks }: Pick<HookDeps, 'db' | 'hooks'>,
  actor: Actor | SystemActor,
  { mobile, cause, words }: OptOut,
): Promise<Outcome<{ isNew: boolean }>> {
  const { workspaceId } = actor;
  await lockSuppressions(tx, workspaceId);
  const isSuppressedAlready = (await isSuppressed(tx, workspaceId, [mobile])).size > 0;
  const [row] = isSuppressedAlready
    ? []
    : await tx.insert(suppressions).values({ workspaceId, mobile, cause, words }).returning();
  if (!row) return { result: { isNew: false }, events: [] };
  await writeAudit(tx, actor, { action: 'suppression.add', subject: row.id, details: { mobile, cause } });
  const suppressed = formsOf(mobile).map((form) => ({ workspaceId, mobile: form, reason: REASONS[cause] }));
  const withdrawn = await numberSuppressed.callBatch(hooks, tx, suppressed);
  return { result: { isNew: true }, events: [suppressionsStale(workspaceId), ...withdrawn] };
}

/** Adds an opt-out manually. @throws Refusal `INVALID`, `FORBIDDEN` */
export const addSuppression: Action<{ mobile: string; words: string }, Suppression, HookDeps> = (
  { db, hooks },
  actor,
  input,
) =>
  db.transaction(async (tx) => {
    authorize(changeSuppressionsRefusal(actor));
    const workspace = await findWorkspace(tx, actor.workspaceId);
    const mobile = workspace && readMobile(input.mobile, workspace.country);
    if (!mobile) throw invalid([faultAt('mobile', 'mobile', { written: input.mobile })]);
    const { result, events } = await suppress({ db: tx, hooks }, actor, {
      mobile,
      cause: 'person',
      words: input.words,
    });
    if (!result.isNew) throw invalid([faultAt('mobile', 'leftAlone', { mobile })]);
    const row = await findSuppression(tx, actor, mobile);
    if (!row) throw new Refusal('NOT_FOUND');
    return { result: row, events };
  });

/** Removes an opt-out, since the contact agreed to messages again. @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const removeSuppression: Action<{ id: string }, { removed: true }> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeSuppressionsRefusal(actor));
    const row = await endSuppression(tx, actor, eq(suppressions.id, id));
    if (!row) throw new Refusal('NOT_FOUND');
    return { result: { removed: true }, events: [suppressionsStale(actor.workspaceId)] };
  });

/**
 * Ends the open opt-out that matches a condition in the actor's workspace.
 * @returns the ended row, or null if there is none
 */
export async function endSuppression(
  tx: Db,
  actor: Actor | SystemActor,
  condition: ReturnType<typeof and>,
): Promise<SuppressionRow | null> {
  const [row] = await tx
    .update(suppressions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(suppressions.workspaceId, actor.workspaceId), isNull(suppressions.endedAt), condition))
    .returning();
  if (!row) return null;
  const details = { mobile: row.mobile, cause: row.cause };
  await writeAudit(tx, actor, { action: 'suppression.remove', subject: row.id, details });
  return row;
}
