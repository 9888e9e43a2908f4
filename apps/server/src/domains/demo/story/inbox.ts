import { and, eq } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import { receivedMessages } from '../../chats/chats.schema.ts';
import {
  conversationEvents,
  conversationNotes,
  conversations,
  type EventDetails,
  inboxMacros,
  quickReplies,
} from '../../inbox/inbox.schema.ts';
import { rebuildConversations } from '../../inbox/index.ts';
import { messages } from '../../messages/messages.schema.ts';
import { type NewMessage, sentMessage, waMessageId } from './messages.ts';
import { minutesBefore, type Story } from './story.ts';
import { type Line, QUICK_REPLIES, THREADS, type Thread } from './threads.ts';

/** Creates the chats and the team's work on them. */
export async function createDemoInbox(story: Story): Promise<void> {
  const { workspaceId, actor } = story;
  const { db } = story.deps;
  // Time-ordered ids, so that a message's id is as old as its time.
  const lines = THREADS.flatMap(({ chat, lines: said }) => said.map((line) => ({ chat, line }))).sort(
    (a, b) => b.line[1] - a.line[1],
  );
  const received: (typeof receivedMessages.$inferInsert)[] = [];
  const sent: NewMessage[] = [];
  for (const { chat, line } of lines) {
    if (line[0] === 'them') received.push(receivedFrom(story, chat, line));
    else sent.push(answerTo(story, chat, line));
  }
  await db.insert(receivedMessages).values(received);
  await db.insert(messages).values(sent);
  await rebuildConversations(db);
  for (const thread of THREADS) await arrange(story, thread);
  await db.insert(inboxMacros).values({
    workspaceId,
    ownerId: actor.userId,
    name: 'Thank and resolve',
    actions: [{ kind: 'addLabels', labels: ['Thanks'] }, { kind: 'resolve' }],
    isShared: true,
  });
  await db.insert(quickReplies).values(
    Object.entries(QUICK_REPLIES).map(([title, text]) => ({
      workspaceId,
      ownerId: actor.userId,
      title,
      text,
      isShared: true,
    })),
  );
}

const mobileOf = ({ contacts }: Story, chat: string): string => contacts.get(chat)?.mobile ?? chat;

function receivedFrom(story: Story, name: string, [, minutesAgo, body]: Line): typeof receivedMessages.$inferInsert {
  const chat = mobileOf(story, name);
  const writtenAt = minutesBefore(story.now, minutesAgo);
  return {
    id: newId(),
    engineId: story.engineId,
    chat,
    writer: chat,
    fromMe: false,
    waMessageId: waMessageId(),
    kind: 'text',
    body,
    writtenAt,
    receivedAt: writtenAt,
  };
}

function answerTo(story: Story, name: string, [by, minutesAgo, text]: Line): NewMessage {
  const to = story.contacts.get(name) ?? { name, mobile: name };
  return sentMessage(story, {
    id: newId(),
    to,
    text,
    at: minutesBefore(story.now, minutesAgo),
    ...(by === 'bot' ? { origin: 'bot' as const } : { createdBy: personOf(story, by).id }),
  });
}

function personOf({ actor, colleagues }: Story, by: 'robin' | 'ivy' | 'tom' | 'bot' | 'them') {
  return by === 'ivy' || by === 'tom' ? colleagues[by] : { id: actor.userId, name: actor.fullName };
}

interface ConversationEvent {
  minutesAgo: number;
  kind: (typeof conversationEvents.$inferInsert)['kind'];
  by?: { id: string; name: string };
  details?: EventDetails;
  since?: Date;
}

async function arrange(story: Story, thread: Thread): Promise<void> {
  const { engineId, now } = story;
  const { db } = story.deps;
  const { status, assignee, snoozedForMinutes, wakesOnReply = true, labels = [], rating = null } = thread;
  const snoozedUntil = snoozedForMinutes === undefined ? null : minutesBefore(now, -snoozedForMinutes);
  const assigned = assignee && personOf(story, assignee);
  const [row] = await db
    .update(conversations)
    .set({ status, assigneeId: assigned?.id ?? null, snoozedUntil, wakesOnReply, labels, rating })
    .where(and(eq(conversations.engineId, engineId), eq(conversations.chat, mobileOf(story, thread.chat))))
    .returning();
  if (!row) throw new Error(`${thread.chat} has no conversation`);
  const last = thread.lines.at(-1)?.[1] ?? 0;
  const since = (minutesAgo: number) => ({ since: minutesBefore(now, minutesAgo) });
  const opened = thread.lines[0]?.[1] ?? 0;
  const happened: ConversationEvent[] = [{ minutesAgo: opened, kind: 'opened' }];
  if (thread.handedOver) {
    const { bot, text, answers } = thread.handedOver;
    happened.push({ minutesAgo: last + 1, kind: 'handed-over', details: { name: bot, text, answers } });
  }
  let waitsFrom: number | null = null;
  for (const [by, minutesAgo] of thread.lines) {
    if (by === 'them') waitsFrom ??= minutesAgo;
    else if (by !== 'bot' && waitsFrom !== null) {
      happened.push({ minutesAgo, kind: 'answered', by: personOf(story, by), ...since(waitsFrom) });
      waitsFrom = null;
    }
  }
  const { ivy } = story.colleagues;
  if (assigned) happened.push({ minutesAgo: last, kind: 'assigned', by: ivy, details: { name: assigned.name } });
  if (snoozedUntil) {
    happened.push({ minutesAgo: last - 5, kind: 'snoozed', by: ivy, details: { until: snoozedUntil.toISOString() } });
  }
  if (status === 'resolved') {
    happened.push({ minutesAgo: last - 5, kind: 'resolved', by: assigned ?? ivy, ...since(opened) });
  }
  if (rating !== null) {
    happened.push({ minutesAgo: last - 5, kind: 'rating-asked', by: assigned ?? ivy });
    happened.push({ minutesAgo: last - 25, kind: 'rated', by: assigned ?? ivy, details: { name: String(rating) } });
  }
  await db.insert(conversationEvents).values(
    happened.map(({ minutesAgo, kind, by, details = {}, ...more }) => ({
      workspaceId: story.workspaceId,
      conversationId: row.id,
      kind,
      actorId: by?.id ?? null,
      actorName: kind === 'rated' ? null : (by?.name ?? null),
      details,
      createdAt: minutesBefore(now, minutesAgo),
      ...more,
    })),
  );
  if (!thread.note) return;
  const [by, minutesAgo, text] = thread.note;
  const author = story.colleagues[by];
  await db.insert(conversationNotes).values({
    conversationId: row.id,
    authorId: author.id,
    authorName: author.name,
    text,
    createdAt: minutesBefore(now, minutesAgo),
  });
}
