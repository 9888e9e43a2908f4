import type { Actor } from '../../platform/http/request-context.ts';

/** Everyone in a workspace may add contacts to it. */
export const mayCreateContact = (actor: Pick<Actor, 'supportMode'>): boolean => !actor.supportMode;
