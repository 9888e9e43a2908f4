import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { cancelRows } from '../bulk/cancel-many.ts';
import { changeMany } from '../bulk/change-many.ts';
import { messagesStale } from '../messages.events.ts';
import { cancelRefusal, scheduleRefusal } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';
import { stopOccurrencesOf } from '../series/series.queries.ts';
import { messageSeries } from '../series.schema.ts';
import { messagesSeenBy } from '../sight.ts';

/**
 * Undoes an import: what has not gone out is cancelled, new tries of its failed rows and what recurs of it too, also
 * what was parted since.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const withdrawImport: Action<{ importId: string }, BulkResult> = ({ db }, actor, { importId }) =>
  db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    const seen = await messagesSeenBy(tx, actor);
    const imported = and(eq(messages.workspaceId, actor.workspaceId), eq(messages.importId, importId), seen);
    const ofRows = tx
      .select({ origin: ORIGIN })
      .from(messages)
      .innerJoin(messageSeries, eq(messageSeries.id, messages.seriesId))
      .where(imported);
    const ours = and(eq(messageSeries.workspaceId, actor.workspaceId), inArray(ORIGIN, ofRows));
    const series = tx.select({ id: messageSeries.id }).from(messageSeries).where(ours);
    await tx
      .update(messageSeries)
      .set({ state: 'cancelled', extendAt: null, updatedAt: sql`now()` })
      .where(inArray(messageSeries.id, series));
    const chosen = or(
      eq(messages.importId, importId),
      sql`${messages.id} in (${TRIES_OF(importId, actor.workspaceId)})`,
      inArray(messages.seriesId, series),
    );
    const act = { action: 'message.import-withdraw' as const, subject: importId, may: cancelRefusal };
    const { result, asked } = await changeMany(tx, actor, { where: chosen }, act, async (part, found) => {
      await stopOccurrencesOf(part, found);
      return cancelRows(part, found);
    });
    if (asked === 0) throw new Refusal('NOT_FOUND');
    return { result, events: [messagesStale(actor.workspaceId)] };
  });

/** The series that this one was parted of, or itself. */
const ORIGIN = sql`coalesce(${messageSeries.partedFrom}, ${messageSeries.id})`;

/** What tries rows of an import again, and what tries those again. */
const TRIES_OF = (importId: string, workspaceId: string) => sql`
  with recursive tries as (
    select again.id from messages one join messages again on again.retry_of = one.id
    where one.import_id = ${importId} and one.workspace_id = ${workspaceId}
    union
    select again.id from tries join messages again on again.retry_of = tries.id
  ) select id from tries`;
