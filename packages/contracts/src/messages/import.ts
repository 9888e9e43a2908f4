import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { fieldFault } from '../errors.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { bulkResult } from './bulk.ts';
import { MAX_BATCH_SIZE, MAX_CHECKED_RECIPIENTS } from './limits.ts';
import { messageStatus } from './message.ts';

/** Current state of an import. */
export const messageImport = z.object({
  _id: entityId,
  createdAt: instant,
  total: z.number().int(),
  /** Rows that an undo would still cancel. */
  withdrawable: z.number().int(),
  standing: z.array(z.object({ status: messageStatus, count: z.number().int() })),
});
export type MessageImport = z.infer<typeof messageImport>;

const at = routesUnder('messages');

export const importOperations = {
  /** Checks that only the server can make about an import's rows, before anything is stored. */
  checkImport: query('messages')
    .route(at.post('/messages/imports/check', 'Check whether the recipients of an import can be messaged'))
    .input(
      z.object({
        /** `contactName` and `contactList` of each message, or just its number, as given. */
        recipients: z.array(z.unknown()).max(MAX_CHECKED_RECIPIENTS),
        /** Range of due dates, to check whether earlier imports have rows in it. */
        due: z.object({ from: instant, to: instant }).optional(),
      }),
    )
    .output(
      z.object({
        /** `at`: index in `recipients`, from 0. */
        faults: z.array(z.object({ at: z.number().int(), faults: z.array(fieldFault).min(1) })),
        /** False: no row can repeat one of an earlier import. */
        mayRepeat: z.boolean(),
      }),
    ),
  findRepeats: query('messages')
    .route(
      at.post(
        '/messages/imports/repeats',
        'Find rows repeated from an earlier import, with the same recipient, text and due time',
      ),
    )
    .input(
      z.object({
        rows: z
          .array(z.object({ row: z.number().int().min(1), message: z.unknown() }))
          .min(1)
          .max(MAX_BATCH_SIZE),
      }),
    )
    .output(z.object({ rows: z.array(z.number().int()) })),
  imports: query('messages')
    .route(at.get('/messages/imports', 'Imports, latest first'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(messageImport)),
  withdrawImport: mutation('messages')
    .route(at.post('/messages/imports/{importId}/withdraw', 'Undo an import by cancelling its unsent messages'))
    .input(z.object({ importId: entityId }))
    .output(bulkResult),
};
