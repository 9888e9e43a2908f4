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

/** A number that from now on wants no messages, and why, in words that stand beside what is withdrawn. */
export interface NewlySuppressed {
  workspaceId: string;
  mobile: string;
  reason: Text;
}

/**
 * Called for each form of the number, in the transaction that stores the wish: what waits for it is withdrawn, and
 * neither is there without the other.
 */
export const numberSuppressed = defineHook<NewlySuppressed>('number-suppressed');

const REASONS: Record<Suppression['cause'], Text> = {
  'stop-word': text('askedInChat'),
  link: text('askedByLink'),
  person: text('notedByPerson'),
  bot: text('askedBot'),
};

interface Wish {
  mobile: string;
  cause: Suppression['cause'];
  words: string;
}

/**
 * Stores that a number wants no messages, and withdraws what rules of the product have waiting for it, in whichever of
 * its forms. A number that is among them already stays as it is.
 */
export async function suppress(
  { db: tx, hooks }: Pick<HookDeps, 'db' | 'hooks'>,
  actor: Actor | SystemActor,
  { mobile, cause, words }: Wish,
): Promise<Outcome<{ isNew: boolean }>> {
  const { workspaceId } = actor;
  await lockSuppressions(tx, workspaceId);
  const isKnown = (await isSuppressed(tx, workspaceId, [mobile])).size > 0;
  const [row] = isKnown ? [] : await tx.insert(suppressions).values({ workspaceId, mobile, cause, words }).returning();
  if (!row) return { result: { isNew: false }, events: [] };
  await writeAudit(tx, actor, { action: 'suppression.add', subject: row.id, details: { mobile, cause } });
  const suppressed = formsOf(mobile).map((form) => ({ workspaceId, mobile: form, reason: REASONS[cause] }));
  const withdrawn = await numberSuppressed.callBatch(hooks, tx, suppressed);
  return { result: { isNew: true }, events: [suppressionsStale(workspaceId), ...withdrawn] };
}

/** A person notes that somebody wants no messages. @throws Refusal `INVALID`, `FORBIDDEN` */
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

/** Somebody agreed to messages again. @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const removeSuppression: Action<{ id: string }, { removed: true }> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeSuppressionsRefusal(actor));
    const row = await endSuppression(tx, actor, eq(suppressions.id, id));
    if (!row) throw new Refusal('NOT_FOUND');
    return { result: { removed: true }, events: [suppressionsStale(actor.workspaceId)] };
  });

/** Ends the wish that a condition finds in the actor's workspace. @returns it; null: there is none */
export async function endSuppression(
  tx: Db,
  actor: Actor | SystemActor,
  which: ReturnType<typeof and>,
): Promise<SuppressionRow | null> {
  const [row] = await tx
    .update(suppressions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(suppressions.workspaceId, actor.workspaceId), isNull(suppressions.endedAt), which))
    .returning();
  if (!row) return null;
  const details = { mobile: row.mobile, cause: row.cause };
  await writeAudit(tx, actor, { action: 'suppression.remove', subject: row.id, details });
  return row;
}
