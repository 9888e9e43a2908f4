import type { PlatformRole } from '../../platform/actor.ts';

/** A role that we do not know has the fewest rights. */
export const toRole = (role: string): PlatformRole => (role === 'admin' || role === 'support' ? role : 'user');
