import { randomUUID } from 'node:crypto';
import type { AgentMessage } from '@switchyard/contracts/agent/operations';
import { type ScheduledResult, whatsAppIdOf } from '@switchyard/contracts/agent/results';
import type { AnyWidget } from '@switchyard/contracts/agent/widgets';
import { messageDetail } from '@switchyard/contracts/messages/message';
import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { Action } from '../../platform/action.ts';
import { type Actor, changeRefusal, keyRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { ToolDeps } from '../../platform/platform.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { undoCallSchema } from '../../platform/tool.ts';
import { writeAudit } from '../audit/index.ts';
import { agentConfirmations, agentMessages } from './agent.schema.ts';
import { confirmationReply, inverseSteps, lastFirst, saveConfirmation } from './confirmations.ts';
import { addReply, presentAgentMessage, type ReplyContent } from './conversations.ts';
import { describeDone, describeUndone, formatRecipient } from './format.ts';
import { permissionsOf } from './permissions.ts';
import { confirmationCard, undoCard } from './preview.ts';
import { isSeriesTool, seriesStep } from './series-steps.ts';
import { readSetting } from './setting.ts';
import {
  type ConfirmationState,
  findMessages,
  inverse,
  isOfMessage,
  isPossible,
  type Outcome,
  type Step,
} from './steps.ts';
import type { ActionOutcome, Turn } from './turn-scope.ts';

type ConfirmationRow = typeof agentConfirmations.$inferSelect;

/** A step was refused because its subject has changed since it was shown. */
class StepRefused extends Error {
  readonly refusal: Refusal;
  /** Index of the refused step. */
  readonly at: number;
  constructor(refusal: Refusal, at: number) {
    super(refusal.message);
    this.refusal = refusal;
    this.at = at;
  }
}

/** Fields of a tool's answer about a changed message or contact. */
const changed = messageDetail
  .pick({ _id: true, version: true, contactName: true, contactList: true })
  .partial({ _id: true, version: true, contactName: true, contactList: true })
  .extend({ name: z.string().optional(), mobile: z.string().optional(), undo: undoCallSchema.optional() });

/**
 * Executes a confirmation exactly as stored, once; confirming again returns the first outcome. If anything has changed
 * since, nothing is done and a new confirmation is shown.
 * @throws Refusal `NOT_FOUND` if it belongs to another person; `CONFIRMATION_OVER`, `FORBIDDEN`
 */
export const confirm: Action<{ id: string }, AgentMessage, ToolDeps> = async (deps, actor, { id }) => {
  authorize(changeRefusal(actor));
  const outcome = await deps.db.transaction(async (tx) => {
    const found = await lockConfirmation(tx, actor, id);
    if (found.state === 'done' || found.state === 'undone') return { reply: await readAnswer(tx, found), events: [] };
    if (isOverdue(found)) {
      await closeConfirmation(tx, actor, found, 'expired');
      return null;
    }
    requirePending(found);
    const { id: answerId } = await addReply(tx, found.conversationId, {});
    const { said, events } = await executeOrAskAgain({ ...deps, db: tx }, actor, found, answerId);
    const [reply] = await tx.update(agentMessages).set(said).where(eq(agentMessages.id, answerId)).returning();
    return reply ? { reply, events } : null;
  });
  if (!outcome) throw new Refusal('CONFIRMATION_OVER', { state: 'expired' });
  return { result: presentAgentMessage(outcome.reply), events: outcome.events };
};

/**
 * Executes a confirmation because the person said yes; the reply to that reports the outcome.
 * @throws Refusal `CONFIRMATION_OVER`
 */
export const confirmInTurn = ({ actor, messageId, act }: Turn, id: string): Promise<Partial<ReplyContent>> =>
  act(async (deps) => {
    const found = await lockConfirmation(deps.db, actor, id);
    if (found.state === 'done') return { said: { content: 'That has been done already.' }, events: [] };
    requirePending(found);
    return executeOrAskAgain(deps, actor, found, messageId);
  });

/** Executes within the requesting turn, for tools that the person has allowed. */
export async function carryOut({ deps, actor, act }: Turn, id: string): Promise<Partial<ReplyContent>> {
  try {
    return await act(async (within) => execute(within, actor, await lockConfirmation(within.db, actor, id), null));
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
    await deps.db.update(agentConfirmations).set({ state: 'replaced' }).where(eq(agentConfirmations.id, id));
    return { content: `Nothing was done: ${error.message}` };
  }
}

/** Executes the confirmation, or shows a new one. `answerId`: the reply that reports the outcome. */
async function executeOrAskAgain(
  deps: ToolDeps,
  actor: Actor,
  found: ConfirmationRow,
  answerId: string,
): Promise<ActionOutcome> {
  try {
    return await deps.db.transaction((tx) => execute({ ...deps, db: tx }, actor, found, answerId));
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
    return { said: await askAgain(deps, actor, found, error, answerId), events: [] };
  }
}

/** If `answerId` is null, the requesting reply reports the outcome itself, without a card. */
async function execute(
  deps: ToolDeps,
  actor: Actor,
  found: ConfirmationRow,
  answerId: string | null,
): Promise<ActionOutcome> {
  const { db: tx } = deps;
  const { id, steps, undoes, tool } = found;
  const { outcomes, events } = await runSteps(deps, actor, steps);
  await tx.update(agentConfirmations).set({ state: 'done', outcomes, answerId }).where(eq(agentConfirmations.id, id));
  if (undoes) await markUndone(tx, actor, undoes, new Set(outcomes.map((outcome) => outcome.id)));
  await writeAudit(tx, actor, {
    action: 'agent.confirm',
    subject: id,
    details: { tool, ids: outcomes.map((outcome) => outcome.id) },
  });
  if (answerId !== null) await redraw(tx, actor, found, 'done');
  return { said: await describeOutcome(deps, actor, id, outcomes), events };
}

/** Versions changed by earlier steps: per message, the version shown and the current one. */
type Versions = Map<unknown, { shown: unknown; now: number }>;

/**
 * Runs steps in the caller's transaction, all or none. If several steps change one message, the later ones accept the
 * versions that the earlier ones made.
 */
async function runSteps(
  deps: ToolDeps,
  actor: Actor,
  steps: readonly Step[],
  versions: Versions = new Map(),
): Promise<{ outcomes: Outcome[]; events: DomainEvent[] }> {
  const permitted = await permissionsOf(deps.db, actor);
  const outcomes: Outcome[] = [];
  const events: DomainEvent[] = [];
  for (const [at, { tool: name, args: given, row, series, of }] of steps.entries()) {
    const { id } = given;
    const before = versions.get(id);
    const args = before && before.shown === given.version ? { ...given, version: before.now } : given;
    const tool = deps.tools.get(name);
    if (!tool) throw new Refusal('FORBIDDEN');
    authorize(keyRefusal(actor, tool) ?? (permitted(tool).permission === 'off' ? new Refusal('FORBIDDEN') : null));
    const answered = await tool.run(deps, actor, args).catch((error: unknown) => {
      throw error instanceof Refusal ? new StepRefused(error, at) : error;
    });
    const change = changed.safeParse(answered.result).data ?? {};
    if (id !== undefined && change.version !== undefined)
      versions.set(id, { shown: given.version, now: change.version });
    const address = change.contactList?.[0]?.mobile ?? change.mobile ?? '';
    outcomes.push({
      tool: name,
      id: of ?? change._id ?? row?.id ?? (typeof args.id === 'string' ? args.id : randomUUID()),
      version: change.version ?? 0,
      recipientId: row?.recipientId ?? series?.recipientId ?? whatsAppIdOf(address),
      recipientName:
        row?.recipientName ?? series?.recipientName ?? change.contactName ?? change.name ?? change.undo?.name ?? '',
      before: row,
      ...(series ? { series } : {}),
      ...(change.undo ? { back: change.undo } : {}),
    });
    events.push(...answered.events);
  }
  return { outcomes, events };
}

/** Reports what was done, from the tools' answers, with the messages' current state and undo buttons. */
async function describeOutcome(
  deps: ToolDeps,
  actor: Actor,
  id: string,
  outcomes: readonly Outcome[],
): Promise<Partial<ReplyContent>> {
  const ids = outcomes
    .filter((outcome) => inverse(outcome) !== null && isOfMessage(outcome))
    .map((outcome) => outcome.id);
  const now = await showMessages(deps, actor, ids);
  const undo = undoCard(id, outcomes, new Map(outcomes.map((outcome) => [outcome.id, outcome.recipientName])));
  return {
    ...now,
    content: describeDone(outcomes, now.toolResults.get_scheduled_messages ?? []),
    widgets: undo ? [undo] : [],
  };
}

/** The messages' current state; empty results if there are none. */
async function showMessages(deps: ToolDeps, actor: Actor, ids: string[]) {
  if (ids.length === 0) return { toolResults: {} as { get_scheduled_messages?: ScheduledResult[] }, totals: {} };
  const { data } = await findMessages(deps, actor, { ids, limit: ids.length, order: 'soonest' });
  return {
    toolResults: { get_scheduled_messages: data },
    totals: { get_scheduled_messages: { shown: data.length, total: data.length, page: '/import-messages' } },
  };
}

/** Dismisses a confirmation without doing anything. @throws Refusal `NOT_FOUND`, `CONFIRMATION_OVER` */
export const dismiss: Action<{ id: string }, { _id: string }> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const found = await lockConfirmation(tx, actor, id);
    const { state } = found;
    if (state === 'pending') await closeConfirmation(tx, actor, found, 'dismissed');
    else if (state !== 'dismissed')
      throw new Refusal('CONFIRMATION_OVER', { state: state === 'done' ? 'replaced' : state });
    return { result: { _id: id }, events: [] };
  });

