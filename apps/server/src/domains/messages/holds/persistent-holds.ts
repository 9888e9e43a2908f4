import { sql } from 'drizzle-orm';

/**
 * Far enough to be never, and a date that every driver can read. What waits for a word stands there, at the end of its
 * line, so that no claim looks at it.
 */
export const NEVER = '9999-01-01T00:00:00Z';

/**
 * A pending row of a campaign that is paused, or whose window is closed. The campaign lets it go, where it may. Only
 * for rows that were made for a recipient of it: no campaign knows of a new try that a person made of what failed, and
 * it would wait for good.
 */
export const CAMPAIGN_HOLD = 'campaign_paused';

/** A pending row that became late while nothing could send it: a person is asked whether it still goes out. */
export const OVERDUE_HOLD = 'overdue';

/** So late is overdue, if an outage made it so. */
export const OVERDUE_AFTER_MS = 60 * 60_000;

/**
 * What stays of a message's hold when it is cancelled or changed: a question that nobody has answered, a campaign that
 * is paused.
 */
export const persistentHold = ({ holdRule }: { holdRule: string | null }): string | null =>
  holdRule === OVERDUE_HOLD || holdRule === CAMPAIGN_HOLD ? holdRule : null;

/** The same of a row, in a statement. */
export const IS_HELD = sql`hold_rule in (${OVERDUE_HOLD}, ${CAMPAIGN_HOLD})`;
