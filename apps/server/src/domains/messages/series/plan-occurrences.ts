import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { inEnglish } from '@switchyard/contracts/text/text';
import { occurrencesOf, type Recurrence } from '@switchyard/recurrence/occurrences';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import type { DueMoment } from '../write/due-moment.ts';
import { momentOf } from './read-recurrence.ts';
import type { SeriesRow } from './series.queries.ts';

const DAY_MS = 86_400_000;
/**
 * How far ahead messages are made: as far as people look in a calendar (a month and the weeks around it), so that
 * single messages can be edited, and as long as a server may be down without missing any. Daily for a thousand
 * recipients this is 62,000 rows, of which a claim only ever sees those due.
 */
const HORIZON_MS = 62 * DAY_MS;
/** Maximum occurrences per transaction. */
const MAX_AT_ONCE = 1_000;

/** An occurrence to decide on now. */
interface PlannedOccurrence {
  slot: string;
  due: DueMoment;
  /** Its time passed before its message was made: sending it now would be a surprise. */
  isMissed: boolean;
}

/** What to do for a series now, and when to extend it again. */
export interface Plan {
  occurrences: PlannedOccurrence[];
  nextSlot: string | null;
  extendAt: Date | null;
}

/** Parses the stored recurrence of a series. */
export function recurrenceOf({ rule: text, start }: Pick<SeriesRow, 'rule' | 'start'>): Recurrence {
  const rule = readRule(text);
  if (isRuleFault(rule)) throw new Error(`a stored rule cannot be read: ${text} ${inEnglish(rule.message)}`);
  return { start, rule };
}

/**
 * Plans which occurrences of a series to make messages of: all within the horizon, and the next one however far away,
 * so that yearly messages are visible.
 * @param decided slots from the next one on that have been decided already
 */
export function planOccurrences(
  series: Pick<SeriesRow, 'rule' | 'start' | 'zone' | 'endsBefore' | 'nextSlot'>,
  decided: ReadonlySet<string>,
  now: Date,
): Plan {
  const occurrences: PlannedOccurrence[] = [];
  if (series.nextSlot === null) return { occurrences, nextSlot: null, extendAt: null };
  const horizonMs = now.getTime() + HORIZON_MS;
  let aheadMs: number | null = null;
  for (const slot of occurrencesOf(recurrenceOf(series), series.nextSlot)) {
    if (series.endsBefore !== null && slot >= series.endsBefore) break;
    if (decided.has(slot)) continue;
    const due = momentOf(slot, series.zone);
    const dueMs = due.dueAt.getTime();
    if ((aheadMs !== null && dueMs > horizonMs) || occurrences.length === MAX_AT_ONCE) {
      const extendAt = new Date(Math.min(dueMs - HORIZON_MS, aheadMs ?? dueMs));
      return { occurrences, nextSlot: slot, extendAt };
    }
    const isMissed = dueMs < now.getTime() - PAST_TOLERANCE_MS;
    if (!isMissed) aheadMs = dueMs;
    occurrences.push({ slot, due, isMissed });
  }
  return { occurrences, nextSlot: null, extendAt: null };
}
