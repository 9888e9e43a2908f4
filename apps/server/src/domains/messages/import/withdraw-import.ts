import type { BulkResult } from '@switchyard/contracts/message-bulk';
import { eq, or, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { cancelRows } from '../bulk/cancel-many.ts';
import { changeMany } from '../bulk/change-many.ts';
import { messagesStale } from '../messages.events.ts';
import { mayCancel } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';

/** Undoes an import: what has not gone out is cancelled, new tries of its failed rows too. @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const withdrawImport: Action<{ importId: string }, BulkResult> = async ({ db }, actor, { importId }) => {
  const rows = sql`select id from messages where workspace_id = ${actor.workspaceId} and import_id = ${importId}`;
  const chosen = or(eq(messages.importId, importId), sql`${messages.retryOf} in (${rows})`);
  const act = { action: 'message.import-withdraw', subject: importId, may: mayCancel };
  const { result, asked } = await changeMany(db, actor, { where: chosen }, act, cancelRows);
  if (asked === 0) throw new Refusal('NOT_FOUND');
  return { result, events: [messagesStale(actor.workspaceId)] };
};
