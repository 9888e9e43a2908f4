import { isDeepStrictEqual } from 'node:util';
import { type BotFlow, botFlow } from '@switchyard/contracts/bots/flow';
import type { DeploymentSettings } from '@switchyard/contracts/bots/operations';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { text } from '@switchyard/contracts/text/text';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { toE164 } from '../../platform/phone-number.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { engines } from '../engines/engines.schema.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { botsChanged } from './bots.events.ts';
import { deployRefusal } from './bots.policy.ts';
import { activeDeployment, type DeploymentRow, lockBot } from './bots.queries.ts';
import { botDeployments, botSessions, bots, botVersions } from './bots.schema.ts';
import { isLive } from './runtime/live.ts';
import { settleProblem } from './runtime/notify-problem.ts';
import { recordBotEvents } from './runtime/record.ts';
import { closeSession } from './runtime/take-over.ts';
import { nextRun } from './schedule/next-run.ts';
import { findDeploymentFaults } from './secrets/find-deployment-faults.ts';

interface DeployInput {
  id: string;
  settings: DeploymentSettings;
  versionId?: string | undefined;
  running: 'stay' | 'move' | 'end';
}

/**
 * Deploys a bot: its draft as a new version, or an earlier version.
 * @throws Refusal `INVALID` with the faults of the flow or the settings
 */
export const deployBot: Action<DeployInput, DeploymentRow> = (
  { db, clock },
  actor,
  { id, versionId, running, ...given },
) =>
  db.transaction(async (tx) => {
    authorize(deployRefusal(actor));
    const bot = await lockBot(tx, actor.workspaceId, id);
    const { settings, zone } = await readSettings(tx, actor.workspaceId, given.settings);
    const version = versionId
      ? await findVersion(tx, id, versionId)
      : await findOrCreateVersion(tx, actor, id, bot.draft);
    const faults = await findDeploymentFaults(tx, actor.workspaceId, version.flow);
    if (faults.length > 0) {
      throw invalid(faults.map(({ nodeId, field, message }) => faultOf(`draft.${nodeId ?? ''}.${field}`, message)));
    }
    await requireFlows(tx, actor.workspaceId, version.flow, id);
    const trigger = version.flow.nodes.find((node) => node.kind === 'trigger');
    if (trigger?.kind !== 'trigger') throw invalid([faultAt('draft', 'deployNoTrigger')]);
    const now = clock.now();
    const before = await activeDeployment(tx, id);
    await tx
      .update(botDeployments)
      .set({ endedAt: now })
      .where(and(eq(botDeployments.botId, id), isNull(botDeployments.endedAt)));
    const [deployment] = await tx
      .insert(botDeployments)
      .values({
        workspaceId: actor.workspaceId,
        botId: id,
        versionId: version.id,
        settings,
        trigger,
        nextRunAt: trigger.on === 'schedule' ? nextRun(trigger, zone, now) : null,
        createdBy: actor.userId,
      })
      .returning();
    if (!deployment) throw new Refusal('NOT_FOUND');
    await tx.update(bots).set({ activeDeploymentId: deployment.id, updatedAt: now }).where(eq(bots.id, id));
    const moved = await moveRunning(tx, id, { deployment, flow: version.flow, running });
    await writeAudit(tx, actor, {
      action: 'bot.deploy',
      subject: id,
      details: { version: version.number, before: before?.versionNumber ?? null, running },
    });
    return {
      result: { deployment, versionNumber: version.number, createdBy: actor.fullName },
      events: [
        botsChanged(actor.workspaceId),
        ...moved,
        ...(await settleProblem(tx, { workspaceId: actor.workspaceId, botId: id }, 'bot-failing')),
      ],
    };
  });

/** Undeploys a bot: it starts no more conversations. */
export const undeployBot: Action<{ id: string; running: 'stay' | 'end' }, { _id: string }> = (
  { db, clock },
  actor,
  { id, running },
) =>
  db.transaction(async (tx) => {
    authorize(deployRefusal(actor));
    await lockBot(tx, actor.workspaceId, id);
    return { result: { _id: id }, events: await endDeployment(tx, actor, id, { now: clock.now(), running }) };
  });

/** Deletes a bot and ends its conversations; conversations and statistics are retained. */
export const removeBot: Action<{ id: string }, { _id: string }> = ({ db, clock }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(deployRefusal(actor));
    await lockBot(tx, actor.workspaceId, id);
    const now = clock.now();
    const events = await endDeployment(tx, actor, id, { now, running: 'end' });
    await tx.update(bots).set({ deletedAt: now }).where(eq(bots.id, id));
    await writeAudit(tx, actor, { action: 'bot.remove', subject: id });
    return { result: { _id: id }, events };
  });

