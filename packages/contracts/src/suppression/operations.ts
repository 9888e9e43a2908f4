import { z } from 'zod';
import { e164, entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

/**
 * How a contact opted out: with a stop word in a chat, with a campaign's link, through a bot, or recorded by a member.
 */
export const SUPPRESSION_CAUSES = ['stop-word', 'link', 'person', 'bot'] as const;

export const suppression = z.object({
  _id: entityId,
  mobile: e164,
  /** Name of the contact; null if the number is not a contact. */
  contactName: z.string().nullable(),
  cause: z.enum(SUPPRESSION_CAUSES),
  /** What they wrote, or the member's note. */
  words: z.string(),
  createdAt: instant,
});
export type Suppression = z.infer<typeof suppression>;

/**
 * Shown to a recipient who follows the link in a message: the sender, the recipient's number (masked except for the
 * end), and the subscription's state.
 */
const subscription = z.object({
  workspaceName: z.string(),
  number: z.string(),
  isSubscribed: z.boolean(),
  /** Until when unsubscribing can be undone with the same link; null if not possible. */
  undoUntil: instant.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

const bySubscription = z.object({ subscriptionId: entityId });

const at = routesUnder('suppression');

export const suppressionContract = {
  list: query('contacts')
    .route(at.get('/suppressions', 'Opt-outs of the workspace'))
    .input(
      listQuery.extend({
        search: z.string().max(64).optional().describe('Part of the number.'),
        sort: z.enum(['createdAt', '-createdAt', 'mobile', '-mobile']).default('-createdAt'),
      }),
    )
    .output(page(suppression)),
  check: query('contacts')
    .route(at.get('/suppressions/check', 'Check whether a number has opted out'))
    .input(z.object({ mobile: z.string().max(32) }))
    .output(z.object({ suppression: suppression.nullable() })),
  add: mutation('contacts')
    .route(
      at.post('/suppressions', 'Add an opt-out', {
        successStatus: 201,
        description: 'Pending messages of campaigns, series and bots to the number are withdrawn.',
      }),
    )
    .input(z.object({ mobile: z.string().max(32), words: lineOfText(200).or(z.literal('')).default('') }))
    .output(suppression),
  remove: mutation('contacts')
    .route(at.delete('/suppressions/{id}', 'Remove an opt-out; withdrawn messages are not restored'))
    .input(z.object({ id: entityId }))
    .output(z.object({ removed: z.literal(true) })),
  subscription: query(null, 'public')
    .route(at.get('/subscriptions/{subscriptionId}', 'Subscription of an unsubscribe link'))
    .input(bySubscription)
    .output(subscription),
  leave: mutation(null, 'public')
    .route(at.post('/subscriptions/{subscriptionId}/leave', 'Unsubscribe'))
    .input(bySubscription)
    .output(subscription),
  stay: mutation(null, 'public')
    .route(at.post('/subscriptions/{subscriptionId}/stay', 'Undo unsubscribing, within ten minutes'))
    .input(bySubscription)
    .output(subscription),
};
