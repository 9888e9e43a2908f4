import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const messagesNotices = {
  'messages-wait': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
} as const satisfies Record<string, NoticeFacts>;
