import type { Actor } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Owners read the audit log of their workspace; so do platform admins in support mode, which is itself recorded. */
export const readAuditRefusal = (actor: Pick<Actor, 'workspaceRole'>): Refusal | null =>
  actor.workspaceRole === 'owner' ? null : new Refusal('FORBIDDEN');
