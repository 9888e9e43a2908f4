/**
 * How a person can be notified. `page`: in the app. `whatsapp`: at their own number, through an engine of the
 * workspace.
 */
export const NOTIFICATION_CHANNELS = ['page', 'mail', 'whatsapp'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Recipients and channels of a kind of notification. */
export interface NoticeFacts {
  /** Recipients in a workspace, unless addressed to one person. `operators`: admins of the platform, individually. */
  audience: 'everyone' | 'admins' | 'operators';
  /** Channels enabled by default. */
  byDefault: readonly NotificationChannel[];
  /** Channels that cannot be disabled. */
  always: readonly NotificationChannel[];
}
