import { MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import { sql } from 'drizzle-orm';
import type { Action, ActionDeps, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { type FoundMessage, findChatMessages } from '../chats/index.ts';
import type { Sight } from '../messages/index.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { findBoard, type ItemRow, listBoards } from './boards.queries.ts';
import { itemMessages } from './boards.schema.ts';
import { createBoard, lockBoard } from './change-board.ts';
import { insertItem } from './change-items.ts';
import { withDefaults } from './column-rules.ts';

interface FromMessage {
  engineId: string;
  chat: string;
  message: FoundMessage;
  boardId?: string | undefined;
}
type ItemFromMessage = { item: ItemRow; title: string; boardName: string };

/** Maximum length of the message excerpt stored with the item. */
const MAX_EXCERPT = 2_000;

/** A chat message of the workspace. @throws Refusal `NOT_FOUND` if it is not stored or was deleted */
export async function readMessage(
  pool: Parameters<typeof findChatMessages>[0],
  { workspaceId, sight }: { workspaceId: string; sight: Sight },
  { engineId, chat, waMessageId }: { engineId: string; chat: string; waMessageId: string },
): Promise<FoundMessage> {
  const key = { chat: chat.replaceAll('\0', ''), waMessageId: waMessageId.replaceAll('\0', '') };
  const found = await findChatMessages(pool, { workspaceId, sight }, [key]);
  const message = found.find((candidate) => candidate.engineId === engineId);
  if (!message || message.isDeleted) throw new Refusal('NOT_FOUND');
  return message;
}

/**
 * Creates an item from a chat message at the end of the board's first group, assigned to the actor, and stores the link
 * to the message.
 * @throws Refusal `NOT_FOUND`
 */
export const addFromMessage: Action<FromMessage, ItemFromMessage> = ({ db, clock }, actor, given) => {
  authorize(changeBoardsRefusal(actor));
  const { workspaceId } = actor;
  const { engineId, chat, message, boardId } = given;
  const excerpt = (message.text || message.media?.fileName || '').slice(0, MAX_EXCERPT);
  const text = excerpt.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH);
  return db.transaction(async (tx): Promise<Outcome<ItemFromMessage>> => {
    const { result: id, events } = boardId
      ? { result: boardId, events: [] }
      : await ensureTaskBoard({ db: tx, clock }, actor);
    await lockBoard(tx, workspaceId, id);
    const { columns, groups, name: boardName } = await findBoard(tx, workspaceId, id);
    const title = columns.find(({ isTitle }) => isTitle);
    const [group] = groups;
    if (!title || !group) throw new Refusal('NOT_FOUND');
    // Assigned to its creator until they reassign it.
    const people = columns.find(({ type }) => type === 'people');
    const cells = { ...(text !== '' && { [title.id]: text }), ...(people && { [people.id]: [actor.userId] }) };
    const added = await insertItem(tx, actor, {
      boardId: id,
      groupId: group.id,
      columns,
      cells: withDefaults(columns, cells),
      beforeId: null,
    });
    await tx.insert(itemMessages).values({
      itemId: added.result.id,
      engineId,
      chat,
      waMessageId: message.waMessageId,
      text: excerpt,
      writtenAt: new Date(message.at),
    });
    return { result: { item: added.result, title: text, boardName }, events: [...events, ...added.events] };
  });
};

/** The workspace's first task board, created if there is none. Two concurrent callers get the same one. */
async function ensureTaskBoard(deps: ActionDeps, actor: Actor): Promise<Outcome<string>> {
  const first = async () =>
    (await listBoards(deps.db, actor.workspaceId, { template: 'tasks', limit: 1, skip: 0 })).rows[0]?.id;
  const existing = await first();
  if (existing) return { result: existing, events: [] };
  await deps.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${actor.workspaceId}, 48))`);
  const addedMeanwhile = await first();
  if (addedMeanwhile) return { result: addedMeanwhile, events: [] };
  const { result, events } = await createBoard(deps, actor, { name: 'Tasks', template: 'tasks' });
  return { result: result.id, events };
}
