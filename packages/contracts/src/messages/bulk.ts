import { z } from 'zod';
import { entityId, zoneName } from '../entity.ts';
import { mutation, routesUnder } from '../operation.ts';
import { MAX_PAGE_SIZE } from '../page-size.ts';
import { schemaFault } from '../text/faults.ts';
import { messageFilter } from './filter.ts';
import { MESSAGE_STATUSES } from './status.ts';

/**
 * The messages that one change is for: those named, or all that match. `expected`: how many the person was told; more
 * are refused.
 */
export const messageSelection = z.union([
  z.object({ ids: z.array(entityId).min(1).max(MAX_PAGE_SIZE) }),
  z.object({ matching: messageFilter, expected: z.number().int().min(0) }),
]);
export type MessageSelection = z.infer<typeof messageSelection>;

/**
 * Why a message was left as it is: the status it has, or that WhatsApp may have it (`in_doubt`), its time would have
 * passed (`past`), somebody has changed it since (`changed`), it is being tried again already (`retried`), its
 * recipient wants no more (`unwanted`), the engine of its group was deleted (`engine_gone`), or it is not there
 * (`gone`).
 */
export const LEFT_REASONS = [
  ...MESSAGE_STATUSES,
  'in_doubt',
  'past',
  'changed',
  'retried',
  'unwanted',
  'engine_gone',
  'gone',
] as const;
export type UnchangedReason = (typeof LEFT_REASONS)[number];

/** How many messages were changed, and how many were left and why. The numbers add up to those that were asked for. */
export const bulkResult = z.object({
  changed: z.number().int(),
  left: z.array(z.object({ why: z.enum(LEFT_REASONS), count: z.number().int() })),
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
    /** `cancelId`: for the undo; null when nothing was cancelled. */
    .output(bulkResult.extend({ cancelId: entityId.nullable() })),
  undoCancel: mutation('messages')
    .route(
      at.post(
        '/messages/bulk/cancel/{cancelId}/undo',
        'Have cancelled messages wait again, as far as they were not due meanwhile',
      ),
    )
    .input(z.object({ cancelId: entityId }))
    .output(bulkResult),
  moveMany: mutation('messages')
    .route(at.post('/messages/bulk/move', 'Give many messages another date, time of day or both'))
    .input(
      z
        .object({
          selection: messageSelection,
          /** Left out: each keeps its own date. */
          date: wallDate.optional(),
          /** Left out: each keeps its own time of day. */
          time: wallTime.optional(),
          /** In which the new wall-clock times are meant. */
          zone: zoneName,
        })
        .refine(({ date, time }) => date !== undefined || time !== undefined, {
          path: ['date'],
          message: schemaFault('dateOrTime'),
        }),
    )
    /** `moveId`: for the undo; null when nothing was moved. */
    .output(bulkResult.extend({ moveId: entityId.nullable() })),
  undoMove: mutation('messages')
    .route(at.post('/messages/bulk/move/{moveId}/undo', 'Give moved messages the due dates that they had before'))
    .input(z.object({ moveId: entityId }))
    .output(bulkResult),
  retryMany: mutation('messages')
    .route(at.post('/messages/bulk/retry', 'Try failed messages again, each as a new message'))
    .input(z.object({ selection: messageSelection }))
    .output(bulkResult),
};
