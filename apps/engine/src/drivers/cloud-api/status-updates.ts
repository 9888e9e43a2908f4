import type { InboxEntry } from '@switchyard/contracts/engine/protocol';
import { text } from '@switchyard/contracts/text/text';
import type { FailedMessage, Receipt } from '../driver.ts';
import { errorOf, type GraphError } from './error-codes.ts';

/** A status of one of our messages. */
export interface StatusUpdate {
  waMessageId: string;
  wamid: string;
  level: Receipt['level'] | 'failed';
  atMs: number;
  error: GraphError | null;
}

const LEVELS: Record<string, StatusUpdate['level']> = { sent: 1, delivered: 2, read: 3, failed: 'failed' };

/**
 * Parses a status of a message that we sent; null for other messages and unknown statuses. The callback data is our own
 * message id.
 */
export function parseStatus({ kind, payload }: InboxEntry): StatusUpdate | null {
  const level = LEVELS[String(payload.status)];
  const waMessageId = payload.biz_opaque_callback_data;
  if (kind !== 'status' || level === undefined || typeof waMessageId !== 'string') return null;
  const [first] = Array.isArray(payload.errors) ? payload.errors : [];
  return {
    waMessageId,
    wamid: String(payload.id),
    level,
    atMs: millisecondsOf(payload.timestamp),
    error: errorOf(first),
  };
}

export const receiptOf = ({ waMessageId, level, atMs }: StatusUpdate): Receipt[] =>
  level === 'failed' ? [] : [{ waMessageId, level, atMs }];

export const failureOf = ({ waMessageId, level, error }: StatusUpdate): FailedMessage[] =>
  level !== 'failed'
    ? []
    : [
        {
          waMessageId,
          code: String(error?.code ?? 'failed'),
          reason: error?.reason ?? text('whatsappUndelivered'),
        },
      ];

/** Meta's seconds since 1970 in milliseconds; the current time if they cannot be parsed. */
export const millisecondsOf = (timestamp: unknown) => Number(timestamp) * 1_000 || Date.now();
