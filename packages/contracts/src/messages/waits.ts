import { z } from 'zod';
import { entityId, instant, listQuery, page, zoneName } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { bulkResult, wallDate, wallTime } from './bulk.ts';

/** One question for all overdue messages of a campaign, or for the others of a lane: does it still go out? */
const overdueQuestion = z.object({
  /** The campaign's name; null: of the lane. */
  campaign: z.string().nullable(),
  /** The lane; null: of the campaign, whatever its lanes. */
  engineId: entityId.nullable(),
  engineName: z.string().nullable(),
  count: z.number().int(),
  /** When the first and the last of them were due. */
  earliest: instant,
  latest: instant,
});
export type OverdueQuestion = z.infer<typeof overdueQuestion>;

/**
 * It goes out after all, at the pace of its lane; it is given another date, time of day or both; or it is cancelled.
 */
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

/** What waits for a person's word. */
export const waitOperations = {
  overdue: query('messages')
    .route(
      at.get(
        '/messages/overdue',
        'What became late by more than an hour while nothing could send it, by campaign or engine',
      ),
    )
    .input(listQuery.omit({ sort: true }))
    .output(page(overdueQuestion)),
  answerOverdue: mutation('messages')
    .route(at.post('/messages/overdue/answer', 'Send, reschedule or cancel what is overdue of a campaign or engine'))
    .input(
      overdueQuestion.pick({ campaign: true, engineId: true }).extend({
        /** How many the person was told of; more are refused. */
        expected: z.number().int().min(0),
        answer: overdueAnswer,
      }),
    )
    /** `moveId`: for the undo of a move. */
    .output(bulkResult.extend({ moveId: entityId.nullable() })),
  /** Refused with `TOO_LATE` when it has an engine. */
  chooseEngine: mutation('messages')
    .route(at.post('/messages/{id}/engine', 'Choose the engine of a message whose own was deleted, or that has none'))
    .input(
      z.object({
        id: entityId,
        engineId: entityId,
        others: z.boolean().default(false).describe('Also for all others that waited for the same engine, or for any.'),
      }),
    )
    .output(bulkResult),
};
