import { MAX_AUTOMATIONS } from '@switchyard/contracts/automations/limits';
import {
  CHAT_STEPS,
  CHAT_TRIGGERS,
  ITEM_STEPS,
  ITEM_TRIGGERS,
  type Rule,
  type Step,
  type Trigger,
} from '@switchyard/contracts/automations/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, sql } from 'drizzle-orm';
import type { Action, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { isDeployed } from '../bots/index.ts';
import { settle } from '../notifications/index.ts';
import { findEndpoint, manageWebhooksRefusal } from '../webhooks/index.ts';
import { findMembership, findWorkspace } from '../workspaces/index.ts';
import { automationsChanged } from './automations.events.ts';
import { changeAutomationsRefusal } from './automations.policy.ts';
import { type AutomationRow, findAutomation } from './automations.queries.ts';
import { automationRuns, automations } from './automations.schema.ts';
import { boardEffects, inboxEffects } from './effects.ts';
import { nextMoment, ruleFault } from './next-moment.ts';

const targetsTriggerChat = (step: Step): boolean => 'columnId' in step && step.columnId === null;

async function requireDeployed(tx: Db, workspaceId: string, botId: string, field: string): Promise<void> {
  if (!(await isDeployed(tx, workspaceId, botId))) throw invalid([faultAt(field, 'choice')]);
}

/** A webhook sends the board's content to another server, so only members who may manage webhooks can choose one. */
async function requireEndpoint(tx: Db, actor: Actor, endpointId: string, field: string): Promise<void> {
  authorize(manageWebhooksRefusal(actor));
  const endpoint = await findEndpoint(tx, actor.workspaceId, endpointId).catch(() => null);
  if (!endpoint) throw invalid([faultAt(field, 'choice')]);
}

const zoneOf = async (tx: Db, workspaceId: string): Promise<string> =>
  (await findWorkspace(tx, workspaceId))?.zone ?? 'UTC';

/** Validates a rule. @throws Refusal `NOT_FOUND`, `INVALID`, `FORBIDDEN` */
async function checkRule(tx: Db, actor: Actor, boardId: string, rule: Rule): Promise<void> {
  const { workspaceId } = actor;
  const { trigger, filters, steps } = rule;
  await boardEffects().check(tx, workspaceId, boardId, rule);
  await inboxEffects().check(tx, workspaceId, rule);
  if (trigger.kind === 'schedule') {
    const fault = ruleFault(trigger, await zoneOf(tx, workspaceId));
    if (fault) throw invalid([fault]);
  }
  let hasItem = ITEM_TRIGGERS.includes(trigger.kind);
  if (filters.length > 0 && !hasItem) throw invalid([faultAt('filters', 'noItemYet')]);
  for (const [at, step] of steps.entries()) {
    const needsItem = ITEM_STEPS.includes(step.kind) || ('columnId' in step && step.columnId !== null);
    if (needsItem && !hasItem) throw invalid([faultAt(`steps.${at}`, 'noItemYet')]);
    hasItem ||= step.kind === 'createItem';
    if (CHAT_STEPS.includes(step.kind) && targetsTriggerChat(step) && !CHAT_TRIGGERS.includes(trigger.kind)) {
      throw invalid([faultAt(`steps.${at}.columnId`, 'missing')]);
    }
    if (step.kind === 'startBot') await requireDeployed(tx, workspaceId, step.botId, `steps.${at}.botId`);
    if (step.kind === 'callWebhook') await requireEndpoint(tx, actor, step.endpointId, `steps.${at}.endpointId`);
    if (step.kind !== 'notify') continue;
    if (step.userIds.length === 0 && step.columnId === null) throw invalid([faultAt(`steps.${at}.userIds`, 'missing')]);
    for (const [place, userId] of step.userIds.entries()) {
      if (!(await findMembership(tx, userId, { workspaceId }))) {
        throw invalid([faultAt(`steps.${at}.userIds.${place}`, 'choice')]);
      }
    }
  }
}

/** When an automation with this trigger runs next by schedule. Null: it is not scheduled. */
async function nextAtOf(tx: Db, workspaceId: string, trigger: Trigger, now: Date): Promise<Date | null> {
  if (trigger.kind !== 'schedule') return null;
  return nextMoment(trigger, await zoneOf(tx, workspaceId), now.getTime());
}

const changedOutcome = async (tx: Db, { workspaceId }: Actor, id: string): Promise<Outcome<AutomationRow>> => {
  const row = await findAutomation(tx, workspaceId, id);
  return { result: row, events: [automationsChanged(workspaceId, { boardId: row.boardId })] };
};

/** Adds an automation, which is active immediately. @throws Refusal `NOT_FOUND`, `INVALID` */
export const createAutomation: Action<Rule & { id: string }, AutomationRow> = (
  { db, clock },
  actor,
  { id: boardId, ...rule },
) =>
  db.transaction(async (tx) => {
    authorize(changeAutomationsRefusal(actor));
    const { workspaceId, userId: createdBy } = actor;
    await checkRule(tx, actor, boardId, rule);
    if ((await tx.$count(automations, eq(automations.boardId, boardId))) >= MAX_AUTOMATIONS) {
      throw invalid([faultAt('name', 'tooMany', { maximum: MAX_AUTOMATIONS })]);
    }
    const id = newId();
    const now = clock.now();
    const nextAt = await nextAtOf(tx, workspaceId, rule.trigger, now);
    const kind = rule.trigger.kind;
    await tx
      .insert(automations)
      .values({ ...rule, id, workspaceId, boardId, kind, nextAt, createdBy, activeSince: now });
    await writeAudit(tx, actor, { action: 'automation.create', subject: id, details: { name: rule.name } });
    return changedOutcome(tx, actor, id);
  });

/** Changes an automation. @throws Refusal `NOT_FOUND`, `INVALID`, `TOO_LATE` if somebody else has changed it since */
export const updateAutomation: Action<Rule & { id: string; version: number }, AutomationRow> = (
  { db, clock },
  actor,
  { id, version, ...rule },
) =>
  db.transaction(async (tx) => {
    authorize(changeAutomationsRefusal(actor));
    const { workspaceId } = actor;
    const before = await findAutomation(tx, workspaceId, id);
    await checkRule(tx, actor, before.boardId, rule);
    const now = clock.now();
    const set = {
      ...rule,
      kind: rule.trigger.kind,
      nextAt: before.isActive ? await nextAtOf(tx, workspaceId, rule.trigger, now) : null,
      activeSince: now,
      updatedAt: now,
      version: sql`${automations.version} + 1`,
    };
    const updated = await tx
      .update(automations)
      .set(set)
      .where(and(eq(automations.id, id), eq(automations.version, version)))
      .returning({ id: automations.id });
    if (updated.length === 0) throw new Refusal('TOO_LATE', { status: 'changed', version: before.version });
    await writeAudit(tx, actor, { action: 'automation.update', subject: id, details: { name: rule.name } });
    return changedOutcome(tx, actor, id);
  });

/**
 * Pauses or resumes an automation. Runs triggered before a pause that have not started are skipped.
 * @throws Refusal `NOT_FOUND`, `INVALID`
 */
export const setAutomationActive: Action<{ id: string; isActive: boolean }, AutomationRow> = (
  { db, clock },
  actor,
  { id, isActive },
) =>
  db.transaction(async (tx) => {
    authorize(changeAutomationsRefusal(actor));
    const { workspaceId } = actor;
    const { boardId, name, trigger, filters, steps, isActive: wasActive } = await findAutomation(tx, workspaceId, id);
    if (isActive === wasActive) return changedOutcome(tx, actor, id);
    if (isActive) await checkRule(tx, actor, boardId, { name, trigger, filters, steps });
    const now = clock.now();
    const nextAt = isActive ? await nextAtOf(tx, workspaceId, trigger, now) : null;
    await tx
      .update(automations)
      .set({ isActive, nextAt, stoppedBecause: null, ...(isActive && { activeSince: now }) })
      .where(eq(automations.id, id));
    if (!isActive) {
      await tx
        .update(automationRuns)
        .set({ state: 'skipped', endedAt: now })
        .where(and(eq(automationRuns.automationId, id), eq(automationRuns.state, 'pending')));
    }
    const action = isActive ? 'automation.resume' : 'automation.pause';
    await writeAudit(tx, actor, { action, subject: id, details: { name } });
    const settled = await settle(tx, { workspaceId, kind: 'automation-stopped', subject: id });
    const { result, events } = await changedOutcome(tx, actor, id);
    return { result, events: [...events, ...settled] };
  });

/** Deletes an automation. @throws Refusal `NOT_FOUND` */
export const removeAutomation: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeAutomationsRefusal(actor));
    const { boardId, name } = await findAutomation(tx, actor.workspaceId, id);
    await tx.delete(automations).where(eq(automations.id, id));
    await writeAudit(tx, actor, { action: 'automation.delete', subject: id, details: { name } });
    return { result: {}, events: [automationsChanged(actor.workspaceId, { boardId })] };
  });
