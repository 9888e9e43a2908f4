import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { text } from '@switchyard/contracts/text/text';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { writeAudit } from '../../audit/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import { numbersFor } from '../numbers/choose-number.ts';
import { insertMessages, type NewMessage } from '../write/insert-messages.ts';
import { inheritedContent } from '../write/message-content.ts';
import { laneDue, messagesStale } from '../messages.events.ts';
import { messageSeries } from '../series.schema.ts';
import { planOccurrences } from './plan-occurrences.ts';
import { decide, occurrencesFrom, type SeriesRow, updateSeries } from './series.queries.ts';

/** What became of a series: as it is now, how many messages were made, and what is to be told of them. */
export interface Extended {
  series: SeriesRow;
  made: number;
  events: DomainEvent[];
}

const ENGINE_GONE = text('seriesGroupGone');

/**
 * Makes the messages of a series that are to be there now. The series is locked, and its occurrences are decided on in
 * the same transaction: whoever else does this, or does it again after a crash, makes nothing twice.
 */
export async function extendSeries(tx: Db, series: SeriesRow, now: Date): Promise<Extended> {
  if (series.state !== 'active' || series.nextSlot === null) return { series, made: 0, events: [] };
  if (isGroupId(series.recipient) && series.engineId === null) return pauseOrphan(tx, series);
  const decided = new Set((await occurrencesFrom(tx, series.id, series.nextSlot)).keys());
  const { occurrences, nextSlot, extendAt } = planOccurrences(series, decided, now);
  await lockSuppressionsShared(tx, series.workspaceId);
  const isUnwanted = (await isSuppressed(tx, series.workspaceId, [series.recipient])).size > 0;
  const stateOf = (isMissed: boolean) => (isUnwanted ? 'skipped' : isMissed ? 'missed' : 'made');
  const states = occurrences.map(({ slot, isMissed }) => ({ slot, state: stateOf(isMissed) }) as const);
  const stored = await decide(tx, series.id, states);
  const engineId = series.engineId ?? (await numberOf(tx, series));
  const rows = occurrences
    .filter(({ slot, isMissed }) => !isUnwanted && !isMissed && stored.has(slot))
    .map(({ slot, due }): NewMessage => ({ ...contentOf(series), engineId, ...due, seriesSlot: slot }));
  if (rows.length > 0) await insertMessages(tx, rows);
  const after = await updateSeries(tx, series.id, { nextSlot, extendAt });
  const [soonest] = rows.toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  const events = soonest
    ? [messagesStale(series.workspaceId), laneDue(series.workspaceId, { engineId, dueAt: soonest.dueAt })]
    : [];
  return { series: after, made: rows.length, events };
}

async function numberOf(tx: Db, { workspaceId, recipient }: SeriesRow): Promise<string | null> {
  return (await numbersFor(tx, workspaceId, [recipient])).of(recipient)?.id ?? null;
}

/** What each of its messages has of the series. */
const contentOf = (series: SeriesRow): Omit<NewMessage, 'dueAt' | 'dueLocal' | 'zone'> => ({
  ...inheritedContent(series),
  createdBy: series.createdBy,
  status: 'pending',
  retryCount: 0,
  isRecurring: true,
  seriesId: series.id,
});

/** Another account is not in the group: no other engine may take it over. */
async function pauseOrphan(tx: Db, series: SeriesRow): Promise<Extended> {
  const after = await updateSeries(tx, series.id, { state: 'paused', pausedBecause: ENGINE_GONE, extendAt: null });
  const { workspaceId } = series;
  const rule = { userId: null, fullName: 'recurrence', workspaceId, onBehalfOf: null } as const;
  await writeAudit(tx, rule, { action: 'series.pause', subject: series.id, details: { because: ENGINE_GONE } });
  return { series: after, made: 0, events: [messagesStale(workspaceId)] };
}

/** Stores a new series with the occurrences that it leaves out, and makes its first messages. */
export async function insertSeries(
  tx: Db,
  series: typeof messageSeries.$inferInsert & { start: string },
  except: readonly string[],
  now: Date,
): Promise<Extended> {
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
