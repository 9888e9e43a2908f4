import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const boardsNotices = {
  'item-due': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
  'item-mentioned': { audience: 'everyone', byDefault: ['page', 'mail'], always: [] },
} as const satisfies Record<string, NoticeFacts>;
