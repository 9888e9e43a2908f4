/**
 * How a person can be notified. `page`: in the app. `whatsapp`: at their own number, through an engine of the
 * workspace.
 */
export const NOTIFICATION_CHANNELS = ['page', 'mail', 'whatsapp'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Who receives a kind of notification, and how. */
export interface NoticeFacts {
  /**
   * Who of a workspace receives one that is addressed to no one in particular. `operators`: admins of the platform,
   * each by name.
   */
  audience: 'everyone' | 'admins' | 'operators';
  /** Channels in use until somebody chooses. */
  byDefault: readonly NotificationChannel[];
  /** Channels that cannot be switched off. */
  always: readonly NotificationChannel[];
}
