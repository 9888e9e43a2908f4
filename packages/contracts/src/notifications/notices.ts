import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const notificationsNotices = {
  /** Somebody sends it to themselves. */
  'notification-test': { audience: 'everyone', byDefault: [], always: ['page', 'mail', 'whatsapp'] },
} as const satisfies Record<string, NoticeFacts>;
