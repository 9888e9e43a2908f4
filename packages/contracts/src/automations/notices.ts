import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const automationsNotices = {
  /** Sent by a step of an automation. */
  'automation-notify': { audience: 'everyone', byDefault: ['page'], always: [] },
  'automation-stopped': { audience: 'admins', byDefault: ['page', 'mail'], always: ['page'] },
} as const satisfies Record<string, NoticeFacts>;
