import { MAX_CHAIN } from '@switchyard/contracts/automations/limits';
import type { Trigger, TriggerKind } from '@switchyard/contracts/automations/operations';
import type { CellValue } from '@switchyard/contracts/boards/columns';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { campaignRepliedTo } from '../campaigns/index.ts';
import { chatMessagesStored, type NewChatMessage, type StoredChatMessages } from '../messages/index.ts';
import { notify } from '../notifications/index.ts';
import { automationsChanged } from './automations.events.ts';
import { automationRuns, automations, type TriggerChat } from './automations.schema.ts';
import type { Cause } from './effects.ts';

type AutomationRow = typeof automations.$inferSelect;

/** Rows per statement. */
const BATCH_SIZE = 1_000;

const isActiveKind = (kinds: TriggerKind[], where: SQL | undefined) =>
  and(where, eq(automations.isActive, true), inArray(automations.kind, kinds));

/** An event of an item. */
export type ItemEvent =
  | { kind: 'itemCreated' | 'formAnswered' }
  | { kind: 'itemMoved'; groupId: string }
  | { kind: 'buttonPressed'; columnId: string }
  | { kind: 'cellChanged'; columnId: string; after: CellValue };

interface ItemTriggers {
  workspaceId: string;
  boardId: string;
  /** The run that caused it. Undefined: a person did. */
  cause?: Cause | undefined;
  items: readonly { itemId: string; titleOf: () => Promise<string>; happened: ItemEvent }[];
}

/** A form answer also creates an item. */
const kindsOf = ({ kind }: ItemEvent): TriggerKind[] =>
  kind === 'formAnswered' ? ['itemCreated', 'formAnswered'] : [kind];

const matchesTrigger = ({ kind, trigger }: AutomationRow, happened: ItemEvent): boolean => {
  if (!kindsOf(happened).includes(kind)) return false;
  if (trigger.kind === 'itemMoved' && happened.kind === 'itemMoved') return trigger.groupId === happened.groupId;
  if (trigger.kind === 'buttonPressed' && happened.kind === 'buttonPressed') {
    return trigger.columnId === happened.columnId;
  }
  if (trigger.kind !== 'cellChanged' || happened.kind !== 'cellChanged') return true;
  if (trigger.columnId !== happened.columnId) return false;
  if (trigger.value === undefined) return true;
  const { after } = happened;
  return Array.isArray(after) ? after.includes(String(trigger.value)) : after === trigger.value;
};

/**
 * Triggers the board's automations for events of items, in the same transaction. A chain of runs that is too long is a
 * loop: the next automation in it is paused, and its author is notified.
 */
export const recordItemTriggers = async (tx: Db, triggers: ItemTriggers): Promise<DomainEvent[]> =>
  (await triggerItemRuns(tx, triggers)).events;

/** Like {@link recordItemTriggers}, and returns how many automations will run. */
export async function triggerItemRuns(
  tx: Db,
  triggers: ItemTriggers,
): Promise<{ events: DomainEvent[]; triggered: number }> {
  const { workspaceId, boardId, cause, items } = triggers;
  const kinds = [...new Set(items.flatMap(({ happened }) => kindsOf(happened)))];
  if (kinds.length === 0) return { events: [], triggered: 0 };
  const active = await tx
    .select()
    .from(automations)
    .where(isActiveKind(kinds, eq(automations.boardId, boardId)));
  if (active.length === 0) return { events: [], triggered: 0 };
  const depth = cause ? cause.depth + 1 : 0;
  const isLoop = depth >= MAX_CHAIN;
  const triggered = new Set<AutomationRow>();
  const runs: (typeof automationRuns.$inferInsert)[] = [];
  for (const { itemId, titleOf, happened } of items) {
    const matching = active.filter((automation) => matchesTrigger(automation, happened));
    if (matching.length === 0) continue;
    const subject = await titleOf();
    for (const automation of matching) {
      triggered.add(automation);
      runs.push({
        workspaceId,
        automationId: automation.id,
        itemId,
        subject,
        depth,
        state: isLoop ? 'cut' : 'pending',
        endedAt: isLoop ? new Date() : null,
      });
    }
  }
  for (let from = 0; from < runs.length; from += BATCH_SIZE) {
    await tx.insert(automationRuns).values(runs.slice(from, from + BATCH_SIZE));
  }
  if (!isLoop) return { events: [], triggered: triggered.size };
  const events: DomainEvent[] = [automationsChanged(workspaceId, { boardId })];
  for (const automation of triggered) events.push(...(await stopLoop(tx, automation)));
  return { events, triggered: 0 };
}

/** Pauses an automation that keeps triggering itself, and notifies its author. */
export async function stopLoop(
  tx: Db,
  { id, workspaceId, boardId, name, createdBy }: AutomationRow,
): Promise<DomainEvent[]> {
  await tx
    .update(automations)
    .set({ isActive: false, stoppedBecause: 'loop', nextAt: null })
    .where(eq(automations.id, id));
  const data = { id: boardId, name };
  return notify(tx, { workspaceId, userId: createdBy, kind: 'automation-stopped', subject: id, data });
}

