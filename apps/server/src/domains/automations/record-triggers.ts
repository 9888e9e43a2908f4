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

/** Rows of one statement. */
const RUNS_AT_ONCE = 1_000;

const active = (kinds: TriggerKind[], where: SQL | undefined) =>
  and(where, eq(automations.isActive, true), inArray(automations.kind, kinds));

/** What happened to an item. */
export type ItemHappened =
  | { kind: 'itemCreated' | 'formAnswered' }
  | { kind: 'itemMoved'; groupId: string }
  | { kind: 'buttonPressed'; columnId: string }
  | { kind: 'cellChanged'; columnId: string; after: CellValue };

interface ItemTriggers {
  workspaceId: string;
  boardId: string;
  /** The run that did it; left out: somebody did. */
  cause?: Cause | undefined;
  items: readonly { itemId: string; titleOf: () => Promise<string>; happened: ItemHappened }[];
}

/** Who answers a form creates an item, too. */
const kindsOf = ({ kind }: ItemHappened): TriggerKind[] =>
  kind === 'formAnswered' ? ['itemCreated', 'formAnswered'] : [kind];

const isSetOff = ({ kind, trigger }: AutomationRow, happened: ItemHappened): boolean => {
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
 * Sets off the automations of a board that wait for what has happened to items, in the same transaction. A chain that is
 * too long is a loop: the automation that would go on with it is paused, and whoever made it is notified.
 */
export const recordItemTriggers = async (tx: Db, given: ItemTriggers): Promise<DomainEvent[]> =>
  (await setOffByItems(tx, given)).events;

/** The same, with how many automations are to run. */
export async function setOffByItems(tx: Db, given: ItemTriggers): Promise<{ events: DomainEvent[]; setOff: number }> {
  const { workspaceId, boardId, cause, items } = given;
  const kinds = [...new Set(items.flatMap(({ happened }) => kindsOf(happened)))];
  if (kinds.length === 0) return { events: [], setOff: 0 };
  const waiting = await tx
    .select()
    .from(automations)
    .where(active(kinds, eq(automations.boardId, boardId)));
  if (waiting.length === 0) return { events: [], setOff: 0 };
  const depth = cause ? cause.depth + 1 : 0;
  const isLoop = depth >= MAX_CHAIN;
  const setOff = new Set<AutomationRow>();
  const runs: (typeof automationRuns.$inferInsert)[] = [];
  for (const { itemId, titleOf, happened } of items) {
    const these = waiting.filter((one) => isSetOff(one, happened));
    if (these.length === 0) continue;
    const subject = await titleOf();
    for (const automation of these) {
      setOff.add(automation);
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
  for (let from = 0; from < runs.length; from += RUNS_AT_ONCE) {
    await tx.insert(automationRuns).values(runs.slice(from, from + RUNS_AT_ONCE));
  }
  if (!isLoop) return { events: [], setOff: setOff.size };
  const events: DomainEvent[] = [automationsChanged(workspaceId, { boardId })];
  for (const automation of setOff) events.push(...(await stopLoop(tx, automation)));
  return { events, setOff: 0 };
}

/** Pauses an automation that keeps setting itself off, and notifies whoever made it. */
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
  /** Of a conversation: those that it has got. */
  labels?: readonly string[];
}

/**
 * Sets off the automations of a workspace that wait for what has happened in chats, in the same transaction. A chain
 * that is too long is a loop, as with items.
 * @param cause the run that did it; left out: somebody did
 */
export async function recordChatTriggers(tx: Db, given: readonly ChatTrigger[], cause?: Cause): Promise<DomainEvent[]> {
  if (given.length === 0) return [];
  const workspaceIds = [...new Set(given.map(({ workspaceId }) => workspaceId))];
  const kinds = [...new Set(given.map(({ kind }) => kind))];
  const waiting = await tx
    .select()
    .from(automations)
    .where(active(kinds, inArray(automations.workspaceId, workspaceIds)));
  const depth = cause ? cause.depth + 1 : 0;
  const isLoop = depth >= MAX_CHAIN;
  const setOff = given.flatMap((one) =>
    waiting
      .filter(
        ({ workspaceId, kind, trigger }) =>
          workspaceId === one.workspaceId && kind === one.kind && isMeant(trigger, one),
      )
      .map((automation) => ({ automation, chat: one.chat })),
  );
  if (setOff.length === 0) return [];
  await tx.insert(automationRuns).values(
    setOff.map(({ automation: { id, workspaceId }, chat }) => ({
      ...{ workspaceId, automationId: id, chat, subject: chat.chat, depth },
      state: isLoop ? ('cut' as const) : ('pending' as const),
      endedAt: isLoop ? new Date() : null,
    })),
  );
  if (!isLoop) return [];
  const events: DomainEvent[] = [];
  for (const automation of new Set(setOff.map((one) => one.automation))) {
    events.push(automationsChanged(automation.workspaceId, { boardId: automation.boardId }));
    events.push(...(await stopLoop(tx, automation)));
  }
  return events;
}

function isMeant(trigger: Trigger, { chat: { text }, labels = [] }: ChatTrigger): boolean {
  if (trigger.kind === 'labelSet') return labels.some((label) => label.toLowerCase() === trigger.label.toLowerCase());
  return (
    trigger.kind !== 'messageReceived' || trigger.words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  );
}

/** Of a text, kept with a run. */
const MAX_TEXT = 2_000;

const isWritten = ({ by, kind, text }: NewChatMessage): boolean =>
  by === 'them' && kind !== 'reaction' && kind !== 'vote' && text !== '';

const chatOf = ({ engineId, chat }: StoredChatMessages, { text, waMessageId, at }: NewChatMessage): TriggerChat => ({
  engineId,
  chat,
  text: text.slice(0, MAX_TEXT),
  message: { waMessageId, at: at.toISOString() },
});

/** What customers write sets off automations, in the transaction that stores it. */
export const recordMessages = chatMessagesStored.hookBatch('automations', async (tx, written) => {
  const heard = written.flatMap((chat) => {
    const theirs = chat.messages.filter(isWritten);
    return theirs.length > 0 ? [{ chat, theirs }] : [];
  });
  if (heard.length === 0) return [];
  const received = heard.flatMap(({ chat, theirs }) =>
    theirs.map((message) => ({
      workspaceId: chat.workspaceId,
      kind: 'messageReceived' as const,
      chat: chatOf(chat, message),
    })),
  );
  return [...(await recordChatTriggers(tx, received)), ...(await recordCampaignAnswers(tx, heard))];
});

/** A contact's first word after a campaign's message. */
async function recordCampaignAnswers(
  tx: Db,
  heard: readonly { chat: StoredChatMessages; theirs: readonly NewChatMessage[] }[],
): Promise<DomainEvent[]> {
  const workspaceIds = [...new Set(heard.map(({ chat }) => chat.workspaceId))];
  const wanting = await tx
    .select({ workspaceId: automations.workspaceId })
    .from(automations)
    .where(active(['campaignAnswered'], inArray(automations.workspaceId, workspaceIds)));
  const answers: ChatTrigger[] = [];
  for (const { chat, theirs } of heard) {
    const [first] = theirs;
    if (!first || !wanting.some(({ workspaceId }) => workspaceId === chat.workspaceId)) continue;
    const messageIds = theirs.map(({ id }) => id);
    if ((await campaignRepliedTo(tx, { ...chat, messageIds })) === null) continue;
    answers.push({ workspaceId: chat.workspaceId, kind: 'campaignAnswered', chat: chatOf(chat, first) });
  }
  return recordChatTriggers(tx, answers);
}
