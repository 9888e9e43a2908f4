import { CHAT_TRIGGERS, type StepResult } from '@switchyard/contracts/automations/operations';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { ActionDeps } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { isTransientFault } from '../../platform/database/is-transient-fault.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { automationsChanged } from './automations.events.ts';
import type { RunRow } from './automations.queries.ts';
import { automationRuns, automations } from './automations.schema.ts';
import { boardEffects, inboxEffects } from './effects.ts';
import { stopLoop } from './record-triggers.ts';
import { runStep } from './run-step.ts';

type State = RunRow['state'];

/** The workspace whose run came last. */
export interface WorkspaceCursor {
  workspaceId: string | null;
}

/**
 * Runs the next step of a run that nobody else is working on, in one transaction with its result: a process that dies
 * before the commit has done nothing, and one that dies after it never repeats the step. Workspaces take turns, so that
 * one with thousands of runs holds up no other; in each, the longest-waiting run is next.
 * @returns null if nothing is pending
 */
export async function runNextStep(
  { db, clock }: ActionDeps,
  cursor: WorkspaceCursor = { workspaceId: null },
): Promise<DomainEvent[] | null> {
  let runId: string | null = null;
  try {
    return await db.transaction(async (tx) => {
      const first = (where?: SQL) =>
        tx
          .select()
          .from(automationRuns)
          .where(and(eq(automationRuns.state, 'pending'), where))
          .orderBy(automationRuns.workspaceId, automationRuns.id)
          .limit(1)
          .for('update', { skipLocked: true });
      const [next] = cursor.workspaceId === null ? [] : await first(gt(automationRuns.workspaceId, cursor.workspaceId));
      const [run] = next ? [next] : await first();
      if (!run) return null;
      runId = run.id;
      cursor.workspaceId = run.workspaceId;
      return advance(tx, run, clock.now());
    });
  } catch (error) {
    if (runId === null || isTransientFault(error)) throw error;
    // A retry would fail again and hold up the others.
    await fail(db, runId, clock.now());
    throw error;
  }
}

async function advance(tx: Db, run: RunRow, now: Date): Promise<DomainEvent[]> {
  const end = async (state: State) => {
    await tx.update(automationRuns).set({ state, endedAt: now }).where(eq(automationRuns.id, run.id));
  };
  const [rule] = await tx.select().from(automations).where(eq(automations.id, run.automationId));
  if (!rule?.isActive) {
    await end('skipped');
    return [];
  }
  const { boardId, steps, filters } = rule;
  const changed = automationsChanged(run.workspaceId, { boardId });
  if (run.steps.length === 0 && !(await meetsConditions(tx, boardId, run.itemId, filters))) {
    await end('skipped');
    return [];
  }
  const step = steps[run.steps.length];
  if (!step) {
    await end('done');
    return [changed];
  }
  const { result, events } = await runStep(tx, rule, run, step, now);
  const isLast = run.steps.length + 1 >= steps.length;
  const state: State = result.outcome === 'refused' ? 'failed' : isLast ? 'done' : 'pending';
  await tx
    .update(automationRuns)
    .set({
      state,
      steps: [...run.steps, result],
      endedAt: state === 'pending' ? null : now,
      // The following steps are about the created item.
      itemId: run.itemId ?? result.itemId,
    })
    .where(eq(automationRuns.id, run.id));
  const stopped = result.reason === 'tooMany' ? await stopLoop(tx, rule) : [];
  return state === 'pending' ? events : [...events, ...stopped, changed];
}

const meetsConditions = async (
  tx: Db,
  boardId: string,
  itemId: string | null,
  filters: Parameters<ReturnType<typeof boardEffects>['passes']>[3],
): Promise<boolean> => itemId === null || (await boardEffects().passes(tx, boardId, itemId, filters));

async function fail(db: Db, id: string, now: Date): Promise<void> {
  const [run] = await db
    .select({ done: automationRuns.steps, steps: automations.steps })
    .from(automationRuns)
    .innerJoin(automations, eq(automations.id, automationRuns.automationId))
    .where(eq(automationRuns.id, id));
  const kind = run?.steps[run.done.length]?.kind;
  const result: StepResult[] = kind ? [{ kind, outcome: 'refused', reason: 'fault', itemId: null, text: '' }] : [];
  await db
    .update(automationRuns)
    .set({ state: 'failed', steps: [...(run?.done ?? []), ...result], endedAt: now })
    .where(eq(automationRuns.id, id));
}

/** Thrown to roll back a trial run. */
class Rollback extends Error {}

/**
 * Tries out what an automation would do now for an item, or as if a chat had triggered it, and rolls everything back.
 * @throws Refusal `NOT_FOUND`
 */
export async function tryAutomation(
  { db, clock }: ActionDeps,
  rule: typeof automations.$inferSelect,
  itemId: string | null,
): Promise<{ matches: boolean; steps: StepResult[] }> {
  const now = clock.now();
  const { workspaceId, boardId, trigger, filters, steps } = rule;
  const text = trigger.kind === 'messageReceived' ? (trigger.words[0] ?? '') : '';
  const latest = CHAT_TRIGGERS.includes(trigger.kind) ? await inboxEffects().latest(db, workspaceId) : null;
  const { engineId, chat: number } = latest ?? { engineId: rule.id, chat: '+15550100000' };
  const chat = CHAT_TRIGGERS.includes(trigger.kind) ? { engineId, chat: number, text, message: null } : null;
  const run = { id: rule.id, workspaceId, itemId, chat, subject: rule.name, depth: 0 };
  const results: StepResult[] = [];
  let matches = true;
  const attempt = db.transaction(async (tx) => {
    matches = await meetsConditions(tx, boardId, itemId, filters);
    for (const step of matches ? steps : []) {
      const { result } = await runStep(tx, rule, run, step, now);
      results.push(result);
      run.itemId ??= result.itemId;
      if (result.outcome === 'refused') break;
    }
    throw new Rollback();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return { matches, steps: results };
}

/** Deletes runs that are too old to be shown. */
export const purgeRuns = (db: Db): Promise<unknown> =>
  db.execute(sql`delete from automation_runs where created_at < now() - interval '30 days' and state <> 'pending'`);
