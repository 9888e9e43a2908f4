import type { Step, StepResult } from '@switchyard/contracts/automations/operations';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { Refusal } from '../../platform/refusal.ts';
import { beginConversation, fillText } from '../bots/index.ts';
import { findChatName } from '../chats/index.ts';
import { connectedEngineOf, findEngine } from '../engines/index.ts';
import { countAutomated, sendAutomated } from '../messages/index.ts';
import { notify } from '../notifications/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../suppression/index.ts';
import { recordEventFor } from '../webhooks/index.ts';
import { findMembership } from '../workspaces/index.ts';
import type { AutomationRow, RunRow } from './automations.queries.ts';
import { boardEffects, type Effect, type ItemFacts, inboxEffects } from './effects.ts';

type Run = Pick<RunRow, 'id' | 'workspaceId' | 'itemId' | 'chat' | 'subject' | 'depth'>;
type Rule = Pick<AutomationRow, 'id' | 'name' | 'boardId' | 'steps'>;

/**
 * Maximum automated messages to one chat within the window: otherwise two automations that answer each other would
 * never stop.
 */
export const MAX_IN_WINDOW = 20;
const WINDOW_MS = 10 * 60_000;

const endedWith = (outcome: StepResult['outcome'], reason: StepResult['reason'], text = ''): Effect => ({
  result: { outcome, reason, itemId: null, text },
  events: [],
});

/** Values of the chat and of the item's cells, by variable name. */
async function variableValues(
  tx: Db,
  { workspaceId, chat }: Run,
  item: ItemFacts | null,
): Promise<Record<string, string>> {
  const name = chat && (await findChatName(tx, { workspaceId, ...chat }));
  return { ...(chat && { name: name ?? chat.chat, mobile: chat.chat, message: chat.text }), ...item?.values };
}

/** Makes a function that fills variables in a text; unknown ones become empty. */
async function textFiller(tx: Db, run: Run, item: ItemFacts | null): Promise<(text: string) => string> {
  const values = await variableValues(tx, run, item);
  return (text) => {
    const filled = fillText(text, values);
    if (filled === null) throw new Refusal('PAYLOAD_TOO_LARGE');
    return filled;
  };
}

/**
 * Runs one step of a run in the caller's transaction. A step that cannot be done has an outcome; it is not an error.
 */
export async function runStep(
  tx: Db,
  rule: Rule,
  run: Run,
  step: Step,
  now: Date,
): Promise<{ result: StepResult; events: DomainEvent[] }> {
  const boards = boardEffects();
  const item = run.itemId === null ? null : await boards.findItem(tx, rule.boardId, run.itemId);
  const by = { workspaceId: run.workspaceId, boardId: rule.boardId, cause: { depth: run.depth }, now };
  const fill = await textFiller(tx, run, item);
  const work = async (savepoint: Db): Promise<Effect> => {
    if (step.kind === 'createItem') {
      return boards.createItem(savepoint, by, { groupId: step.groupId, cells: step.cells, fill, chat: run.chat });
    }
    if (run.itemId !== null && item === null) return endedWith('nothing', 'gone');
    if (step.kind === 'notify') return notifyPeople(savepoint, rule, run, step, item, fill);
    if (step.kind === 'sendMessage') return sendMessage(savepoint, run, step, item, fill, now);
    if (step.kind === 'startBot') return startBot(savepoint, run, step, item, fill, now);
    if (step.kind === 'callWebhook') return callWebhook(savepoint, rule, run, step, item);
    if (step.kind === 'assign' || step.kind === 'setLabel') return changeConversation(savepoint, by, run, step, item);
    const { itemId } = run;
    if (itemId === null) return endedWith('nothing', 'gone');
    if (step.kind === 'moveToGroup') return boards.moveToGroup(savepoint, by, { itemId, groupId: step.groupId });
    const value = typeof step.value === 'string' ? fill(step.value) : step.value;
    return boards.setCell(savepoint, by, { itemId, columnId: step.columnId, value });
  };
  try {
    const { result, events } = await tx.transaction(work);
    return { result: { kind: step.kind, ...result }, events };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = error.code === 'NOT_FOUND' ? 'gone' : 'invalid';
    return { result: { kind: step.kind, outcome: 'refused', reason, itemId: null, text: '' }, events: [] };
  }
}

async function notifyPeople(
  tx: Db,
  { boardId, steps }: Rule,
  { id, workspaceId, itemId, subject }: Run,
  step: Extract<Step, { kind: 'notify' }>,
  item: ItemFacts | null,
  fill: (text: string) => string,
): Promise<Effect> {
  const inColumn = step.columnId === null ? [] : (item?.cells[step.columnId] ?? []);
  const people = [...new Set([...step.userIds, ...(Array.isArray(inColumn) ? inColumn : [])])];
  const text = fill(step.text);
  const data = {
    id: itemId === null ? boardId : `${boardId}?item=${itemId}`,
    name: item?.title || subject,
    reason: text,
  };
  const events: DomainEvent[] = [];
  let notified = 0;
  for (const userId of people) {
    // A member may have left since.
    if (!(await findMembership(tx, userId, { workspaceId }))) continue;
    notified += 1;
    const about = { subject: `${id} ${steps.indexOf(step)} ${userId}`, data };
    events.push(...(await notify(tx, { workspaceId, userId, kind: 'automation-notify', ...about })));
  }
  if (notified === 0) return endedWith('nothing', 'nobody', text);
  return { result: { outcome: 'done', reason: null, itemId: null, text }, events };
}

