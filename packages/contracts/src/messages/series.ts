import { z } from 'zod';
import { entityId, instant, listQuery, page, zoneName } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { MEDIA_TYPES } from './body.ts';
import { bulkResult } from './bulk.ts';
import { contactEntry, message, messagePoll, recurrenceRule, SERIES_STATES } from './message.ts';
import { newRecurrence } from './new-message.ts';

/**
 * Which of a series: one message and those after it, or all that have not gone. One alone is edited and cancelled like
 * any other message.
 */
const scope = z.enum(['following', 'all']);
export type SeriesScope = z.infer<typeof scope>;

/** The message in whose place the person chose; refused with `TOO_LATE` when it is at another version, or has gone. */
const target = { id: entityId, version: z.number().int(), scope };

export const listedSeries = z.object({
  _id: entityId,
  contactName: z.string(),
  contactList: z.array(contactEntry),
  message: z.string(),
  ...recurrenceRule.shape,
  /** When its next message is due; null: none waits. */
  nextDue: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type ListedSeries = z.infer<typeof listedSeries>;

const at = routesUnder('messages');

export const seriesOperations = {
  listSeries: query('messages')
    .route(at.get('/message-series', 'List recurring messages'))
    /** Latest first. */
    .input(listQuery.omit({ sort: true }).extend({ state: z.enum(SERIES_STATES).optional() }))
    .output(page(listedSeries)),
  /**
   * What was changed of one message alone stays as it is, unless the times change: then all follow the new rule, and a
   * day on which something went out or was cancelled gets nothing more.
   */
  editSeries: mutation('messages')
    .route(at.patch('/messages/{id}/series', 'Edit a recurring message and those after it, or all that have not gone'))
    .input(
      z.object({
        ...target,
        message: z.string().optional(),
        attachment: z.object({ fileId: entityId, as: z.enum(MEDIA_TYPES).optional() }).nullish(),
        poll: messagePoll.nullish(),
        contactName: z.string().max(256).optional(),
        contactList: z.array(contactEntry).max(1).optional(),
        /** Another wall-clock time of this message; the others move by as much. */
        dueDate: z.string().max(40).optional(),
        /** Left out: the series' own. */
        zone: zoneName.optional(),
        recurrence: newRecurrence.pick({ rule: true }).optional(),
      }),
    )
    /** `message`: the one that stands in the place of the one named, or the first after it. */
    .output(bulkResult.extend({ message })),
  cancelSeries: mutation('messages')
    .route(
      at.post(
        '/messages/{id}/series/cancel',
        'Cancel a recurring message and those after it, or all that have not gone',
      ),
    )
    .input(z.object(target))
    .output(bulkResult),
  pauseSeries: mutation('messages')
    .route(
      at.post('/message-series/{id}/pause', 'Pause a recurring message: nothing of it goes out until it is resumed'),
    )
    .input(z.object({ id: entityId }))
    .output(bulkResult),
  endSeries: mutation('messages')
    .route(
      at.post(
        '/message-series/{id}/end',
        'Cancel all messages of a recurring message that have not gone, and make no more',
      ),
    )
    .input(z.object({ id: entityId }))
    .output(bulkResult),
  resumeSeries: mutation('messages')
    .route(
      at.post(
        '/message-series/{id}/resume',
        'Resume a recurring message that was paused or cancelled; what was due meanwhile is left out',
      ),
    )
    .input(z.object({ id: entityId }))
    .output(bulkResult),
};
