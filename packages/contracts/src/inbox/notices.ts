import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const inboxNotices = {
  'conversation-assigned': { audience: 'everyone', byDefault: ['page'], always: [] },
  'conversation-due': { audience: 'everyone', byDefault: ['page'], always: [] },
  'conversation-mentioned': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
} as const satisfies Record<string, NoticeFacts>;
