import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { fieldFault } from '../errors.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { bulkResult } from './bulk.ts';
import { MAX_BATCH_SIZE, MAX_CHECKED_RECIPIENTS } from './limits.ts';
import { messageStatus } from './message.ts';

/** One import as it stands now. */
export const messageImport = z.object({
  _id: entityId,
  createdAt: instant,
  total: z.number().int(),
  /** Rows that an undo would still withdraw. */
  withdrawable: z.number().int(),
  standing: z.array(z.object({ status: messageStatus, count: z.number().int() })),
});
export type MessageImport = z.infer<typeof messageImport>;

const at = routesUnder('messages');

export const importOperations = {
  /** What only the server knows of an import's rows, told before anything is stored. */
  checkImport: query('messages')
    .route(at.post('/messages/imports/check', 'Whether recipients of an import can be written to'))
    .input(
      z.object({
        /** Each `contactName` and `contactList` of a message, or its number alone, as it is written. */
        recipients: z.array(z.unknown()).max(MAX_CHECKED_RECIPIENTS),
        /** When the rows are due: asks whether earlier imports have rows due then. */
        due: z.object({ from: instant, to: instant }).optional(),
      }),
    )
    .output(
      z.object({
        /** `at`: place in `recipients`, from 0. */
        faults: z.array(z.object({ at: z.number().int(), faults: z.array(fieldFault).min(1) })),
        /** False: no row can repeat one of an earlier import. */
        mayRepeat: z.boolean(),
      }),
    ),
  findRepeats: query('messages')
    .route(
      at.post(
        '/messages/imports/repeats',
        'Rows that an earlier import has brought already: same recipient, text and due moment',
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
    .route(at.get('/messages/imports', 'Imports, the latest first'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(messageImport)),
  withdrawImport: mutation('messages')
    .route(
      at.post(
        '/messages/imports/{importId}/withdraw',
        'Undo an import: cancel every message of it that has not gone out',
      ),
    )
    .input(z.object({ importId: entityId }))
    .output(bulkResult),
};
