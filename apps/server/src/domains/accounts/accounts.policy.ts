import type { Actor } from '../../platform/http/request-context.ts';

type Person = Pick<Actor, 'role' | 'supportMode'>;

/** Administrators of the platform may look at another person's workspace, without changing anything. */
export const maySupport = (actor: Person): boolean => actor.role === 'admin';

/** Administrators of the platform may read mail that was kept instead of sent; not through another person's eyes. */
export const mayReadOutbox = (actor: Person): boolean => actor.role === 'admin' && !actor.supportMode;