async function endDeployment(
  tx: Db,
  actor: Actor,
  id: string,
  { now, running }: { now: Date; running: 'stay' | 'end' },
): Promise<DomainEvent[]> {
  await tx
    .update(botDeployments)
    .set({ endedAt: now })
    .where(and(eq(botDeployments.botId, id), isNull(botDeployments.endedAt)));
  await tx.update(bots).set({ activeDeploymentId: null, updatedAt: now }).where(eq(bots.id, id));
  const ended = await moveRunning(tx, id, { deployment: null, flow: null, running });
  await writeAudit(tx, actor, { action: 'bot.undeploy', subject: id, details: { running } });
  return [botsChanged(actor.workspaceId), ...ended];
}

async function readSettings(tx: Db, workspaceId: string, given: DeploymentSettings) {
  const workspace = await findWorkspace(tx, workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  const numbers: string[] = [];
  for (const [at, written] of given.numbers.entries()) {
    const number = toE164(written, workspace.country);
    if (number === null) throw invalid([faultAt(`settings.numbers.${at}`, 'contactNotNumber', { written })]);
    numbers.push(number);
  }
  if (given.contactRule === 'only' && numbers.length === 0) {
    throw invalid([faultAt('settings.numbers', 'deployNoNumbers')]);
  }
  if (given.engineIds.length > 0) {
    const own = await tx
      .select({ id: engines.id })
      .from(engines)
      .where(and(eq(engines.workspaceId, workspaceId), inArray(engines.id, given.engineIds)));
    if (own.length < new Set(given.engineIds).size) {
      throw invalid([faultAt('settings.engineIds', 'deployEngineGone')]);
    }
  }
  return { settings: { ...given, numbers: [...new Set(numbers)] }, zone: workspace.zone };
}

type Version = Pick<typeof botVersions.$inferSelect, 'id' | 'number' | 'flow'>;

/** Returns a version of the bot. @throws Refusal `NOT_FOUND` */
export async function findVersion(tx: Db, botId: string, versionId: string): Promise<Version> {
  const [row] = await tx
    .select()
    .from(botVersions)
    .where(and(eq(botVersions.id, versionId), eq(botVersions.botId, botId)));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Returns the latest version if it equals the draft, otherwise a new one. */
async function findOrCreateVersion(tx: Db, actor: Actor, botId: string, flow: BotFlow): Promise<Version> {
  const [latest] = await tx
    .select()
    .from(botVersions)
    .where(eq(botVersions.botId, botId))
    .orderBy(desc(botVersions.number))
    .limit(1);
  if (latest && isDeepStrictEqual(botFlow.parse(latest.flow), flow)) return latest;
  const [made] = await tx
    .insert(botVersions)
    .values({ botId, number: (latest?.number ?? 0) + 1, flow, createdBy: actor.userId })
    .returning();
  if (!made) throw new Refusal('NOT_FOUND');
  return made;
}

/** Every bot that a `flow` node goes to must be deployed. */
async function requireFlows(tx: Db, workspaceId: string, flow: BotFlow, ownId: string): Promise<void> {
  for (const node of flow.nodes) {
    if (node.kind !== 'flow' || node.botId === null || node.botId === ownId) continue;
    const [other] = await tx
      .select({ active: bots.activeDeploymentId })
      .from(bots)
      .where(and(eq(bots.id, node.botId), eq(bots.workspaceId, workspaceId), isNull(bots.deletedAt)));
    if (!other?.active) {
      throw invalid([faultAt(`draft.${node.id}.botId`, 'deployBotIdle')]);
    }
  }
}

interface MoveInput {
  /** Null when the bot is undeployed. */
  deployment: typeof botDeployments.$inferSelect | null;
  flow: BotFlow | null;
  running: DeployInput['running'];
}

/**
 * Moves, keeps or ends running conversations. One whose node is missing from the new version stays on its own version,
 * and so does one that is in another bot's flow.
 */
async function moveRunning(tx: Db, botId: string, { deployment, flow, running }: MoveInput): Promise<DomainEvent[]> {
  if (running === 'stay') return [];
  const events: DomainEvent[] = [];
  const live = await tx
    .select()
    .from(botSessions)
    .where(and(eq(botSessions.botId, botId), isLive))
    .for('update');
  const own = new Set(
    (await tx.select({ id: botVersions.id }).from(botVersions).where(eq(botVersions.botId, botId))).map(({ id }) => id),
  );
  for (const session of live) {
    if (running === 'end') {
      const reason = deployment ? text('sessionReplaced') : text('sessionTakenOff');
      events.push(...(await closeSession(tx, session, { reason, botEvents: [{ process: 'session_ended' }] })));
    } else if (
      deployment &&
      own.has(session.versionId ?? '') &&
      flow?.nodes.some((node) => node.id === session.nodeId)
    ) {
      await tx
        .update(botSessions)
        .set({ versionId: deployment.versionId, deploymentId: deployment.id })
        .where(eq(botSessions.id, session.id));
      await recordBotEvents(tx, { ...session, isTest: false }, [{ process: 'session_moved' }]);
    }
  }
  return events;
}
