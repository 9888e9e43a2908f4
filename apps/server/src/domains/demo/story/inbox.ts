import { and, eq } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import { receivedMessages } from '../../chats/chats.schema.ts';
import {
  conversationEvents,
  conversationNotes,
  conversations,
  type EventDetails,
  quickReplies,
} from '../../inbox/inbox.schema.ts';
import { rebuildConversations } from '../../inbox/index.ts';
import { messages } from '../../messages/messages.schema.ts';
import { type NewMessage, sentMessage, waMessageId } from './messages.ts';
import { minutesBefore, type Story } from './story.ts';
import { type Line, QUICK_REPLIES, THREADS, type Thread } from './threads.ts';

/** The chats, and what the team has made of each. */
export async function tellInbox(story: Story): Promise<void> {
  const { workspaceId, actor } = story;
  const { db } = story.deps;
  // By its id a message is as old as it is by its moment.
  const lines = THREADS.flatMap(({ chat, lines: said }) => said.map((line) => ({ chat, line }))).sort(
    (one, other) => other.line[1] - one.line[1],
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

async function arrange(story: Story, thread: Thread): Promise<void> {
  const { engineId, now } = story;
  const { db } = story.deps;
  const { status, assignee, snoozedForMinutes, wakesOnReply = true, labels = [] } = thread;
  const snoozedUntil = snoozedForMinutes === undefined ? null : minutesBefore(now, -snoozedForMinutes);
  const assigned = assignee && personOf(story, assignee);
  const [row] = await db
    .update(conversations)
    .set({ status, assigneeId: assigned?.id ?? null, snoozedUntil, wakesOnReply, labels })
    .where(and(eq(conversations.engineId, engineId), eq(conversations.chat, mobileOf(story, thread.chat))))
    .returning();
  if (!row) throw new Error(`${thread.chat} has no conversation`);
  const last = thread.lines.at(-1)?.[1] ?? 0;
  const happened: [
    minutesAgo: number,
    kind: (typeof conversationEvents.$inferInsert)['kind'],
    details: EventDetails,
  ][] = [[thread.lines[0]?.[1] ?? 0, 'opened', {}]];
  if (thread.handedOver) {
    const { bot, text, answers } = thread.handedOver;
    happened.push([last + 1, 'handed-over', { name: bot, text, answers }]);
  }
  if (assigned) happened.push([last, 'assigned', { name: assigned.name }]);
  if (snoozedUntil) happened.push([last - 5, 'snoozed', { until: snoozedUntil.toISOString() }]);
  if (status === 'resolved') happened.push([last - 5, 'resolved', {}]);
  await db.insert(conversationEvents).values(
    happened.map(([minutesAgo, kind, details]) => ({
      conversationId: row.id,
      kind,
      actorName: kind === 'opened' || kind === 'handed-over' ? null : story.colleagues.ivy.name,
      details,
      createdAt: minutesBefore(now, minutesAgo),
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
