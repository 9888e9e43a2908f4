import { z } from 'zod';
import { entityId, instant, listQuery, page } from './entity.ts';
import { firstStepsOperations } from './first-steps.ts';
import { laneOperations } from './lane.ts';
import { message, messageDetail } from './message.ts';
import { newMessageOperations } from './new-message.ts';
import { changes, reads } from './operation.ts';

export const messagesContract = {
  ...newMessageOperations,
  ...laneOperations,
  ...firstStepsOperations,
  list: reads('messages')
    .route({ method: 'GET', path: '/messages', tags: ['messages'], summary: 'List scheduled messages' })
    .input(
      listQuery.extend({
        status: z
          .string()
          .max(80)
          .optional()
          .describe('One status or several, separated by commas; `other` is any but sent, pending and failed.'),
        search: z
          .string()
          .max(200)
          .optional()
          .describe('Contains match on contact name, mobile and text, case-insensitive.'),
        contactName: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
        contactMobile: z.string().max(64).optional().describe('Contains match.'),
        message: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
        sentWith: z.string().max(64).optional().describe('Contains match, case-insensitive.'),
        sendFailureReason: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
        campaignId: z.string().max(128).optional().describe('Contains match.'),
        dueFrom: instant.optional().describe('Due at or after.'),
        dueTo: instant.optional().describe('Due before.'),
        engineId: entityId.optional(),
      }),
    )
    .output(page(message)),
  get: reads('messages')
    .route({
      method: 'GET',
      path: '/messages/{id}',
      tags: ['messages'],
      summary: 'One message, and why it is not sent yet',
    })
    .input(z.object({ id: entityId }))
    .output(messageDetail),
  cancel: changes('messages')
    .route({ method: 'POST', path: '/messages/{id}/cancel', tags: ['messages'], summary: 'Cancel a pending message' })
    .input(z.object({ id: entityId, version: z.number().int() }))
    .output(message),
  /** A person's decision about a message in `unknown`: it did arrive (`sent`), or it did not and must not be tried again (`failed`). */
  resolve: changes('messages')
    .route({
      method: 'POST',
      path: '/messages/{id}/resolve',
      tags: ['messages'],
      summary: 'Settle a message whose fate is unknown',
    })
    .input(z.object({ id: entityId, version: z.number().int(), as: z.enum(['sent', 'failed']) }))
    .output(message),
  remove: changes('messages')
    .route({
      method: 'DELETE',
      path: '/messages/{id}',
      tags: ['messages'],
      summary: 'Remove a message that is not waiting or on its way',
    })
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
};
