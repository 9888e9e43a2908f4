import { z } from 'zod';
import { entityId, instant, listQuery, page, zoneName } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { MEDIA_TYPES } from './body.ts';
import { bulkResult } from './bulk.ts';
import { contactEntry, message, messagePoll, recurrenceRule, SERIES_STATES } from './message.ts';
import { newRecurrence } from './new-message.ts';

/**
 * Affected part of a series: one message and those after it, or all unsent ones. A single message is edited and
 * cancelled like any other.
 */
const scope = z.enum(['following', 'all']);
export type SeriesScope = z.infer<typeof scope>;

/** The message on which the person acted; refused with `TOO_LATE` if its version is outdated or it was sent. */
const target = { id: entityId, version: z.number().int(), scope };

export const listedSeries = z.object({
  _id: entityId,
  contactName: z.string(),
  contactList: z.array(contactEntry),
  message: z.string(),
  ...recurrenceRule.shape,
  /** Due time of its next message; null if none is pending. */
  nextDue: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type ListedSeries = z.infer<typeof listedSeries>;

const at = routesUnder('messages');

export const seriesOperations = {
  listSeries: query('messages')
    .route(at.get('/message-series', 'Recurring messages'))
    /** Latest first. */
    .input(listQuery.omit({ sort: true }).extend({ state: z.enum(SERIES_STATES).optional() }))
    .output(page(listedSeries)),
  /**
   * Changes to single messages are preserved unless the times change: then all follow the new rule, and a day on which
   * a message was sent or cancelled gets no other.
   */
  editSeries: mutation('messages')
    .route(at.patch('/messages/{id}/series', 'Edit a recurring message and those after it, or all unsent ones'))
    .input(
      z.object({
        ...target,
        message: z.string().optional(),
        attachment: z.object({ fileId: entityId, as: z.enum(MEDIA_TYPES).optional() }).nullish(),
        poll: messagePoll.nullish(),
        contactName: z.string().max(256).optional(),
        contactList: z.array(contactEntry).max(1).optional(),
        /** New wall-clock time of this message; the others shift by the same amount. */
        dueDate: z.string().max(40).optional(),
        /** Defaults to the series' time zone. */
        zone: zoneName.optional(),
        recurrence: newRecurrence.pick({ rule: true }).optional(),
      }),
    )
    /** `message`: the message that replaced the named one, or the first after it. */
    .output(bulkResult.extend({ message })),
  cancelSeries: mutation('messages')
    .route(at.post('/messages/{id}/series/cancel', 'Cancel a recurring message and those after it, or all unsent ones'))
    .input(z.object(target))
    .output(bulkResult),
  pauseSeries: mutation('messages')
    .route(at.post('/message-series/{id}/pause', 'Pause a recurring message until it is resumed'))
    .input(z.object({ id: entityId }))
    .output(bulkResult),
  endSeries: mutation('messages')
    .route(at.post('/message-series/{id}/end', 'End a recurring message, cancelling its unsent messages'))
    .input(z.object({ id: entityId }))
    .output(bulkResult),
  resumeSeries: mutation('messages')
    .route(
      at.post(
        '/message-series/{id}/resume',
        'Resume a paused or cancelled recurring message; occurrences due in the meantime are skipped',
      ),
    )
    .input(z.object({ id: entityId }))
    .output(bulkResult),
};
