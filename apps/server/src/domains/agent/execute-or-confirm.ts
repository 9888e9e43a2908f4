import { and, desc, eq } from 'drizzle-orm';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { ToolDeps } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { agentConfirmations } from './agent.schema.ts';
import { carryOut, reasonOf, retireEarlier } from './confirm.ts';
import { confirmationReply, type IntendedSteps, inverseSteps, lastFirst, saveConfirmation } from './confirmations.ts';
import type { ReplyContent } from './conversations.ts';
import { formatRecipient } from './format.ts';
import { permissionsOf, strictest, toolOffReason } from './permissions.ts';
import type { Call } from './planner/plan-types.ts';
import { ClarificationNeeded } from './planner/token-reader.ts';
import { isSeriesTool, seriesSteps } from './series-steps.ts';
import { type Step, stepsOf } from './steps.ts';
import type { Turn } from './turn-scope.ts';

/** Asks for confirmation of changes, or makes them if the person has allowed that. Nothing changes otherwise. */
export async function executeOrConfirm(
  turn: Turn,
  calls: readonly Call[],
  because = '',
): Promise<Partial<ReplyContent>> {
  const { deps, actor } = turn;
  const refusal = changeRefusal(actor);
  if (refusal) return { content: `${refusal.message} I can show things, but change nothing.` };
  try {
    const intended = await intend(turn, calls);
    const permitted = await permissionsOf(deps.db, actor);
    const permission = strictest(deps.tools, permitted, intended.steps);
    if (permission === 'off') return { content: toolOffReason(actor) };
    turn.signal.throwIfAborted();
    const id = await saveConfirmation(deps.db, actor, turn, intended);
    await retireEarlier(turn, id, intended.steps);
    if (permission === 'allow') return await carryOut(turn, id);
    return await confirmationReply(deps.db, actor, id, intended.steps, `${because}${intended.note ?? ''}`);
  } catch (error) {
    if (error instanceof Refusal) return { content: `Nothing was done: ${reasonOf(error)}` };
    if (!(error instanceof ClarificationNeeded)) throw error;
    return { content: error.message };
  }
}

/**
 * Converts calls into the steps that would execute them.
 * @throws ClarificationNeeded if there is nothing to do, or too much at once
 */
export async function intend({ deps, actor, conversationId }: Turn, calls: readonly Call[]): Promise<IntendedSteps> {
  const [first] = calls;
  if (first?.tool === 'undo') return undoSteps(deps, actor, first, conversationId);
  const steps: Step[] = [];
  for (const call of calls) steps.push(...(await (isSeriesTool(call.tool) ? seriesSteps : stepsOf)(deps, actor, call)));
  return { steps, undoes: null, calls };
}

/**
 * The steps that undo the last action in this conversation.
 * @throws ClarificationNeeded if there is none, or its messages have been sent
 */
async function undoSteps(deps: ToolDeps, actor: Actor, call: Call, conversationId: string): Promise<IntendedSteps> {
  const [last] = await deps.db
    .select()
    .from(agentConfirmations)
    .where(
      and(
        eq(agentConfirmations.workspaceId, actor.workspaceId),
        eq(agentConfirmations.userId, actor.userId),
        eq(agentConfirmations.conversationId, conversationId),
        eq(agentConfirmations.state, 'done'),
      ),
    )
    .orderBy(desc(agentConfirmations.id))
    .limit(1);
  const recipients = (call.args.recipients as string[] | undefined)?.map((recipient) => recipient.replace(/\D/g, ''));
  const outcomes = (last?.outcomes ?? []).filter(
    ({ isUndone, recipientId }) => !isUndone && (!recipients || recipients.includes(recipientId.replace(/\D/g, ''))),
  );
  const all = await inverseSteps(deps, actor, lastFirst(outcomes));
  if (!last || all.length === 0)
    throw new ClarificationNeeded('I have done nothing in this conversation that can be undone.');
  const isGone = ({ tool, row }: Step) => row !== null && tool !== 'restore_message' && row.status === 'sent';
  const steps = all.filter((step) => !isGone(step));
  const sentTo = all.filter(isGone).map(({ row }) => formatRecipient(row?.recipientName ?? '', row?.recipientId ?? ''));
  const note = sentTo.length > 0 ? `What went to ${sentTo.join(', ')} has gone out and cannot be taken back. ` : '';
  if (steps.length === 0) throw new ClarificationNeeded(note.trim());
  return { steps, undoes: last.id, calls: [call], note };
}