/**
 * Undoes a confirmation's changes, or those of one message, without asking: the button says what it does. Messages that
 * were sent or changed since are left as they are, and named.
 */
export const undo: Action<{ id: string; messageId?: string | undefined }, AgentMessage, ToolDeps> = (
  given,
  actor,
  { id, messageId },
) =>
  given.db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const deps = { ...given, db: tx };
    const found = await lockConfirmation(tx, actor, id);
    const outcomes = lastFirst(
      found.outcomes.filter(
        (outcome) =>
          !outcome.isUndone && inverse(outcome) !== null && (messageId === undefined || outcome.id === messageId),
      ),
    );
    const versions: Versions = new Map();
    if (outcomes.length === 0) throw new Refusal('CONFIRMATION_OVER', { state: 'undone' });
    const events: DomainEvent[] = [];
    const back: string[] = [];
    const left: string[] = [];
    for (const [at, step] of (await inverseSteps(deps, actor, outcomes)).entries()) {
      const outcome = outcomes[at];
      try {
        const done = await tx.transaction((savepoint) => runSteps({ ...deps, db: savepoint }, actor, [step], versions));
        events.push(...done.events);
        if (outcome) back.push(outcome.id);
      } catch (error) {
        if (!(error instanceof StepRefused)) throw error;
        left.push(
          `${formatRecipient(outcome?.recipientName ?? '', outcome?.recipientId ?? '')}: ${reasonOf(error.refusal)}`,
        );
      }
    }
    await markUndone(tx, actor, id, new Set(back));
    await writeAudit(tx, actor, { action: 'agent.undo', subject: id, details: { ids: back } });
    const ids = outcomes.filter(isOfMessage).map((outcome) => outcome.id);
    const message = await addReply(tx, found.conversationId, {
      content: [
        back.length > 0 ? describeUndone(outcomes.filter(({ id }) => back.includes(id))) : 'Nothing could be undone.',
        ...left,
      ].join('\n'),
      ...(await showMessages(deps, actor, ids)),
    });
    return { result: presentAgentMessage(message), events };
  });

