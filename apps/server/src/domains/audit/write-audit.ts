import type { AuditAction } from '@switchyard/contracts/domains';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { auditEntries } from './audit.schema.ts';

export interface AuditedAct {
  /** Noun and act, such as `message.cancel`. */
  action: AuditAction;
  /** Id or name of the object. */
  subject?: string | null;
  /** Defaults to the actor's. Null means none. */
  workspaceId?: string | null;
  /** Facts only: no secrets, no message texts. */
  details?: Record<string, unknown>;
}

type By = Pick<Actor, 'fullName' | 'workspaceId' | 'onBehalfOf' | 'address'> & Pick<Actor | SystemActor, 'userId'>;

/**
 * Writes an audit entry in the transaction of the action itself, so that one never exists without the other.
 * @returns the entry's id
 */
export async function writeAudit(db: Db, actor: By, act: AuditedAct): Promise<string> {
  const id = newId();
  await db.insert(auditEntries).values({
    id,
    workspaceId: act.workspaceId === undefined ? actor.workspaceId : act.workspaceId,
    actorId: actor.userId,
    actorName: actor.fullName,
    onBehalfOf: actor.onBehalfOf?.userId ?? null,
    action: act.action,
    subject: act.subject ?? null,
    address: actor.address ?? null,
    details: act.details ?? {},
  });
  return id;
}
