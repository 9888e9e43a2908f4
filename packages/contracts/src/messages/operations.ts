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
    .describe('`skip` counts from the last row: the last page without knowing how many there are.'),
  after: entityId
    .optional()
    .describe('Only what was created after this message: the next page of all, whatever comes or goes meanwhile.'),
  exactTotal: z
    .stringbool()
    .default(false)
    .describe(
      `Counts all that match. Otherwise \`total\` is ${MAX_COUNTED} where more do, and \`totalIsExact\` false.`,
    ),
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
    .route(at.get('/messages', 'List scheduled messages'))
    .input(listQuery.extend(messageFilter.shape).extend(messagesPage))
    .output(page(message).extend({ totalIsExact: z.boolean() })),
  get: query('messages')
    .route(at.get('/messages/{id}', 'One message, and why it is not sent yet'))
    .input(z.object({ id: entityId }))
    .output(messageDetail),
  cancel: mutation('messages')
    .route(at.post('/messages/{id}/cancel', 'Cancel a pending message'))
    .input(z.object({ id: entityId, version: z.number().int() }))
    .output(message),
  sendAnyway: mutation('messages')
    .route(at.post('/messages/{id}/send-anyway', 'Let a message go out although its recipient has quiet hours'))
    .input(z.object({ id: entityId, version: z.number().int() }))
    .output(message),
  /**
   * Undoes a cancel. Refused with `TOO_LATE` when the message is not cancelled, and with `INVALID` when its due moment
   * has passed meanwhile.
   */
  restore: mutation('messages')
    .route(at.post('/messages/{id}/restore', 'Undo a cancel: the message waits again'))
    .input(z.object({ id: entityId, version: z.number().int() }))
    .output(message),
  /**
   * A person's decision about a message in `unknown`: it did arrive (`sent`), or it did not and must not be tried again
   * (`failed`).
   */
  resolve: mutation('messages')
    .route(at.post('/messages/{id}/resolve', 'Settle a message whose fate is unknown'))
    .input(
      z.object({
        id: entityId,
        version: z.number().int(),
        /** `again`: it did not arrive, and the same goes out now as a new message; not for one that is on its way. */
        as: z.enum(['sent', 'failed', 'again']),
      }),
    )
    .output(message),
  bringBack: mutation('messages')
    .route(at.post('/messages/{id}/bring-back', 'Undo a removal: the message is on the lists again'))
    .input(z.object({ id: entityId }))
    .output(message),
  remove: mutation('messages')
    .route(at.delete('/messages/{id}', 'Remove a message that is not waiting or on its way'))
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
};
