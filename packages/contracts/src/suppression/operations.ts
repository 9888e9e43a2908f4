import { z } from 'zod';
import { e164, entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

/**
 * How it became known that somebody wants no messages: a word in a chat, the link of a campaign, or a person of the
 * workspace said so.
 */
export const SUPPRESSION_CAUSES = ['stop-word', 'link', 'person', 'bot'] as const;

export const suppression = z.object({
  _id: entityId,
  mobile: e164,
  /** The contact's; null: it is none. */
  contactName: z.string().nullable(),
  cause: z.enum(SUPPRESSION_CAUSES),
  /** What they wrote, or what was noted. */
  words: z.string(),
  createdAt: instant,
});
export type Suppression = z.infer<typeof suppression>;

/**
 * For who follows the link in a message: whose messages these are, to which number (all but the end hidden), and how it
 * stands.
 */
const subscription = z.object({
  workspaceName: z.string(),
  number: z.string(),
  isSubscribed: z.boolean(),
  /** Until when leaving can be taken back by the same link; null: it cannot. */
  undoUntil: instant.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

const bySubscription = z.object({ subscriptionId: entityId });

const at = routesUnder('suppression');

export const suppressionContract = {
  list: query('contacts')
    .route(at.get('/suppressions', 'Who wants no messages'))
    .input(
      listQuery.extend({
        search: z.string().max(64).optional().describe('Contains match on the number.'),
        sort: z.enum(['createdAt', '-createdAt', 'mobile', '-mobile']).default('-createdAt'),
      }),
    )
    .output(page(suppression)),
  check: query('contacts')
    .route(at.get('/suppressions/check', 'Whether a number is among them'))
    .input(z.object({ mobile: z.string().max(32) }))
    .output(z.object({ suppression: suppression.nullable() })),
  add: mutation('contacts')
    .route(
      at.post('/suppressions', 'Add an opt-out', {
        successStatus: 201,
        description: 'What campaigns, series and bots have waiting for it is withdrawn.',
      }),
    )
    .input(z.object({ mobile: z.string().max(32), words: lineOfText(200).or(z.literal('')).default('') }))
    .output(suppression),
  remove: mutation('contacts')
    .route(at.delete('/suppressions/{id}', 'A number agrees to messages again; what was withdrawn stays withdrawn'))
    .input(z.object({ id: entityId }))
    .output(z.object({ removed: z.literal(true) })),
  subscription: query(null, 'public')
    .route(at.get('/subscriptions/{subscriptionId}', 'A link of a message'))
    .input(bySubscription)
    .output(subscription),
  leave: mutation(null, 'public')
    .route(at.post('/subscriptions/{subscriptionId}/leave', 'Get no more messages'))
    .input(bySubscription)
    .output(subscription),
  stay: mutation(null, 'public')
    .route(at.post('/subscriptions/{subscriptionId}/stay', 'Take that back, within ten minutes'))
    .input(bySubscription)
    .output(subscription),
};
