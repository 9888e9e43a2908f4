import { and, desc, eq } from 'drizzle-orm';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ToolDeps } from '../../platform/tool.ts';
import { agentConfirmations } from './agent.schema.ts';
import { carryOut, reasonOf } from './confirm.ts';
import { asking, type Intended, inverseSteps, saveConfirmation, toolParts } from './confirmations.ts';
import type { ReplyContent } from './conversations.ts';
import { permissionsOf, strictest, switchedOff } from './permissions.ts';
import type { Call } from './planner/plan-types.ts';
import { ClarificationNeeded } from './planner/token-reader.ts';
import { choiceRow } from './preview.ts';
import { isOnSeries, seriesSteps } from './series-steps.ts';
import { type Step, stepsOf } from './steps.ts';
import type { Turn } from './turn-scope.ts';

/** Asks for what would be changed, or does it where the person has allowed that. Nothing is changed without either. */
export async function executeOrConfirm(
  platform: Platform,
  actor: Actor,
  calls: readonly Call[],
  turn: Turn,
): Promise<Partial<ReplyContent>> {
  const refusal = changeRefusal(actor);
  if (refusal) return { content: `${refusal.message} I can show things, and change nothing.` };
  const parts = toolParts(platform);
  try {
    const intended = await intend(parts, actor, calls);
    const permitted = await permissionsOf(parts.db, actor);
    const permission = strictest(platform.tools, permitted, intended.steps);
    if (permission === 'off') return { content: switchedOff(actor) };
    turn.signal.throwIfAborted();
    const id = await saveConfirmation(parts.db, actor, turn, intended);
    if (permission === 'allow') return carryOut(platform, actor, turn, id);
    return asking(parts.db, actor, id, intended.steps);
  } catch (error) {
    if (error instanceof Refusal) return { content: `Nothing was done: ${reasonOf(error)}` };
    if (!(error instanceof ClarificationNeeded)) throw error;
    return { content: error.message, widgets: error.choices.length > 0 ? [choiceRow(error.choices)] : [] };
  }
}

/** What calls come to: the steps that would carry them out. @throws AskBack when there is nothing to do, or too much at once */
export async function intend(deps: ToolDeps, actor: Actor, calls: readonly Call[]): Promise<Intended> {
  const [first] = calls;
  if (first?.tool === 'undo') return undoing(deps, actor, first);
  const steps: Step[] = [];
  for (const call of calls) steps.push(...(await (isOnSeries(call) ? seriesSteps : stepsOf)(deps, actor, call)));
  return { steps, undoes: null };
}

/** What takes back the last thing that was done for this person. @throws AskBack when there is none */
async function undoing(deps: ToolDeps, actor: Actor, call: Call): Promise<Intended> {
  const [last] = await deps.db
    .select()
    .from(agentConfirmations)
    .where(
      and(
        eq(agentConfirmations.workspaceId, actor.workspaceId),
        eq(agentConfirmations.userId, actor.userId),
        eq(agentConfirmations.state, 'done'),
      ),
    )
    .orderBy(desc(agentConfirmations.id))
    .limit(1);
  const recipients = (call.args.recipients as string[] | undefined)?.map((one) => one.replace(/\D/g, ''));
  const outcomes = (last?.outcomes ?? []).filter(
    ({ isUndone, recipientId }) => !isUndone && (!recipients || recipients.includes(recipientId.replace(/\D/g, ''))),
  );
  const steps = await inverseSteps(deps, actor, outcomes);
  if (!last || steps.length === 0)
    throw new ClarificationNeeded('There is nothing that I did for you which can be undone.');
  return { steps, undoes: last.id };
}
