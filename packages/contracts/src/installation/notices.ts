import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const installationNotices = {
  'backup-failed': { audience: 'operators', byDefault: ['page', 'mail'], always: ['page'] },
} as const satisfies Record<string, NoticeFacts>;
