import type { Actor } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/**
 * Owners read what was done in their workspace; an admin of the platform through their eyes, which is itself recorded.
 */
export const readAuditRefusal = (actor: Pick<Actor, 'workspaceRole'>): Refusal | null =>
  actor.workspaceRole === 'owner' ? null : new Refusal('FORBIDDEN');