async function markUndone(tx: Db, actor: Actor, id: string, ids: ReadonlySet<string>): Promise<void> {
  const found = await lockConfirmation(tx, actor, id);
  const outcomes = found.outcomes.map((outcome) => (ids.has(outcome.id) ? { ...outcome, isUndone: true } : outcome));
  const state = outcomes.every(({ isUndone }) => isUndone) ? 'undone' : found.state;
  await tx.update(agentConfirmations).set({ outcomes, state }).where(eq(agentConfirmations.id, id));
  if (state === 'undone') await redraw(tx, actor, found, 'undone');
  const card = undoCard(id, outcomes, new Map(outcomes.map((outcome) => [outcome.id, outcome.recipientName])));
  await replaceWidget(tx, found.answerId ?? found.messageId, `undo-${id}`, card);
}

/** Something has changed since: nothing was done. The reply gets a new confirmation for what is still possible. */
async function askAgain(
  deps: ToolDeps,
  actor: Actor,
  found: ConfirmationRow,
  { refusal, at }: StepRefused,
  messageId: string,
): Promise<Partial<ReplyContent>> {
  const { db: tx } = deps;
  const steps = await refreshSteps(deps, actor, found.steps, at);
  const isSame = JSON.stringify(steps) === JSON.stringify(found.steps);
  await closeConfirmation(tx, actor, found, 'replaced');
  if (steps.length === 0 || isSame) return { content: `Nothing was done: ${reasonOf(refusal)}` };
  const { conversationId, undoes, calls } = found;
  const again = await saveConfirmation(tx, actor, { conversationId, messageId }, { steps, undoes, calls });
  const because = 'Something has changed since I asked, so I have done nothing yet. This is the current state. ';
  return confirmationReply(tx, actor, again, steps, because);
}

/** Closes a confirmation, and updates its card. */
async function closeConfirmation(
  tx: Db,
  actor: Actor,
  found: ConfirmationRow,
  state: ConfirmationState,
): Promise<void> {
  await tx.update(agentConfirmations).set({ state }).where(eq(agentConfirmations.id, found.id));
  await redraw(tx, actor, found, state);
}

/**
 * Retires a confirmation that was corrected or replaced.
 * @returns whether it was still open
 */
