import type { ScheduledFromItem } from '@switchyard/contracts/boards/operations';
import { createMessage } from '@switchyard/contracts/messages/new-message';
import { desc, eq } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize } from '../../platform/refusal.ts';
import { scheduleMessage } from '../messages/index.ts';
import { messages } from '../messages/messages.schema.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { findItem } from './boards.queries.ts';
import { itemScheduled } from './boards.schema.ts';

/** Maximum messages listed per item, latest first. */
const MAX_LISTED = 50;

interface FromItem {
  id: string;
  mobile: string;
  message: string;
  dueDate?: string | undefined;
  zone?: string | undefined;
}

/** Schedules a message and links it to the item. @throws Refusal `NOT_FOUND`; `INVALID` naming each field */
export const scheduleFromItem: Action<FromItem, ScheduledFromItem> = (deps: ActionDeps, actor, { id, ...given }) =>
  deps.db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { boardId, version } = await findItem(tx, actor.workspaceId, id);
    const { mobile, ...message } = given;
    const payload = createMessage.parse({ ...message, contactList: [{ mobile }] });
    const { result, events } = await scheduleMessage({ ...deps, db: tx }, actor, payload);
    await tx.insert(itemScheduled).values({ itemId: id, messageId: result.id });
    const [scheduled] = await selectScheduled(tx, result.id);
    if (!scheduled) throw new Error('the message was not written');
    return {
      result: scheduled,
      events: [...events, boardChanged(actor.workspaceId, { boardId, item: { id, version } })],
    };
  });

const selectScheduled = async (db: Db, messageId?: string, itemId?: string): Promise<ScheduledFromItem[]> => {
  const rows = await db
    .select({
      _id: messages.id,
      contactName: messages.contactName,
      recipient: messages.recipient,
      status: messages.status,
      dueAt: messages.dueAt,
    })
    .from(itemScheduled)
    .innerJoin(messages, eq(messages.id, itemScheduled.messageId))
    .where(messageId ? eq(messages.id, messageId) : eq(itemScheduled.itemId, itemId ?? ''))
    .orderBy(desc(messages.dueAt))
    .limit(MAX_LISTED);
  return rows.map(({ contactName, recipient, dueAt, ...row }) => ({
    ...row,
    contactName: contactName || recipient,
    dueDate: dueAt.toISOString(),
  }));
};

/** Messages scheduled from an item; those due last come first. */
export const listScheduled = (db: Db, itemId: string) => selectScheduled(db, undefined, itemId);
