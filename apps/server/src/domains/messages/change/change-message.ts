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
  /** The version that the caller has seen; undefined: any. */
  version?: number | undefined;
}

export type Changes = { [Column in keyof MessageRow]?: MessageRow[Column] | SQL };

/** What is done to a message, and who may when. */
interface Act {
  action: AuditAction;
  may: (actor: Actor, row: MessageRow) => Refusal | null;
  details?: Record<string, unknown>;
  /** It is done to one that was removed. Default: to one that was not. */
  isRemoved?: boolean;
}

/**
 * Changes a message of the actor's workspace, if the policy allows it as it stands and it is at the version seen. Every
 * change of a user's goes through here: the row's lock makes a lane that takes it at the same moment and the user
 * exclude each other.
 * @param change from the row as it is; may refuse
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`, `FORBIDDEN`; nothing was changed then
 */
export async function changeMessage(
  db: Db,
  actor: Actor,
  { id, version }: Target,
  act: Act,
  change: (row: MessageRow, tx: Db) => Changes | Promise<Changes>,
): Promise<MessageRow> {
  return db.transaction(async (tx) => {
    const seen = await messagesSeenBy(tx, actor);
    const before = await lockMessage(tx, actor.workspaceId, id, act.isRemoved ?? false, seen);
    if (!before) throw new Refusal('NOT_FOUND');
    authorize(act.may(actor, before));
    if (version !== undefined && version !== before.version) throw tooLate(before);
    const changes = await change(before, tx);
    const row = await updateMessage(tx, id, { ...changes, version: sql`version + 1`, updatedAt: sql`now()` });
    const details = act.details ?? { columns: Object.keys(changes) };
    await writeAudit(tx, actor, { action: act.action, subject: id, details });
    return row;
  });
}

/** An action on one message of the actor's workspace. */
export type MessageAction<Input extends Target = Target> = Action<Input, MessageRow>;