export async function retire(db: Db, actor: Actor, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await lockConfirmation(tx, actor, id);
    if (found.state !== 'pending') return false;
    await closeConfirmation(tx, actor, found, 'replaced');
    return true;
  });
}

/**
 * Retires the conversation's earlier confirmations of the same things as these steps. `all`: retires every earlier one.
 */
export async function retireEarlier(
  { deps: { db }, actor, conversationId }: Turn,
  id: string,
  steps: readonly Step[] | 'all',
): Promise<void> {
  const open = await db
    .select({ id: agentConfirmations.id, steps: agentConfirmations.steps })
    .from(agentConfirmations)
    .where(
      and(
        eq(agentConfirmations.conversationId, conversationId),
        eq(agentConfirmations.state, 'pending'),
        ne(agentConfirmations.id, id),
      ),
    );
  const about = ({ tool, row, args }: Step): string =>
    row?.id ?? String(args.id ?? JSON.stringify([tool, args.contactList ?? args.name ?? args.mobiles]));
  const now = steps === 'all' ? null : new Set(steps.map(about));
  for (const confirmation of open)
    if (!now || confirmation.steps.some((step) => now.has(about(step)))) await retire(db, actor, confirmation.id);
}

/**
 * Rebuilds steps from their current state, dropping those no longer possible. `refused`: index of the refused step,
 * dropped if it creates something.
 */
async function refreshSteps(deps: ToolDeps, actor: Actor, steps: readonly Step[], refused: number): Promise<Step[]> {
  const ids = steps.flatMap(({ row }) => row?.id ?? []);
  const { data } = ids.length === 0 ? { data: [] } : await findMessages(deps, actor, { ids, limit: ids.length });
  const standing: Step[] = [];
  for (const [at, step] of steps.entries()) {
    const { tool, args } = step;
    if (step.series && isSeriesTool(tool)) {
      const now = await seriesStep(deps, actor, tool, String(args.id));
      if (now) standing.push({ ...step, ...now });
    } else if (!step.row || tool === 'schedule_message') {
      if (at !== refused) standing.push(step);
    } else {
      const row = data.find(({ id }) => id === step.row?.id);
      if (row && isPossible(tool, row)) standing.push({ ...step, row, args: { ...args, version: row.version } });
    }
  }
  return standing;
}

/** The reason for a refusal, as text; for faults, each field's message. */
export function reasonOf({ code, data, message }: { code?: string; data?: unknown; message: string }): string {
  const status = code === 'TOO_LATE' ? (data as { status?: string } | undefined)?.status : undefined;
  if (status === 'sent') return 'It has gone out already.';
  if (status === 'sending') return 'It is being sent just now.';
  const faults = (data as { faults?: { message: string }[] } | undefined)?.faults;
  return faults ? faults.map((fault) => fault.message).join(' ') : message;
}

async function lockConfirmation(tx: Db, { workspaceId, userId }: Actor, id: string): Promise<ConfirmationRow> {
  const mine = and(
    eq(agentConfirmations.id, id),
    eq(agentConfirmations.workspaceId, workspaceId),
    eq(agentConfirmations.userId, userId),
  );
  const [row] = await tx.select().from(agentConfirmations).where(mine).for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

const isOverdue = ({ state, expiresAt }: ConfirmationRow): boolean =>
  state === 'pending' && expiresAt.getTime() <= Date.now();

function requirePending(found: ConfirmationRow): void {
  const state = isOverdue(found) ? 'expired' : found.state;
  if (state !== 'pending' && state !== 'done') throw new Refusal('CONFIRMATION_OVER', { state });
}

/** Updates the confirmation's card in the reply that asked. */
async function redraw(
  tx: Db,
  actor: Actor,
  { id, steps, messageId }: ConfirmationRow,
  state: ConfirmationState,
): Promise<void> {
  await replaceWidget(tx, messageId, id, confirmationCard(id, steps, state, await readSetting(tx, actor, steps)));
}

/**
 * Replaces one widget of a reply, by its key; null removes it. Other widgets, such as those for other actions in the
 * same turn, stay.
 */
async function replaceWidget(tx: Db, messageId: string, key: string, widget: AnyWidget | null): Promise<void> {
  const [row] = await tx
    .select({ widgets: agentMessages.widgets })
    .from(agentMessages)
    .where(eq(agentMessages.id, messageId))
    .for('update');
  const widgets = (row?.widgets ?? []).flatMap((current) =>
    (current as { key?: unknown } | null)?.key === key ? (widget ?? []) : [current],
  );
  await tx.update(agentMessages).set({ widgets }).where(eq(agentMessages.id, messageId));
}

async function readAnswer(tx: Db, { answerId, messageId }: ConfirmationRow) {
  const [row] = await tx
    .select()
    .from(agentMessages)
    .where(eq(agentMessages.id, answerId ?? messageId));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
