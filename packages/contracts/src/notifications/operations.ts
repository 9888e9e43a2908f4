import { z } from 'zod';
import { e164, entityId, instant, listQuery, page } from '../entity.ts';
import { changes, reads, routesUnder } from '../operation.ts';

/** How somebody may be told. `page`: here, by the bell and the list. `whatsapp`: at their own number, through an engine of the workspace. */
export const NOTIFICATION_CHANNELS = ['page', 'mail', 'whatsapp'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

interface KindFacts {
  /** Who of a workspace is told of what concerns nobody alone: everybody, or its owners and admins. */
  audience: 'everyone' | 'admins';
  /** By which channels, while somebody has not chosen. */
  byDefault: readonly NotificationChannel[];
  /** Channels that cannot be switched off. */
  always: readonly NotificationChannel[];
}

/** What people are told of. A kind that lasts is settled by whoever told of it; one that is a moment never is. */
export const NOTIFICATION_KINDS = {
  'engine-off': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
  'messages-wait': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
  'campaign-paused': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
  'bot-failing': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
  'bot-paused': { audience: 'everyone', byDefault: ['page'], always: [] },
  'limit-near': { audience: 'admins', byDefault: ['page', 'mail'], always: [] },
  plan: { audience: 'admins', byDefault: ['page', 'mail'], always: ['page'] },
  'key-expiring': { audience: 'admins', byDefault: ['page', 'mail'], always: [] },
  'sign-in': { audience: 'everyone', byDefault: ['page', 'mail'], always: ['page', 'mail'] },
} as const satisfies Record<string, KindFacts>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
export const notificationKinds = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];
const kind = z.enum(notificationKinds);
const channels = z.array(z.enum(NOTIFICATION_CHANNELS));

/** The facts of a kind. */
export const factsOfKind = (of: NotificationKind): KindFacts => NOTIFICATION_KINDS[of];

/** What a notification tells beside its kind; each kind has words for what it uses of it. */
export const notificationData = z.object({
  /** Of the engine, campaign, bot or key that it is about, for the way there. */
  id: z.string().optional(),
  /** Its name; of a sign-in the device. */
  name: z.string().optional(),
  /** Why, in words of whoever tells. */
  reason: z.string().optional(),
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

/** What somebody is told of has changed. With `userId`: for that person alone. */
export const notificationsLiveEvent = z.object({
  type: z.literal('notifications.changed'),
  userId: z.string().optional(),
});

/** At most so many are marked by their ids at once. */
const MOST_MARKED = 200;

const at = routesUnder('notifications');

export const notificationsContract = {
  list: reads(null)
    .route(at.get('/notifications', 'What I was told, newest first'))
    .input(listQuery.omit({ sort: true }).extend({ unreadOnly: z.stringbool().default(false) }))
    .output(
      page(notification).extend({
        unread: z.number().int().describe('Not read yet, and not passed by itself; counted up to 100.'),
      }),
    ),
  mark: changes(null)
    .route(at.post('/notifications/mark', 'Mark as read or unread'))
    .input(z.object({ ids: z.array(entityId).max(MOST_MARKED).or(z.literal('all')), isRead: z.boolean() }))
    .output(z.object({ marked: z.number().int() })),
  preferences: reads(null)
    .route(at.get('/notification-preferences', 'What I am told of, and by which channels'))
    .output(preferences),
  setPreference: changes(null)
    .route(at.put('/notification-preferences/{kind}', 'Choose by which channels I am told of a kind'))
    .input(z.object({ kind, channels }))
    .output(preferences),
  setNumber: changes(null)
    .route(at.put('/notification-number', 'Say at which WhatsApp number I am told, or at none'))
    .input(z.object({ mobile: e164.nullable() }))
    .output(preferences),
};
