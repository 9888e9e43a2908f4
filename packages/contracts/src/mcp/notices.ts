import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const mcpNotices = {
  'client-connected': { audience: 'everyone', byDefault: ['page', 'mail'], always: ['page', 'mail'] },
} as const satisfies Record<string, NoticeFacts>;