type ChatStep = Extract<Step, { kind: 'sendMessage' | 'assign' | 'setLabel' | 'startBot' }>;

/** The chat a step is about: E.164, or a group's id. */
function chatOf({ columnId }: ChatStep, chat: Run['chat'], item: ItemFacts | null): string | null {
  const value = columnId === null ? chat?.chat : item?.cells[columnId];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The engine a step sends through: that of the triggering chat, else a connected one. */
async function engineOf(tx: Db, workspaceId: string, { columnId }: ChatStep, chat: Run['chat']) {
  const own = columnId === null && chat ? await findEngine(tx, { engineId: chat.engineId, workspaceId }) : null;
  return own ?? (await connectedEngineOf(tx, workspaceId));
}

async function startBot(
  tx: Db,
  { workspaceId, chat, depth }: Run,
  step: Extract<Step, { kind: 'startBot' }>,
  item: ItemFacts | null,
  fill: (text: string) => string,
  now: Date,
): Promise<Effect> {
  const number = chatOf(step, chat, item);
  if (number === null || !number.startsWith('+')) return endedWith('nothing', 'noNumber');
  const contactName = (step.columnId === null ? fill('{name}') : item?.title) || number;
  await lockSuppressionsShared(tx, workspaceId);
  if ((await isSuppressed(tx, workspaceId, [number])).has(number)) return endedWith('nothing', 'optedOut', contactName);
  const engine = await engineOf(tx, workspaceId, step, chat);
  if (!engine) return endedWith('refused', 'noConnection', contactName);
  const start = { workspaceId, botId: step.botId, engineId: engine.id, chat: number, contactName, depth };
  const { outcome, events } = await beginConversation(tx, start, now);
  if (outcome !== 'begun') return endedWith(outcome === 'notDeployed' ? 'refused' : 'nothing', outcome, contactName);
  return { result: { outcome: 'done', reason: null, itemId: null, text: contactName }, events };
}

async function changeConversation(
  tx: Db,
  by: Parameters<ReturnType<typeof inboxEffects>['label']>[1],
  { workspaceId, chat }: Run,
  step: Extract<Step, { kind: 'assign' | 'setLabel' }>,
  item: ItemFacts | null,
): Promise<Effect> {
  const number = chatOf(step, chat, item);
  if (number === null) return endedWith('nothing', 'noNumber');
  const inbox = inboxEffects();
  const conversation = await inbox.find(tx, workspaceId, number, step.columnId === null ? chat?.engineId : undefined);
  if (!conversation) return endedWith('nothing', 'noConversation', number);
  const { id } = conversation;
  if (step.kind === 'setLabel') return inbox.label(tx, by, { id, label: step.label, isOn: step.isOn });
  return inbox.assign(tx, by, { id, userId: step.userId, teamId: step.teamId });
}

/** Records the call; the webhooks worker makes it, signed and retried like any other. */
async function callWebhook(
  tx: Db,
  { id: automationId, name, boardId }: Rule,
  run: Run,
  step: Extract<Step, { kind: 'callWebhook' }>,
  item: ItemFacts | null,
): Promise<Effect> {
  const { workspaceId, itemId } = run;
  const values = await variableValues(tx, run, item);
  const isQueued = await recordEventFor(tx, step.endpointId, {
    workspaceId,
    type: 'automation.called',
    subject: itemId ? `board-item:${itemId}` : `automation:${automationId}`,
    data: { automationId, boardId, name, ...(itemId && { itemId }), values },
  });
  if (!isQueued) return endedWith('refused', 'gone');
  return { result: { outcome: 'done', reason: null, itemId: null, text: item?.title || run.subject }, events: [] };
}

async function sendMessage(
  tx: Db,
  { workspaceId, chat }: Run,
  step: Extract<Step, { kind: 'sendMessage' }>,
  item: ItemFacts | null,
  fill: (text: string) => string,
  now: Date,
): Promise<Effect> {
  const number = chatOf(step, chat, item);
  const text = fill(step.text);
  if (number === null) return endedWith('nothing', 'noNumber', text);
  // An opt-out from now on finds this message and withdraws it.
  await lockSuppressionsShared(tx, workspaceId);
  if ((await isSuppressed(tx, workspaceId, [number])).has(number)) return endedWith('nothing', 'optedOut', text);
  const engine = await engineOf(tx, workspaceId, step, chat);
  if (!engine) return endedWith('refused', 'noConnection', text);
  const since = new Date(now.getTime() - WINDOW_MS);
  if ((await countAutomated(tx, { engineId: engine.id, chat: number, since })) >= MAX_IN_WINDOW) {
    return endedWith('refused', 'tooMany', text);
  }
  const contactName = (step.columnId === null ? fill('{name}') : item?.title) || number;
  const message = { workspaceId, engineId: engine.id, driver: engine.driver, chat: number, contactName, text };
  const { events } = await sendAutomated(tx, { ...message, origin: 'bot' }, now);
  return { result: { outcome: 'done', reason: null, itemId: null, text }, events };
}
