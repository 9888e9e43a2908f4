import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { text } from '@switchyard/contracts/text/text';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { writeAudit } from '../../audit/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import { laneDue, messagesStale } from '../messages.events.ts';
import { numbersFor } from '../numbers/choose-number.ts';
import { messageSeries } from '../series.schema.ts';
import { insertMessages, type NewMessage } from '../write/insert-messages.ts';
import { inheritedContent } from '../write/message-content.ts';
import { planOccurrences } from './plan-occurrences.ts';
import { decide, occurrencesFrom, type SeriesRow, updateSeries } from './series.queries.ts';

/** The result of an extension: the updated series, the number of messages made, and the events to publish. */
export interface ExtensionResult {
  series: SeriesRow;
  made: number;
  events: DomainEvent[];
}

const ENGINE_GONE = text('seriesGroupGone');

/**
 * Makes the messages of a series that should exist now. The series is locked and its occurrences are decided in the
 * same transaction, so concurrent calls or repeats after a crash make nothing twice.
 */
export async function extendSeries(tx: Db, series: SeriesRow, now: Date): Promise<ExtensionResult> {
  if (series.state !== 'active' || series.nextSlot === null) return { series, made: 0, events: [] };
  if (isGroupId(series.recipient) && series.engineId === null) return pauseOrphan(tx, series);
  const decided = new Set((await occurrencesFrom(tx, series.id, series.nextSlot)).keys());
  const { occurrences, nextSlot, extendAt } = planOccurrences(series, decided, now);
  await lockSuppressionsShared(tx, series.workspaceId);
  const isRecipientSuppressed = (await isSuppressed(tx, series.workspaceId, [series.recipient])).size > 0;
  const toState = (isMissed: boolean) => (isRecipientSuppressed ? 'skipped' : isMissed ? 'missed' : 'made');
  const states = occurrences.map(({ slot, isMissed }) => ({ slot, state: toState(isMissed) }) as const);
  const stored = await decide(tx, series.id, states);
  const engineId = series.engineId ?? (await numberOf(tx, series));
  const rows = occurrences
    .filter(({ slot, isMissed }) => !isRecipientSuppressed && !isMissed && stored.has(slot))
    .map(({ slot, due }): NewMessage => ({ ...contentOf(series), engineId, ...due, seriesSlot: slot }));
  if (rows.length > 0) await insertMessages(tx, rows);
  const after = await updateSeries(tx, series.id, { nextSlot, extendAt });
  const [soonest] = rows.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const events = soonest
    ? [messagesStale(series.workspaceId), laneDue(series.workspaceId, { engineId, dueAt: soonest.dueAt })]
    : [];
  return { series: after, made: rows.length, events };
}

async function numberOf(tx: Db, { workspaceId, recipient }: SeriesRow): Promise<string | null> {
  return (await numbersFor(tx, workspaceId, [recipient])).of(recipient)?.id ?? null;
}

/** The columns that each message copies from its series. */
const contentOf = (series: SeriesRow): Omit<NewMessage, 'dueAt' | 'dueLocal' | 'zone'> => ({
  ...inheritedContent(series),
  createdBy: series.createdBy,
  status: 'pending',
  retryCount: 0,
  isRecurring: true,
  seriesId: series.id,
});

/** Pauses a group series without its engine: no other account is in the group. */
async function pauseOrphan(tx: Db, series: SeriesRow): Promise<ExtensionResult> {
  const after = await updateSeries(tx, series.id, { state: 'paused', pausedBecause: ENGINE_GONE, extendAt: null });
  const { workspaceId } = series;
  const rule = { userId: null, fullName: 'recurrence', workspaceId, onBehalfOf: null } as const;
  await writeAudit(tx, rule, { action: 'series.pause', subject: series.id, details: { because: ENGINE_GONE } });
  return { series: after, made: 0, events: [messagesStale(workspaceId)] };
}

/** Stores a new series with its exceptions, and makes its first messages. */
export async function insertSeries(
  tx: Db,
  series: typeof messageSeries.$inferInsert & { start: string },
  except: readonly string[],
  now: Date,
): Promise<ExtensionResult> {
  const [row] = await tx
    .insert(messageSeries)
    .values({ ...series, nextSlot: series.start })
    .returning();
  if (!row) throw new Error('a series was not stored');
  await decide(
    tx,
    row.id,
    except.map((slot) => ({ slot, state: 'skipped' })),
  );
  return extendSeries(tx, row, now);
}
