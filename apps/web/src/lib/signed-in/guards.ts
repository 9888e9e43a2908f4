import type { Me } from '@switchyard/contracts/accounts/operations';

/** Where signed-in users start. */
export const HOME = '/calendar';

export type Guard = 'public' | 'logged-out' | 'authenticated' | 'admin';

/** Where a guard redirects a visitor; null if they may stay. Paths as in section 2.1 of the specification. */
export function guardedTo(
  guard: Guard,
  who: Pick<Me, 'role'> | null,
): '/login' | '/calendar' | '/forbidden-access' | null {
  switch (guard) {
    case 'public':
      return null;
    case 'logged-out':
      return who ? HOME : null;
    case 'authenticated':
      return who ? null : '/login';
    case 'admin':
      if (!who) return '/login';
      return who.role === 'admin' ? null : '/forbidden-access';
  }
}

/** The address to return to after signing in, if it is one of ours: never another site, never the login page itself. */
export function safeReturn(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/(?![/\\])/.test(address)) return undefined;
  const base = 'http://here.invalid';
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url?.origin !== base || url.pathname === '/login') return undefined;
  return url.pathname + url.search + url.hash;
}
