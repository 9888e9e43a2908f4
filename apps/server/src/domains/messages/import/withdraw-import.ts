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
 * Undoes an import: cancels what has not been sent, including retries of its failed rows and its series, also those
 * split off since.
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
    const fromImport = and(eq(messageSeries.workspaceId, actor.workspaceId), inArray(ORIGIN, ofRows));
    const series = tx.select({ id: messageSeries.id }).from(messageSeries).where(fromImport);
    await tx
      .update(messageSeries)
      .set({ state: 'cancelled', extendAt: null, updatedAt: sql`now()` })
      .where(inArray(messageSeries.id, series));
    const toCancel = or(
      eq(messages.importId, importId),
      sql`${messages.id} in (${RETRIES_OF(importId, actor.workspaceId)})`,
      inArray(messages.seriesId, series),
    );
    const spec = { action: 'message.import-withdraw' as const, subject: importId, refusal: cancelRefusal };
    const { result, selected } = await changeMany(tx, actor, { where: toCancel }, spec, async (part, found) => {
      await stopOccurrencesOf(part, found);
      return cancelRows(part, found);
    });
    if (selected === 0) throw new Refusal('NOT_FOUND');
    return { result, events: [messagesStale(actor.workspaceId)] };
  });

/** The series this one was split from, or itself. */
const ORIGIN = sql`coalesce(${messageSeries.partedFrom}, ${messageSeries.id})`;

/** Retries of an import's rows, and retries of those. */
const RETRIES_OF = (importId: string, workspaceId: string) => sql`
  with recursive retries as (
    select retry.id from messages failed join messages retry on retry.retry_of = failed.id
    where failed.import_id = ${importId} and failed.workspace_id = ${workspaceId}
    union
    select retry.id from retries join messages retry on retry.retry_of = retries.id
  ) select id from retries`;
