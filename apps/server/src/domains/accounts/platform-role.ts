import type { PlatformRole } from '../../platform/actor.ts';

/** An unknown role gets the fewest rights. */
export const toRole = (role: string): PlatformRole => (role === 'admin' || role === 'support' ? role : 'user');
