import { z } from 'zod';
import { NOTIFICATION_KINDS } from '../domains.ts';
import { e164, entityId, instant, listQuery, page } from '../entity.ts';
import { NOTIFICATION_CHANNELS } from '../notice.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { textSchema } from '../text/schema.ts';

const kind = z.enum(NOTIFICATION_KINDS);
const channels = z.array(z.enum(NOTIFICATION_CHANNELS));

/** What a notification tells beside its kind; each kind has words for what it uses of it. */
export const notificationData = z.object({
  /** Of the engine, campaign, bot or key that it is about, for the way there. */
  id: z.string().optional(),
  /** Its name; of a sign-in the device. */
  name: z.string().optional(),
  /** Why, in words of whoever tells. */
  reason: textSchema.optional(),
  /** An address of the network, of a sign-in. */
  address: z.string().optional(),
  count: z.number().optional(),
  limit: z.number().optional(),
  /** When it began, or when it will be. */
  at: instant.optional(),
});
export type NotificationData = z.infer<typeof notificationData>;

export const notification = z.object({
  _id: entityId,
  kind,
  data: notificationData,
  createdAt: instant,
  isRead: z.boolean(),
  settledAt: instant.nullable().describe('When what it tells of had passed; null: it has not, or it was a moment.'),
});
export type Notification = z.infer<typeof notification>;

const preferences = z.object({
  kinds: z.array(z.object({ kind, channels, always: channels })),
  mail: z.string().describe('Where mail goes to.'),
  mobile: e164.nullable().describe('Where WhatsApp messages go to; null: nowhere.'),
});
export type NotificationPreferences = z.infer<typeof preferences>;

/** At most so many are marked by their ids at once. */
const MAX_MARKED = 200;

/** What a browser's `PushSubscription` says of itself; the names are the browser's. */
const pushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https$/ }).max(2_000),
  keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

const push = z.object({
  publicKey: z.string().describe('The key that browsers subscribe with (VAPID).'),
  endpoints: z.array(z.string()).describe('My browsers that are notified.'),
});

const at = routesUnder('notifications');

export const notificationsContract = {
  list: query(null)
    .route(at.get('/notifications', 'What I was told, newest first'))
    .input(listQuery.omit({ sort: true }).extend({ unreadOnly: z.stringbool().default(false) }))
    .output(
      page(notification).extend({
        unread: z.number().int().describe('Not read yet, and not passed by itself; counted up to 100.'),
      }),
    ),
  mark: mutation(null)
    .route(at.post('/notifications/mark', 'Mark as read or unread'))
    .input(z.object({ ids: z.array(entityId).max(MAX_MARKED).or(z.literal('all')), isRead: z.boolean() }))
    .output(z.object({ marked: z.number().int() })),
  preferences: query(null)
    .route(at.get('/notification-preferences', 'What I am told of, and by which channels'))
    .output(preferences),
  setPreference: mutation(null)
    .route(at.put('/notification-preferences/{kind}', 'Choose by which channels I am told of a kind'))
    .input(z.object({ kind, channels }))
    .output(preferences),
  push: query(null).route(at.get('/notification-push', 'Which of my browsers are notified')).output(push),
  startPush: mutation(null)
    .route(at.put('/notification-push', 'Have this browser notified while I’m signed in in it'))
    .input(pushSubscription)
    .output(push),
  endPush: mutation(null)
    .route(at.post('/notification-push/end', 'Have a browser of mine notified no more'))
    .input(pushSubscription.pick({ endpoint: true }))
    .output(push),
  setNumber: mutation(null)
    .route(at.put('/notification-number', 'Say at which WhatsApp number I am told, or at none'))
    .input(z.object({ mobile: e164.nullable() }))
    .output(preferences),
  test: mutation(null)
    .route(at.post('/notifications/test', 'Send myself a notification by every channel that I have, once a minute'))
    .output(z.object({ channels })),
};
