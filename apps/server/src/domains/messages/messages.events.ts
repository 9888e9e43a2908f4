import type { LiveEvent } from '@switchyard/contracts/domains';
import type { MessageStatus } from '@switchyard/contracts/messages/status';
import { readText, storedText } from '@switchyard/contracts/text/registry';
import { defineEvent } from '../../platform/events.ts';
import type { MessageRow } from './messages.present.ts';

/** What a statement returns of a row that it changed: enough to tell browsers. */
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
 * When a row changed, of a statement that returns it, as browsers are told. A busy lane would spend more on making a
 * date of it, and a text of that.
 */
export const changedAt = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at`;

/** Beyond this many changes at once it is cheaper for a browser to read its page again. */
const MAX_CHANGES = 500;

const STALE: LiveEvent = { type: 'messages.stale' };

/** Rows have another status, acknowledgement or reason. */
export const messagesChanged = defineEvent<readonly ChangedRow[]>('messages.changed', (happened) => {
  // The last change of a row wins.
  const latest = new Map(happened.flat().map((row) => [row.id, row]));
  if (latest.size > MAX_CHANGES) return [STALE];
  if (latest.size === 0) return [];
  return [{ type: 'messages.changed', changes: [...latest.values()].map(toChange) }];
});

/** Rows came, went or changed in their contents. */
export const messagesStale = defineEvent('messages.stale', () => [STALE]);

/** A lane has something due at this moment, perhaps earlier than it knows. */
export const laneDue = defineEvent<{ engineId: string | null; dueAt: Date }>('lane.due');

/** What browsers are told of a row that an action has read or returned. */
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
