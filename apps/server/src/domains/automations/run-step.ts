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

/** So much rules say to one chat: two that answer each other would never end. */
export const MAX_IN_WINDOW = 20;
const WINDOW_MS = 10 * 60_000;

const ended = (outcome: StepResult['outcome'], reason: StepResult['reason'], text = ''): Effect => ({
  result: { outcome, reason, itemId: null, text },
  events: [],
});

/** What is known of the chat and of the item's cells, by the names of variables. */
async function knownOf(tx: Db, { workspaceId, chat }: Run, item: ItemFacts | null): Promise<Record<string, string>> {
  const name = chat && (await findChatName(tx, { workspaceId, ...chat }));
  return { ...(chat && { name: name ?? chat.chat, mobile: chat.chat, message: chat.text }), ...item?.values };
}

/** Fills variables with what is known; the others become nothing. */
async function filler(tx: Db, run: Run, item: ItemFacts | null): Promise<(text: string) => string> {
  const known = await knownOf(tx, run, item);
  return (text) => {
    const filled = fillText(text, known);
    if (filled === null) throw new Refusal('PAYLOAD_TOO_LARGE');
    return filled;
  };
}

/** Does one step of a run in a transaction of the caller's. What cannot be done is an outcome, not a fault. */
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
  const fill = await filler(tx, run, item);
  const work = async (savepoint: Db): Promise<Effect> => {
    if (step.kind === 'createItem') {
      return boards.createItem(savepoint, by, { groupId: step.groupId, cells: step.cells, fill, chat: run.chat });
    }
    if (run.itemId !== null && item === null) return ended('nothing', 'gone');
    if (step.kind === 'notify') return notifyPeople(savepoint, rule, run, step, item, fill);
    if (step.kind === 'sendMessage') return sendMessage(savepoint, run, step, item, fill, now);
    if (step.kind === 'startBot') return startBot(savepoint, run, step, item, fill, now);
    if (step.kind === 'callWebhook') return callWebhook(savepoint, rule, run, step, item);
    if (step.kind === 'assign' || step.kind === 'setLabel') return changeConversation(savepoint, by, run, step, item);
    const { itemId } = run;
    if (itemId === null) return ended('nothing', 'gone');
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
  const named = step.columnId === null ? [] : (item?.cells[step.columnId] ?? []);
  const people = [...new Set([...step.userIds, ...(Array.isArray(named) ? named : [])])];
  const text = fill(step.text);
  const data = {
    id: itemId === null ? boardId : `${boardId}?item=${itemId}`,
    name: item?.title || subject,
    reason: text,
  };
  const events: DomainEvent[] = [];
  let told = 0;
  for (const userId of people) {
    // Somebody may have left since.
    if (!(await findMembership(tx, userId, { workspaceId }))) continue;
    told += 1;
    const about = `${id} ${steps.indexOf(step)} ${userId}`;
    events.push(...(await notify(tx, { workspaceId, userId, kind: 'automation-notify', subject: about, data })));
  }
  if (told === 0) return ended('nothing', 'nobody', text);
  return { result: { outcome: 'done', reason: null, itemId: null, text }, events };
}

type ChatStep = Extract<Step, { kind: 'sendMessage' | 'assign' | 'setLabel' | 'startBot' }>;

/** Whom a step is about: E.164, or a group's id. */
function chatOf({ columnId }: ChatStep, chat: Run['chat'], item: ItemFacts | null): string | null {
  const written = columnId === null ? chat?.chat : item?.cells[columnId];
  return typeof written === 'string' && written !== '' ? written : null;
}

/** What a step is said over: the engine of the chat that set it off, else one that is connected. */
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
  if (number === null || !number.startsWith('+')) return ended('nothing', 'noNumber');
  const contactName = (step.columnId === null ? fill('{name}') : item?.title) || number;
  await lockSuppressionsShared(tx, workspaceId);
  if ((await isSuppressed(tx, workspaceId, [number])).has(number)) return ended('nothing', 'optedOut', contactName);
  const engine = await engineOf(tx, workspaceId, step, chat);
  if (!engine) return ended('refused', 'noConnection', contactName);
  const beginning = { workspaceId, botId: step.botId, engineId: engine.id, chat: number, contactName, depth };
  const { outcome, events } = await beginConversation(tx, beginning, now);
  if (outcome !== 'begun') return ended(outcome === 'notDeployed' ? 'refused' : 'nothing', outcome, contactName);
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
  if (number === null) return ended('nothing', 'noNumber');
  const inbox = inboxEffects();
  const conversation = await inbox.find(tx, workspaceId, number, step.columnId === null ? chat?.engineId : undefined);
  if (!conversation) return ended('nothing', 'noConversation', number);
  const { id } = conversation;
  if (step.kind === 'setLabel') return inbox.label(tx, by, { id, label: step.label, isOn: step.isOn });
  return inbox.assign(tx, by, { id, userId: step.userId, teamId: step.teamId });
}

/** The call is recorded here and made by the worker of webhooks, signed and retried like every other. */
async function callWebhook(
  tx: Db,
  { id: automationId, name, boardId }: Rule,
  run: Run,
  step: Extract<Step, { kind: 'callWebhook' }>,
  item: ItemFacts | null,
): Promise<Effect> {
  const { workspaceId, itemId } = run;
  const values = await knownOf(tx, run, item);
  const isTaken = await recordEventFor(tx, step.endpointId, {
    workspaceId,
    type: 'automation.called',
    subject: itemId ? `board-item:${itemId}` : `automation:${automationId}`,
    data: { automationId, boardId, name, ...(itemId && { itemId }), values },
  });
  if (!isTaken) return ended('refused', 'gone');
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
  const written = chatOf(step, chat, item);
  const text = fill(step.text);
  if (written === null) return ended('nothing', 'noNumber', text);
  // Whoever opts out from now on finds this message and withdraws it.
  await lockSuppressionsShared(tx, workspaceId);
  if ((await isSuppressed(tx, workspaceId, [written])).has(written)) return ended('nothing', 'optedOut', text);
  const engine = await engineOf(tx, workspaceId, step, chat);
  if (!engine) return ended('refused', 'noConnection', text);
  const since = new Date(now.getTime() - WINDOW_MS);
  if ((await countAutomated(tx, { engineId: engine.id, chat: written, since })) >= MAX_IN_WINDOW) {
    return ended('refused', 'tooMany', text);
  }
  const contactName = (step.columnId === null ? fill('{name}') : item?.title) || written;
  const message = { workspaceId, engineId: engine.id, driver: engine.driver, chat: written, contactName, text };
  const { events } = await sendAutomated(tx, { ...message, origin: 'bot' }, now);
  return { result: { outcome: 'done', reason: null, itemId: null, text }, events };
}