type ChatKind = 'messageReceived' | 'conversationAssigned' | 'conversationResolved' | 'labelSet' | 'campaignAnswered';

interface ChatTrigger {
  workspaceId: string;
  kind: ChatKind;
  chat: TriggerChat;
  /** The labels that were added to the conversation. */
  labels?: readonly string[];
}

/**
 * Triggers the workspace's automations for events in chats, in the same transaction. A chain of runs that is too long
 * is a loop, as with items.
 * @param cause the run that caused it; undefined: a person did
 */
export async function recordChatTriggers(
  tx: Db,
  triggers: readonly ChatTrigger[],
  cause?: Cause,
): Promise<DomainEvent[]> {
  if (triggers.length === 0) return [];
  const workspaceIds = [...new Set(triggers.map(({ workspaceId }) => workspaceId))];
  const kinds = [...new Set(triggers.map(({ kind }) => kind))];
  const active = await tx
    .select()
    .from(automations)
    .where(isActiveKind(kinds, inArray(automations.workspaceId, workspaceIds)));
  const depth = cause ? cause.depth + 1 : 0;
  const isLoop = depth >= MAX_CHAIN;
  const triggered = triggers.flatMap((event) =>
    active
      .filter(
        ({ workspaceId, kind, trigger }) =>
          workspaceId === event.workspaceId && kind === event.kind && matchesChat(trigger, event),
      )
      .map((automation) => ({ automation, chat: event.chat })),
  );
  if (triggered.length === 0) return [];
  await tx.insert(automationRuns).values(
    triggered.map(({ automation: { id, workspaceId }, chat }) => ({
      ...{ workspaceId, automationId: id, chat, subject: chat.chat, depth },
      state: isLoop ? ('cut' as const) : ('pending' as const),
      endedAt: isLoop ? new Date() : null,
    })),
  );
  if (!isLoop) return [];
  const events: DomainEvent[] = [];
  for (const automation of new Set(triggered.map(({ automation }) => automation))) {
    events.push(automationsChanged(automation.workspaceId, { boardId: automation.boardId }));
    events.push(...(await stopLoop(tx, automation)));
  }
  return events;
}

function matchesChat(trigger: Trigger, { chat: { text }, labels = [] }: ChatTrigger): boolean {
  if (trigger.kind === 'labelSet') return labels.some((label) => label.toLowerCase() === trigger.label.toLowerCase());
  return (
    trigger.kind !== 'messageReceived' || trigger.words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  );
}

/** Maximum length of a text stored with a run. */
const MAX_TEXT_LENGTH = 2_000;

const isTextFromContact = ({ by, kind, text }: NewChatMessage): boolean =>
  by === 'them' && kind !== 'reaction' && kind !== 'vote' && text !== '';

const chatOf = ({ engineId, chat }: StoredChatMessages, { text, waMessageId, at }: NewChatMessage): TriggerChat => ({
  engineId,
  chat,
  text: text.slice(0, MAX_TEXT_LENGTH),
  message: { waMessageId, at: at.toISOString() },
});

/** Triggers automations for received messages, in the transaction that stores them. */
export const recordMessages = chatMessagesStored.hookBatch('automations', async (tx, chats) => {
  const received = chats.flatMap((chat) => {
    const contactMessages = chat.messages.filter(isTextFromContact);
    return contactMessages.length > 0 ? [{ chat, contactMessages }] : [];
  });
  if (received.length === 0) return [];
  const triggers = received.flatMap(({ chat, contactMessages }) =>
    contactMessages.map((message) => ({
      workspaceId: chat.workspaceId,
      kind: 'messageReceived' as const,
      chat: chatOf(chat, message),
    })),
  );
  return [...(await recordChatTriggers(tx, triggers)), ...(await recordCampaignAnswers(tx, received))];
});

/** Triggers automations on a contact's first message after a campaign's. */
async function recordCampaignAnswers(
  tx: Db,
  received: readonly { chat: StoredChatMessages; contactMessages: readonly NewChatMessage[] }[],
): Promise<DomainEvent[]> {
  const workspaceIds = [...new Set(received.map(({ chat }) => chat.workspaceId))];
  const subscribed = await tx
    .select({ workspaceId: automations.workspaceId })
    .from(automations)
    .where(isActiveKind(['campaignAnswered'], inArray(automations.workspaceId, workspaceIds)));
  const answers: ChatTrigger[] = [];
  for (const { chat, contactMessages } of received) {
    const [first] = contactMessages;
    if (!first || !subscribed.some(({ workspaceId }) => workspaceId === chat.workspaceId)) continue;
    const messageIds = contactMessages.map(({ id }) => id);
    if ((await campaignRepliedTo(tx, { ...chat, messageIds })) === null) continue;
    answers.push({ workspaceId: chat.workspaceId, kind: 'campaignAnswered', chat: chatOf(chat, first) });
  }
  return recordChatTriggers(tx, answers);
}
