import type { LiveEvent } from '@switchyard/contracts/domains';
import type { MessageStatus } from '@switchyard/contracts/messages/status';
import { readText, storedText } from '@switchyard/contracts/text/registry';
import { defineEvent } from '../../platform/events.ts';
import type { MessageRow } from './messages.present.ts';

/** The columns a statement returns for a changed row, enough to publish the change to browsers. */
export interface ChangedRow {
  id: string;
  status: MessageStatus;
  ack: number;
  version: number;
  send_failure_reason?: string | null;
  retry_count: number;
  /** See `changedAt`. */
  updated_at: string;
}

/**
 * Formats a row's time of change in SQL, as browsers receive it. Parsing and formatting dates would cost a busy lane
 * more.
 */
export const changedAt = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at`;

/** Maximum changes per live event; above it, reloading the page is cheaper for the browser. */
const MAX_CHANGES = 500;

const STALE: LiveEvent = { type: 'messages.stale' };

/** The status, acknowledgement or failure reason of rows has changed. */
export const messagesChanged = defineEvent<readonly ChangedRow[]>('messages.changed', (batches) => {
  // The last change of a row wins.
  const latest = new Map(batches.flat().map((row) => [row.id, row]));
  if (latest.size > MAX_CHANGES) return [STALE];
  if (latest.size === 0) return [];
  return [{ type: 'messages.changed', changes: [...latest.values()].map(toChange) }];
});

/** Rows were added or removed, or their contents changed. */
export const messagesStale = defineEvent('messages.stale', () => [STALE]);

/** A lane has a message due at this moment, perhaps earlier than it knows. */
export const laneDue = defineEvent<{ engineId: string | null; dueAt: Date }>('lane.due');

/** The published columns of a row that an action has read or returned. */
export const changedRow = (row: MessageRow): ChangedRow => ({
  id: row.id,
  status: row.status,
  ack: row.ack,
  version: row.version,
  send_failure_reason: storedText(row.sendFailureReason),
  retry_count: row.retryCount,
  updated_at: row.updatedAt.toISOString(),
});

const toChange = (row: ChangedRow) => ({
  _id: row.id,
  status: row.status,
  ack: row.ack,
  version: row.version,
  sendFailureReason: row.send_failure_reason == null ? null : readText(row.send_failure_reason),
  retryCount: row.retry_count,
  updatedAt: row.updated_at,
});
