import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const notificationsNotices = {
  /** A test that a person sends to themselves. */
  'notification-test': { audience: 'everyone', byDefault: [], always: ['page', 'mail', 'whatsapp'] },
} as const satisfies Record<string, NoticeFacts>;
