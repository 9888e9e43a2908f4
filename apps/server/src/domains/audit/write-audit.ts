import type { AuditAction } from '@switchyard/contracts/domains';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { auditEntries } from './audit.schema.ts';

export interface AuditedAct {
  /** Noun and act, such as `message.cancel`. */
  action: AuditAction;
  /** Id or name of what it is done to. */
  subject?: string | null;
  /** Default: the actor's. Null: none. */
  workspaceId?: string | null;
  /** Facts, never secrets nor the words of messages. */
  details?: Record<string, unknown>;
}

type By = Pick<Actor, 'fullName' | 'workspaceId' | 'onBehalfOf' | 'address'> & Pick<Actor | SystemActor, 'userId'>;

/**
 * Writes what an actor does into the audit log: in the transaction that does it, so that neither is there without the
 * other.
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
