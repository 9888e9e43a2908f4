import { z } from 'zod';
import { entityId, zoneName } from '../entity.ts';
import { mutation, routesUnder } from '../operation.ts';
import { MAX_PAGE_SIZE } from '../page-size.ts';
import { schemaFault } from '../text/faults.ts';
import { messageFilter } from './filter.ts';
import { MESSAGE_STATUSES } from './status.ts';

/**
 * Messages affected by a bulk change: those named, or all that match. `expected`: the number shown to the person; the
 * change is refused if more match.
 */
export const messageSelection = z.union([
  z.object({ ids: z.array(entityId).min(1).max(MAX_PAGE_SIZE) }),
  z.object({ matching: messageFilter, expected: z.number().int().min(0) }),
]);
export type MessageSelection = z.infer<typeof messageSelection>;

/**
 * Why a message was not changed: its status, or WhatsApp may have it (`in_doubt`), the new time has passed (`past`),
 * somebody changed it since (`changed`), it is already being retried (`retried`), its recipient opted out (`unwanted`),
 * the engine of its group was deleted (`engine_gone`), or it was deleted (`gone`).
 */
export const UNCHANGED_REASONS = [
  ...MESSAGE_STATUSES,
  'in_doubt',
  'past',
  'changed',
  'retried',
  'unwanted',
  'engine_gone',
  'gone',
] as const;
export type UnchangedReason = (typeof UNCHANGED_REASONS)[number];

/** Number of messages changed, and of those left unchanged, by reason. Adds up to the number of selected messages. */
export const bulkResult = z.object({
  changed: z.number().int(),
  left: z.array(z.object({ why: z.enum(UNCHANGED_REASONS), count: z.number().int() })),
});
export type BulkResult = z.infer<typeof bulkResult>;

/** `YYYY-MM-DD`. */
export const wallDate = z.iso.date();
/** `HH:mm`. */
export const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaFault('timeOfDay'));

const at = routesUnder('messages');

export const bulkOperations = {
  cancelMany: mutation('messages')
    .route(at.post('/messages/bulk/cancel', 'Cancel many messages'))
    .input(z.object({ selection: messageSelection }))
    /** `cancelId`: pass it to undo; null if nothing was cancelled. */
    .output(bulkResult.extend({ cancelId: entityId.nullable() })),
  undoCancel: mutation('messages')
    .route(
      at.post('/messages/bulk/cancel/{cancelId}/undo', 'Undo a cancellation, for messages not due in the meantime'),
    )
    .input(z.object({ cancelId: entityId }))
    .output(bulkResult),
  moveMany: mutation('messages')
    .route(at.post('/messages/bulk/move', 'Move many messages to another date, time of day, or both'))
    .input(
      z
        .object({
          selection: messageSelection,
          /** Omit to keep each message's date. */
          date: wallDate.optional(),
          /** Omit to keep each message's time of day. */
          time: wallTime.optional(),
          /** Time zone of the new wall-clock times. */
          zone: zoneName,
        })
        .refine(({ date, time }) => date !== undefined || time !== undefined, {
          path: ['date'],
          message: schemaFault('dateOrTime'),
        }),
    )
    /** `moveId`: pass it to undo; null if nothing was moved. */
    .output(bulkResult.extend({ moveId: entityId.nullable() })),
  undoMove: mutation('messages')
    .route(at.post('/messages/bulk/move/{moveId}/undo', 'Undo a move, restoring the earlier due dates'))
    .input(z.object({ moveId: entityId }))
    .output(bulkResult),
  retryMany: mutation('messages')
    .route(at.post('/messages/bulk/retry', 'Retry failed messages, each as a new message'))
    .input(z.object({ selection: messageSelection }))
    .output(bulkResult),
};
