import { MAX_CHAIN } from '@switchyard/contracts/automations/limits';
import type { Trigger, TriggerKind } from '@switchyard/contracts/automations/operations';
import type { CellValue } from '@switchyard/contracts/boards/columns';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { chatMessagesStored, type StoredChatMessages } from '../messages/index.ts';
import { notify } from '../notifications/index.ts';
import { automationsChanged } from './automations.events.ts';
import { automationRuns, automations, type TriggerChat } from './automations.schema.ts';
import type { Cause } from './effects.ts';

type AutomationRow = typeof automations.$inferSelect;

const active = (kinds: TriggerKind[], where: SQL | undefined) =>
  and(where, eq(automations.isActive, true), inArray(automations.kind, kinds));

/** What happened to an item. */
export type ItemHappened =
  | { kind: 'itemCreated' | 'formAnswered' }
  | { kind: 'cellChanged'; columnId: string; after: CellValue };

interface ItemTrigger {
  workspaceId: string;
  boardId: string;
  itemId: string;
  titleOf: () => Promise<string>;
  /** The run that did it; left out: somebody did. */
  cause?: Cause | undefined;
  happened: ItemHappened;
}

const isSetOff = (trigger: Trigger, happened: ItemHappened): boolean => {
  if (trigger.kind !== 'cellChanged' || happened.kind !== 'cellChanged') return true;
  if (trigger.columnId !== happened.columnId) return false;
  if (trigger.value === undefined) return true;
  const { after } = happened;
  return Array.isArray(after) ? after.includes(String(trigger.value)) : after === trigger.value;
};

/**
 * Sets off the automations of a board that wait for what has happened to an item, in the same transaction. A chain that
 * is too long is a loop: the automation that would go on with it is paused, and whoever made it is notified.
 */
export async function recordItemTrigger(tx: Db, given: ItemTrigger): Promise<DomainEvent[]> {
  const { workspaceId, boardId, itemId, titleOf, cause, happened } = given;
  // Who answers a form creates an item, too.
  const kinds: TriggerKind[] = happened.kind === 'formAnswered' ? ['itemCreated', 'formAnswered'] : [happened.kind];
  const waiting = await tx
    .select()
    .from(automations)
    .where(active(kinds, eq(automations.boardId, boardId)));
  const setOff = waiting.filter(({ trigger }) => isSetOff(trigger, happened));
  if (setOff.length === 0) return [];
  const depth = cause ? cause.depth + 1 : 0;
  const isLoop = depth >= MAX_CHAIN;
  const subject = await titleOf();
  await tx.insert(automationRuns).values(
    setOff.map(({ id }) => ({
      workspaceId,
      automationId: id,
      itemId,
      subject,
      depth,
      state: isLoop ? ('cut' as const) : ('pending' as const),
      endedAt: isLoop ? new Date() : null,
    })),
  );
  if (!isLoop) return [];
  const events: DomainEvent[] = [automationsChanged(workspaceId, { boardId })];
  for (const automation of setOff) events.push(...(await stopLoop(tx, automation)));
  return events;
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

interface ChatTrigger {
  workspaceId: string;
  kind: 'messageReceived' | 'conversationAssigned' | 'conversationResolved';
  chat: TriggerChat;
}

/** Sets off the automations of a workspace that wait for what has happened in chats, in the same transaction. */
export async function recordChatTriggers(tx: Db, given: readonly ChatTrigger[]): Promise<void> {
  if (given.length === 0) return;
  const workspaceIds = [...new Set(given.map(({ workspaceId }) => workspaceId))];
  const kinds = [...new Set(given.map(({ kind }) => kind))];
  const waiting = await tx
    .select()
    .from(automations)
    .where(active(kinds, inArray(automations.workspaceId, workspaceIds)));
  const runs = given.flatMap(({ workspaceId, kind, chat }) =>
    waiting
      .filter((one) => one.workspaceId === workspaceId && one.kind === kind && hasWord(one.trigger, chat.text))
      .map(({ id }) => ({
        workspaceId,
        automationId: id,
        chat,
        subject: chat.chat,
        depth: 0,
        state: 'pending' as const,
      })),
  );
  if (runs.length > 0) await tx.insert(automationRuns).values(runs);
}

const hasWord = (trigger: Trigger, text: string): boolean =>
  trigger.kind !== 'messageReceived' || trigger.words.some((word) => text.toLowerCase().includes(word.toLowerCase()));

/** Of a text, kept with a run. */
const MAX_TEXT = 2_000;

const triggersOf = ({ workspaceId, engineId, chat, messages }: StoredChatMessages): ChatTrigger[] =>
  messages
    .filter(({ by, kind, text }) => by === 'them' && kind !== 'reaction' && kind !== 'vote' && text !== '')
    .map(({ text, waMessageId, at }) => ({
      workspaceId,
      kind: 'messageReceived',
      chat: {
        engineId,
        chat,
        text: text.slice(0, MAX_TEXT),
        message: { waMessageId, at: at.toISOString() },
      },
    }));

/** What customers write sets off automations, in the transaction that stores it. */
export const recordMessages = chatMessagesStored.hookBatch('automations', async (tx, written) => {
  await recordChatTriggers(tx, written.flatMap(triggersOf));
  return [];
});
