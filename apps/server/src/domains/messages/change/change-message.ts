import type { AuditAction } from '@switchyard/contracts/domains';
import { type SQL, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { tooLate } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { lockMessage, updateMessage } from '../messages.queries.ts';
import { messagesSeenBy } from '../sight.ts';

export interface Target {
  id: string;
  /** The version the caller has seen; undefined: any version. */
  version?: number | undefined;
}

export type Changes = { [Column in keyof MessageRow]?: MessageRow[Column] | SQL };

/** A kind of change, and the policy that allows it. */
interface ChangeSpec {
  action: AuditAction;
  refusal: (actor: Actor, row: MessageRow) => Refusal | null;
  details?: Record<string, unknown>;
  /** Whether the change applies to a removed message. Default: to one that was not removed. */
  isRemoved?: boolean;
}

/**
 * Changes a message of the actor's workspace if the policy allows it and the version matches. Every change made by a
 * user goes through here: the row lock keeps the change and a lane's claim from happening at the same time.
 * @param change receives the locked row; may refuse
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`, `FORBIDDEN`; nothing has been changed then
 */
export async function changeMessage(
  db: Db,
  actor: Actor,
  { id, version }: Target,
  spec: ChangeSpec,
  change: (row: MessageRow, tx: Db) => Changes | Promise<Changes>,
): Promise<MessageRow> {
  return db.transaction(async (tx) => {
    const seen = await messagesSeenBy(tx, actor);
    const before = await lockMessage(tx, actor.workspaceId, id, spec.isRemoved ?? false, seen);
    if (!before) throw new Refusal('NOT_FOUND');
    authorize(spec.refusal(actor, before));
    if (version !== undefined && version !== before.version) throw tooLate(before);
    const changes = await change(before, tx);
    const row = await updateMessage(tx, id, { ...changes, version: sql`version + 1`, updatedAt: sql`now()` });
    const details = spec.details ?? { columns: Object.keys(changes) };
    await writeAudit(tx, actor, { action: spec.action, subject: id, details });
    return row;
  });
}

/** An action on one message of the actor's workspace. */
export type MessageAction<Input extends Target = Target> = Action<Input, MessageRow>;
