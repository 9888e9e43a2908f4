import { z } from 'zod';
import { entityId, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { bulkOperations } from './bulk.ts';
import { calendarOperations } from './calendar.ts';
import { messageFilter } from './filter.ts';
import { firstStepsOperations } from './first-steps.ts';
import { importOperations } from './import.ts';
import { laneOperations } from './lane.ts';
import { MAX_COUNTED } from './limits.ts';
import { message, messageDetail } from './message.ts';
import { newMessageOperations } from './new-message.ts';
import { seriesOperations } from './series.ts';
import { waitOperations } from './waits.ts';

const messagesPage = {
  fromEnd: z
    .stringbool()
    .default(false)
    .describe('Counts `skip` from the last row, to get the last page without knowing the total.'),
  after: entityId
    .optional()
    .describe('Only messages created after this one: a page that is stable while messages are added or removed.'),
  exactTotal: z
    .stringbool()
    .default(false)
    .describe(`Counts all matches. Otherwise \`total\` ends at ${MAX_COUNTED}, with \`totalIsExact\` false.`),
};

const at = routesUnder('messages');

export const messagesContract = {
  ...newMessageOperations,
  ...laneOperations,
  ...importOperations,
  ...bulkOperations,
  ...calendarOperations,
  ...firstStepsOperations,
  ...seriesOperations,
  ...waitOperations,
  list: query('messages')
    .route(at.get('/messages', 'Scheduled messages'))
    .input(listQuery.extend(messageFilter.shape).extend(messagesPage))
    .output(page(message).extend({ totalIsExact: z.boolean() })),
  get: query('messages')
    .route(at.get('/messages/{id}', 'A message, and why it has not been sent yet'))
    .input(z.object({ id: entityId }))
    .output(messageDetail),
  cancel: mutation('messages')
    .route(at.post('/messages/{id}/cancel', 'Cancel a pending message'))
    .input(z.object({ id: entityId, version: z.number().int() }))
    .output(message),
  sendAnyway: mutation('messages')
    .route(at.post('/messages/{id}/send-anyway', 'Send a message despite the recipient’s quiet hours'))
    .input(z.object({ id: entityId, version: z.number().int() }))
    .output(message),
  /**
   * Undoes a cancel. Fails with `TOO_LATE` if the message is not cancelled, and with `INVALID` if its due time has
   * passed.
   */
  restore: mutation('messages')
    .route(at.post('/messages/{id}/restore', 'Restore a cancelled message'))
    .input(z.object({ id: entityId, version: z.number().int() }))
    .output(message),
  /**
   * A person's decision about a message in `unknown`: it was delivered (`sent`), or it was not and must not be retried
   * (`failed`).
   */
  resolve: mutation('messages')
    .route(at.post('/messages/{id}/resolve', 'Resolve a message whose result is unknown'))
    .input(
      z.object({
        id: entityId,
        version: z.number().int(),
        /** `again`: it was not delivered and is sent now as a new message; not for messages in flight. */
        as: z.enum(['sent', 'failed', 'again']),
      }),
    )
    .output(message),
  bringBack: mutation('messages')
    .route(at.post('/messages/{id}/bring-back', 'Undelete a message'))
    .input(z.object({ id: entityId }))
    .output(message),
  remove: mutation('messages')
    .route(at.delete('/messages/{id}', 'Delete a message that is not pending or in flight'))
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
};
