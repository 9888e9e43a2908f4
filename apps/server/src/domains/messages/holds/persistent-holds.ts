import { sql } from 'drizzle-orm';

/**
 * A date far enough away to be never, and readable by every driver. Rows that wait for a decision have it, so that they
 * are at the end of their line and no claim reads them.
 */
export const NEVER = '9999-01-01T00:00:00Z';

/**
 * Holds a pending row whose campaign is paused or outside its sending window, until the campaign releases it. Only for
 * rows made for a campaign recipient: a campaign doesn't know of retries that a person made, so they would wait
 * forever.
 */
export const CAMPAIGN_HOLD = 'campaign_paused';

/** Holds a pending row that became late while nothing could send it, until a person decides whether to send it. */
export const OVERDUE_HOLD = 'overdue';

/** How late a message must be to count as overdue, if an outage made it late. */
export const OVERDUE_AFTER_MS = 60 * 60_000;

/** The hold that survives a cancel or a change: an unanswered overdue question, or a paused campaign. */
export const persistentHold = ({ holdRule }: { holdRule: string | null }): string | null =>
  holdRule === OVERDUE_HOLD || holdRule === CAMPAIGN_HOLD ? holdRule : null;

/** The same condition in SQL. */
export const HAS_PERSISTENT_HOLD = sql`hold_rule in (${OVERDUE_HOLD}, ${CAMPAIGN_HOLD})`;
