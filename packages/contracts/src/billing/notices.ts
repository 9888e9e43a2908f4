import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const billingNotices = {
  'limit-near': { audience: 'admins', byDefault: ['page', 'mail'], always: [] },
  plan: { audience: 'admins', byDefault: ['page', 'mail'], always: ['page'] },
} as const satisfies Record<string, NoticeFacts>;
