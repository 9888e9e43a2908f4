import { z } from 'zod';
import { NOTIFICATION_KINDS } from '../domains.ts';
import { e164, entityId, instant, listQuery, page } from '../entity.ts';
import { NOTIFICATION_CHANNELS } from '../notice.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { textSchema } from '../text/schema.ts';

const kind = z.enum(NOTIFICATION_KINDS);
const channels = z.array(z.enum(NOTIFICATION_CHANNELS));

/** Data of a notification besides its kind; the text of each kind uses some of it. */
export const notificationData = z.object({
  /** Id of its engine, campaign, bot or key, for the link to it. */
  id: z.string().optional(),
  /** Its name; for a sign-in, the device. */
  name: z.string().optional(),
  /** The reason, from the source. */
  reason: textSchema.optional(),
  /** Network address of a sign-in. */
  address: z.string().optional(),
  count: z.number().optional(),
  limit: z.number().optional(),
  /** When it started, or when it will happen. */
  at: instant.optional(),
});
export type NotificationData = z.infer<typeof notificationData>;

export const notification = z.object({
  _id: entityId,
  kind,
  data: notificationData,
  createdAt: instant,
  isRead: z.boolean(),
  settledAt: instant.nullable().describe('When the condition ended; null if it is ongoing or was momentary.'),
});
export type Notification = z.infer<typeof notification>;

const preferences = z.object({
  kinds: z.array(z.object({ kind, channels, always: channels })),
  mail: z.string().describe('Email address for notifications.'),
  mobile: e164.nullable().describe('WhatsApp number for notifications, or null.'),
});
export type NotificationPreferences = z.infer<typeof preferences>;

/** Maximum notifications marked by id at once. */
const MAX_MARKED = 200;

/** A browser's `PushSubscription`, with the browser's field names. */
const pushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https$/ }).max(2_000),
  keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

const push = z.object({
  publicKey: z.string().describe('VAPID key for browser subscriptions.'),
  endpoints: z.array(z.string()).describe('Endpoints of my subscribed browsers.'),
});

const at = routesUnder('notifications');

export const notificationsContract = {
  list: query(null)
    .route(at.get('/notifications', 'My notifications, newest first'))
    .input(listQuery.omit({ sort: true }).extend({ unreadOnly: z.stringbool().default(false) }))
    .output(
      page(notification).extend({
        unread: z.number().int().describe('Number of unread, unsettled notifications, counted up to 100.'),
      }),
    ),
  mark: mutation(null)
    .route(at.post('/notifications/mark', 'Mark notifications as read or unread'))
    .input(z.object({ ids: z.array(entityId).max(MAX_MARKED).or(z.literal('all')), isRead: z.boolean() }))
    .output(z.object({ marked: z.number().int() })),
  preferences: query(null).route(at.get('/notification-preferences', 'My notification settings')).output(preferences),
  setPreference: mutation(null)
    .route(at.put('/notification-preferences/{kind}', 'Set the channels of a kind of notification'))
    .input(z.object({ kind, channels }))
    .output(preferences),
  push: query(null).route(at.get('/notification-push', 'My browsers with push notifications')).output(push),
  startPush: mutation(null)
    .route(at.put('/notification-push', 'Enable push notifications in this browser while I’m signed in'))
    .input(pushSubscription)
    .output(push),
  endPush: mutation(null)
    .route(at.post('/notification-push/end', 'Disable push notifications in one of my browsers'))
    .input(pushSubscription.pick({ endpoint: true }))
    .output(push),
  setNumber: mutation(null)
    .route(at.put('/notification-number', 'Set or remove my WhatsApp number for notifications'))
    .input(z.object({ mobile: e164.nullable() }))
    .output(preferences),
  test: mutation(null)
    .route(at.post('/notifications/test', 'Send myself a test notification on all my channels, at most once a minute'))
    .output(z.object({ channels })),
};
