import { z } from 'zod';
import { entityId, instant, listQuery, page, zoneName } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { bulkResult, wallDate, wallTime } from './bulk.ts';

/** Asks a person whether a campaign's or lane's overdue messages are still to be sent. */
const overdueQuestion = z.object({
  /** The campaign's name; null for a lane. */
  campaign: z.string().nullable(),
  /** The lane; null for a campaign, which may span lanes. */
  engineId: entityId.nullable(),
  engineName: z.string().nullable(),
  count: z.number().int(),
  /** Due times of the first and last of them. */
  earliest: instant,
  latest: instant,
});
export type OverdueQuestion = z.infer<typeof overdueQuestion>;

/** Send them at their lane's pace, move them to another date, time of day or both, or cancel them. */
const overdueAnswer = z.discriminatedUnion('as', [
  z.object({ as: z.literal('send') }),
  z.object({ as: z.literal('cancel') }),
  z
    .object({ as: z.literal('move'), date: wallDate.optional(), time: wallTime.optional(), zone: zoneName })
    .refine(({ date, time }) => date !== undefined || time !== undefined, {
      path: ['date'],
      message: schemaFault('dateOrTime'),
    }),
]);
export type OverdueAnswer = z.infer<typeof overdueAnswer>;

const at = routesUnder('messages');

/** Messages that wait for a person's decision. */
export const waitOperations = {
  overdue: query('messages')
    .route(
      at.get(
        '/messages/overdue',
        'Messages overdue by more than an hour because nothing could send them, by campaign or engine',
      ),
    )
    .input(listQuery.omit({ sort: true }))
    .output(page(overdueQuestion)),
  answerOverdue: mutation('messages')
    .route(
      at.post('/messages/overdue/answer', 'Send, reschedule or cancel the overdue messages of a campaign or engine'),
    )
    .input(
      overdueQuestion.pick({ campaign: true, engineId: true }).extend({
        /** Number shown to the person; refused if there are more. */
        expected: z.number().int().min(0),
        answer: overdueAnswer,
      }),
    )
    /** `moveId`: pass it to undo a move. */
    .output(bulkResult.extend({ moveId: entityId.nullable() })),
  /** Fails with `TOO_LATE` if it already has an engine. */
  chooseEngine: mutation('messages')
    .route(
      at.post('/messages/{id}/engine', 'Choose the engine of a message that has none, or whose engine was deleted'),
    )
    .input(
      z.object({
        id: entityId,
        engineId: entityId,
        others: z
          .boolean()
          .default(false)
          .describe('Also apply to all other messages that were waiting for the same engine, or for any.'),
      }),
    )
    .output(bulkResult),
};
