import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { inEnglish } from '@switchyard/contracts/text/text';
import { occurrencesOf, type Recurrence } from '@switchyard/recurrence/occurrences';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import type { DueMoment } from '../write/due-moment.ts';
import { momentOf } from './read-recurrence.ts';
import type { SeriesRow } from './series.queries.ts';

const DAY_MS = 86_400_000;
/**
 * So far ahead there are messages: as far as a calendar is looked at (a month and the weeks around it), so that one can
 * be edited alone, and as long as a server may be off without leaving anything out. Daily for a thousand recipients
 * that is 62,000 rows, of which a lane's claim never sees more than those due.
 */
const HORIZON_MS = 62 * DAY_MS;
/** Occurrences that one transaction makes. */
const MAX_AT_ONCE = 1_000;

/** An occurrence that is to be decided on now. */
interface Planned {
  slot: string;
  due: DueMoment;
  /** Its time passed while nobody made it: sending it now would be a surprise. */
  isMissed: boolean;
}

/** What is to be done for a series now, and when to look again. */
export interface Plan {
  occurrences: Planned[];
  nextSlot: string | null;
  extendAt: Date | null;
}

/** The recurrence of a series as it is stored. */
export function recurrenceOf({ rule: text, start }: Pick<SeriesRow, 'rule' | 'start'>): Recurrence {
  const rule = readRule(text);
  if (isRuleFault(rule)) throw new Error(`a stored rule cannot be read: ${text} ${inEnglish(rule.message)}`);
  return { start, rule };
}

/**
 * Which occurrences of a series to make messages of: all within the horizon, and the next one however far it is, so
 * that what recurs yearly is there to be seen.
 * @param decided slots from the next one on that are decided on already
 */
export function planOccurrences(
  series: Pick<SeriesRow, 'rule' | 'start' | 'zone' | 'endsBefore' | 'nextSlot'>,
  decided: ReadonlySet<string>,
  now: Date,
): Plan {
  const occurrences: Planned[] = [];
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
