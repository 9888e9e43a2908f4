import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const webhooksNotices = {
  'webhook-disabled': { audience: 'admins', byDefault: ['page', 'mail'], always: ['page'] },
} as const satisfies Record<string, NoticeFacts>;
