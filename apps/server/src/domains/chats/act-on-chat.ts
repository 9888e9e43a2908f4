import { randomBytes } from 'node:crypto';
import { type ChatActKind, DELETE_WINDOW_MS, EDIT_WINDOW_MS } from '@switchyard/contracts/chats/act-kinds';
import type { EngineAct } from '@switchyard/contracts/chats/acts';
import type { ChatAct, ChatActRequest } from '@switchyard/contracts/chats/operations';
import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findEngine } from '../engines/index.ts';
import { presentAct } from './acts.present.ts';
import { actsDue, chatsStale } from './chats.events.ts';
import { actRefusal } from './chats.policy.ts';
import { chatActs } from './chats.schema.ts';
import { findActMessage, latestMessages } from './find-act-message.ts';
import { insistOnSeen } from './sight.ts';

/** Most messages of a chat whose sender is told that they were read. */
const MAX_READ = 50;
const MUTE_MS = { '8h': 8 * 60 * 60_000, '1w': 7 * 24 * 60 * 60_000 } as const;
/** What others see of it, or lose by it, is worth an entry in the audit log. */
const AUDITED: readonly ChatActKind[] = ['edit', 'delete'];

interface Asked {
  id: string;
  chat: string;
  act: ChatActRequest;
}

/**
 * Has an engine do something to a message or chat. What was asked of the same before and is not begun, or came to
 * nothing, is replaced: the last word counts.
 * @returns the act, which is `pending` until the engine has reported it
 * @throws Refusal `NOT_FOUND` (engine or message), `FORBIDDEN`, `DRIVER_CANNOT`, `MESSAGE_NOT_OURS`,
 *   `MESSAGE_NOT_TEXT`, `MESSAGE_TOO_OLD`
 */
export const actOnChat: Action<Asked, ChatAct, ActionDeps> = async (deps, actor, { id: engineId, act, ...of }) => {
  const chat = of.chat.replaceAll('\0', '');
  const row = await deps.db.transaction(async (db) => {
    const engine = await findEngine(db, { engineId, workspaceId: actor.workspaceId });
    if (!engine) throw new Refusal('NOT_FOUND');
    authorize(actRefusal(actor));
    await insistOnSeen(db, actor, engineId, chat);
    if (!driverFacts(engine.driver).acts.includes(act.kind)) throw new Refusal('DRIVER_CANNOT', { act: act.kind });
    const now = deps.clock.now();
    const about = 'waMessageId' in act ? await aboutMessage(db, { engineId, chat }, act, now) : null;
    const latest = about ? [] : await latestOf(db, { engineId, chat }, act.kind);
    const target = { engineId, chat, kind: act.kind };
    await db.execute(sql`delete from chat_acts where engine_id = ${engineId} and chat = ${chat} and kind = ${act.kind}
      and wa_message_id is not distinct from ${about?.message.waMessageId ?? null}
      and (state in ('failed', 'unknown') or (state = 'pending' and not in_doubt))`);
    const [added] = await db
      .insert(chatActs)
      .values({
        ...target,
        ...{ waMessageId: about?.message.waMessageId ?? null, message: about?.message ?? null, latest },
        ...{ act: toEngineAct(act, now), askedBy: actor.userId, expiresAt: about?.expiresAt ?? null },
        waId: `3EB0${randomBytes(9).toString('hex').toUpperCase()}`,
      })
      .returning();
    if (!added) throw new Error('the act was not stored');
    if (AUDITED.includes(act.kind)) {
      const details = { chat, waMessageId: added.waMessageId };
      await writeAudit(db, actor, { action: `chat.${act.kind}`, subject: engineId, details });
    }
    return added;
  });
  const events = [chatsStale(actor.workspaceId, engineId), actsDue(actor.workspaceId, engineId)];
  return { result: presentAct(row), events };
};

/**
 * Takes an act that came to nothing off the screen.
 * @throws Refusal `NOT_FOUND` (also of one that may still be done), `FORBIDDEN`
 */
export const dismissAct: Action<{ id: string; actId: string }, null> = async ({ db }, actor, { id, actId }) => {
  if (!(await findEngine(db, { engineId: id, workspaceId: actor.workspaceId }))) throw new Refusal('NOT_FOUND');
  authorize(actRefusal(actor));
  const [act] = await db
    .select({ chat: chatActs.chat })
    .from(chatActs)
    .where(and(eq(chatActs.id, actId), eq(chatActs.engineId, id)));
  if (!act) throw new Refusal('NOT_FOUND');
  await insistOnSeen(db, actor, id, act.chat);
  const isOver = inArray(chatActs.state, ['failed', 'unknown']);
  const gone = await db
    .delete(chatActs)
    .where(and(eq(chatActs.id, actId), eq(chatActs.engineId, id), isOver))
    .returning({ id: chatActs.id });
  if (gone.length === 0) throw new Refusal('NOT_FOUND');
  return { result: null, events: [chatsStale(actor.workspaceId, id)] };
};

type OfChat = { engineId: string; chat: string };

async function aboutMessage(
  db: Db,
  of: OfChat,
  { kind, waMessageId }: { kind: ChatActKind; waMessageId: string },
  now: Date,
): Promise<{ message: ActMessage; expiresAt: Date | null }> {
  const found = await findActMessage(db, { ...of, waMessageId });
  if (!found || found.isDeleted) throw new Refusal('NOT_FOUND');
  const { message } = found;
  if (kind !== 'edit' && kind !== 'delete') return { message, expiresAt: null };
  if (!message.fromMe) throw new Refusal('MESSAGE_NOT_OURS');
  if (kind === 'edit' && !found.isText) throw new Refusal('MESSAGE_NOT_TEXT');
  const expiresAt = new Date(message.atMs + (kind === 'edit' ? EDIT_WINDOW_MS : DELETE_WINDOW_MS));
  if (expiresAt <= now) throw new Refusal('MESSAGE_TOO_OLD');
  return { message, expiresAt };
}

const latestOf = (db: Db, of: OfChat, kind: ChatActKind): Promise<ActMessage[]> =>
  kind === 'read'
    ? latestMessages(db, { ...of, limit: MAX_READ, isReceived: true })
    : latestMessages(db, { ...of, limit: 1, isReceived: false });

function toEngineAct(asked: ChatActRequest, now: Date): EngineAct {
  switch (asked.kind) {
    case 'react':
      return { kind: 'react', emoji: asked.emoji };
    case 'edit':
      return { kind: 'edit', text: asked.text };
    case 'delete':
      return { kind: 'delete' };
    case 'star':
      return { kind: 'star', isStarred: asked.isStarred };
    case 'read':
      return { kind: 'read', isRead: asked.isRead };
    case 'archive':
      return { kind: 'archive', isArchived: asked.isArchived };
    case 'pin':
      return { kind: 'pin', isPinned: asked.isPinned };
    case 'pin-message':
      return { kind: 'pin-message', isPinned: asked.isPinned, seconds: asked.seconds };
    case 'mute': {
      const { length } = asked;
      if (length === null) return { kind: 'mute', untilMs: null };
      return { kind: 'mute', untilMs: length === 'always' ? -1 : now.getTime() + MUTE_MS[length] };
    }
  }
}
