import type { NoticeFacts } from '../notice.ts';

/** Notifications of this domain, by kind. */
export const accountsNotices = {
  'key-expiring': { audience: 'admins', byDefault: ['page', 'mail'], always: [] },
  'key-added': { audience: 'admins', byDefault: ['page', 'mail'], always: ['page', 'mail'] },
  'passkey-added': { audience: 'everyone', byDefault: ['page', 'mail'], always: ['page', 'mail'] },
  'sign-in': { audience: 'everyone', byDefault: ['page', 'mail'], always: ['page', 'mail'] },
} as const satisfies Record<string, NoticeFacts>;
