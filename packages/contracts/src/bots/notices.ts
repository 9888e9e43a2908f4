import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const botsNotices = {
  'bot-failing': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
  'bot-paused': { audience: 'everyone', byDefault: ['page'], always: [] },
} as const satisfies Record<string, NoticeFacts>;
