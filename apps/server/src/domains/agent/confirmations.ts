import { CONFIRM_WITHIN_MINUTES } from '@switchyard/contracts/agent/operations';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { ToolDeps } from '../../platform/platform.ts';
import { agentConfirmations } from './agent.schema.ts';
import type { ReplyContent } from './conversations.ts';
import { confirmationQuestion } from './format.ts';
import type { Call } from './planner/plan-types.ts';
import { confirmationCard } from './preview.ts';
import { readSetting } from './setting.ts';
import { findMessages, inverse, isOfMessage, type Outcome, type Step } from './steps.ts';
import type { Turn } from './turn-scope.ts';

/** Steps to execute, and the confirmation whose outcomes they revert. */
export interface IntendedSteps {
  steps: Step[];
  undoes: string | null;
  /** The calls they were planned from; null if a language model proposed them. */
  calls?: readonly Call[] | null;
  /** Added to the question. */
  note?: string;
}

/** Outcomes in undo order: of two changes to one message, the second first. */
export const lastFirst = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  new Set(outcomes.map(({ id }) => id)).size < outcomes.length ? outcomes.toReversed() : outcomes;

/** The steps that revert these outcomes, in order, shown with the messages' current state. */
export async function inverseSteps(deps: ToolDeps, actor: Actor, outcomes: readonly Outcome[]): Promise<Step[]> {
  const known = outcomes.filter((outcome) => inverse(outcome) !== null);
  if (known.length === 0) return [];
  const ids = known.filter(isOfMessage).map(({ id }) => id);
  const { data } = ids.length === 0 ? { data: [] } : await findMessages(deps, actor, { ids, limit: ids.length });
  return known.flatMap((outcome) => {
    const step = inverse(outcome);
    const { series } = outcome;
    const row = data.find(({ id }) => id === outcome.id) ?? null;
    if (!step) return [];
    // The version we left: the undo is refused if someone has changed it since.
    const version = Math.max(...known.filter(({ id }) => id === outcome.id).map((change) => change.version));
    const args = isOfMessage(outcome) ? { ...step.args, version } : step.args;
    return [{ ...step, args, row, ...(series ? { series } : {}) }];
  });
}

/** Stores the steps to confirm; only these are ever executed. */
export async function saveConfirmation(
  db: Db,
  { workspaceId, userId }: Actor,
  { conversationId, messageId }: Pick<Turn, 'conversationId' | 'messageId'>,
  { steps, undoes, calls = null }: IntendedSteps,
): Promise<string> {
  const [made] = await db
    .insert(agentConfirmations)
    .values({
      workspaceId,
      userId,
      conversationId,
      messageId,
      tool: steps[0]?.tool ?? '',
      steps,
      calls: calls && [...calls],
      undoes,
      expiresAt: sql`now() + ${`${CONFIRM_WITHIN_MINUTES} minutes`}::interval`,
    })
    .returning({ id: agentConfirmations.id });
  if (!made) throw new Error('a confirmation was not stored');
  return made.id;
}

/** The reply that asks for confirmation. */
export async function confirmationReply(
  db: Db,
  actor: Actor,
  id: string,
  steps: readonly Step[],
  because = '',
): Promise<Partial<ReplyContent>> {
  const setting = await readSetting(db, actor, steps);
  return {
    content: `${because}${confirmationQuestion(steps)} Nothing is done until you confirm.`,
    widgets: [confirmationCard(id, steps, 'pending', setting)],
  };
}
