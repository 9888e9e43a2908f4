import { MAX_SHOWN_LINES } from '@switchyard/contracts/bots/sessions';
import { type Actor, actsAsAdmin, readTextsRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { operations } from '../../platform/http/operations.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { nodeCount, presentBot, presentDeployment, presentDetail } from './bots.present.ts';
import { activeDeployment, type BotRow, findBot, listBots, listDeployments, listVersions } from './bots.queries.ts';
import { createBot } from './create-bot.ts';
import { deployBot, findVersion, removeBot, undeployBot } from './deploy-bot.ts';
import { driversOf } from './drivers-of.ts';
import { capabilityNotes } from './flow/capabilities.ts';
import { compareFlows } from './flow/compare-flows.ts';
import { saveBot } from './save-bot.ts';
import { findDeploymentFaults } from './secrets/find-deployment-faults.ts';
import { saveSecret } from './secrets/save-secret.ts';
import { endSession, pauseSession, restartSession, resumeSession } from './sessions/change-session.ts';
import { moveSession } from './sessions/move-session.ts';
import {
  presentAnswers,
  presentEvent,
  presentLine,
  presentSession,
  presentSessionDetail,
  presentSummary,
} from './sessions/session.present.ts';
import { eventsOf, findSession, linesOf, listSessions } from './sessions/session.queries.ts';
import { sayInTest, startTest } from './sessions/test-session.ts';
import { listAllDeployments, listAllEvents } from './statistics/admin-lists.ts';
import { readFunnel } from './statistics/read-funnel.ts';
import { readAll, readFeatures, readKnowledge, readNodeTypes, readOverview } from './statistics/read-statistics.ts';

const { bots } = operations;

async function requireBot(db: Db, { workspaceId }: Actor, id: string): Promise<BotRow> {
  const row = await findBot(db, workspaceId, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/**
 * Workspace whose conversations are visible. Platform admins see every workspace's, but only the steps of other
 * workspaces'.
 */
const visibleWorkspace = (actor: Actor): string | null => (actsAsAdmin(actor) ? null : actor.workspaceId);

export const botsRouter = {
  list: bots.list.handler(async ({ input, context: { actor, db } }) => {
    const { rows, total } = await listBots(db, actor.workspaceId, input);
    return { data: rows.map(presentBot), total };
  }),

  get: bots.get.handler(async ({ input: { id }, context: { actor, db } }) => {
    const row = await requireBot(db, actor, id);
    const faults = await findDeploymentFaults(db, row.workspaceId, row.draft);
    return presentDetail(row, { deployment: await activeDeployment(db, id), faults }, actor);
  }),

  create: bots.create.handler(async ({ input, context: { perform } }) => presentBot(await perform(createBot, input))),
  save: bots.save.handler(({ input, context: { perform } }) => perform(saveBot, input)),
  remove: bots.remove.handler(({ input, context: { perform } }) => perform(removeBot, input)),

  versions: bots.versions.handler(async ({ input: { id, ...page }, context: { actor, db } }) => {
    await requireBot(db, actor, id);
    const { rows, total } = await listVersions(db, id, page);
    const data = rows.slice(0, page.limit).map(({ version, createdBy }, at) => ({
      _id: version.id,
      number: version.number,
      createdAt: version.createdAt.toISOString(),
      createdBy,
      changes: compareFlows(rows[at + 1]?.version.flow ?? null, version.flow),
    }));
    return { data, total };
  }),

  deployments: bots.deployments.handler(async ({ input: { id, ...page }, context: { actor, db } }) => {
    await requireBot(db, actor, id);
    const { rows, total } = await listDeployments(db, id, page);
    return { data: rows.map(presentDeployment), total };
  }),

  funnel: bots.funnel.handler(async ({ input: { id }, context: { actor, db } }) => {
    await requireBot(db, actor, id);
    return readFunnel(db, id);
  }),

  answers: bots.answers.handler(async ({ input: { id, ...page }, context: { actor, db } }) => {
    const { draft } = await requireBot(db, actor, id);
    authorize(readTextsRefusal(actor));
    const { rows, total } = await listSessions(db, actor.workspaceId, { ...page, botId: id });
    return { ...presentAnswers(rows, draft), total };
  }),

  capabilities: bots.capabilities.handler(async ({ input: { id, engineIds, versionId }, context: { actor, db } }) => {
    const { draft } = await requireBot(db, actor, id);
    const flow = versionId ? (await findVersion(db, id, versionId)).flow : draft;
    const notes = capabilityNotes(flow, await driversOf(db, actor.workspaceId, engineIds));
    const byId = new Map(flow.nodes.map((node) => [node.id, node]));
    return {
      notes: notes.map((note) => {
        const { name = '', kind = '' } = byId.get(note.nodeId) ?? {};
        return { ...note, nodeName: name, nodeKind: kind };
      }),
    };
  }),

  deploy: bots.deploy.handler(async ({ input, context: { perform } }) =>
    presentDeployment(await perform(deployBot, input)),
  ),
  undeploy: bots.undeploy.handler(({ input, context: { perform } }) => perform(undeployBot, input)),
  keepSecret: bots.keepSecret.handler(({ input, context: { perform } }) => perform(saveSecret, input)),

  sessions: bots.sessions.handler(async ({ input, context: { actor, db, platform } }) => {
    const workspaceId = visibleWorkspace(actor);
    if (workspaceId === null) await platform.recordView(actor, 'bots.sessions', { workspaceId: null });
    const { rows, total } = await listSessions(db, workspaceId, input);
    return {
      data: rows.map((row) => presentSummary(row, row.session.workspaceId === actor.workspaceId, actor)),
      total,
    };
  }),

  session: bots.session.handler(async ({ input: { id }, context: { actor, db, platform } }) => {
    const { botName, botOwner, flow, ...listed } = await findSession(db, visibleWorkspace(actor), id);
    const { workspaceId } = listed.session;
    const isOwn = workspaceId === actor.workspaceId;
    if (!isOwn) await platform.recordView(actor, 'bots.session', { workspaceId, subject: id });
    const isReadable = isOwn && readTextsRefusal(actor) === null;
    const lines = isReadable ? await linesOf(db, id, MAX_SHOWN_LINES) : [];
    const shown = lines.map(({ line, messageStatus }) => presentLine(line, messageStatus));
    return presentSessionDetail(listed, { botName, botOwner, flow, lines: shown, isOwn, isReadable }, actor);
  }),

  sessionEvents: bots.sessionEvents.handler(async ({ input: { id, ...page }, context: { actor, db, platform } }) => {
    const { workspaceId } = (await findSession(db, visibleWorkspace(actor), id)).session;
    const isOwn = workspaceId === actor.workspaceId;
    if (!isOwn) await platform.recordView(actor, 'bots.sessionEvents', { workspaceId, subject: id });
    const isReadable = isOwn && readTextsRefusal(actor) === null;
    const { rows, total } = await eventsOf(db, id, page);
    return { data: rows.map((row) => presentEvent(row, isReadable, actor)), total };
  }),

  pauseSession: bots.pauseSession.handler(async ({ input, context: { perform } }) =>
    presentSession(await perform(pauseSession, input)),
  ),
  resumeSession: bots.resumeSession.handler(async ({ input, context: { perform } }) =>
    presentSession(await perform(resumeSession, input)),
  ),
  endSession: bots.endSession.handler(async ({ input, context: { perform } }) =>
    presentSession(await perform(endSession, input)),
  ),
  restartSession: bots.restartSession.handler(async ({ input, context: { perform } }) =>
    presentSession(await perform(restartSession, input)),
  ),
  moveSession: bots.moveSession.handler(async ({ input, context: { perform } }) =>
    presentSession(await perform(moveSession, input)),
  ),
  startTest: bots.startTest.handler(async ({ input, context: { perform } }) =>
    presentSession(await perform(startTest, input)),
  ),
  sayInTest: bots.sayInTest.handler(async ({ input, context: { perform } }) =>
    presentSession(await perform(sayInTest, input)),
  ),

  overviewStats: bots.overviewStats.handler(({ context: { db } }) => readOverview(db, new Date())),
  nodeTypeDistribution: bots.nodeTypeDistribution.handler(({ context: { db } }) => readNodeTypes(db)),
  advancedFeatureAdoption: bots.advancedFeatureAdoption.handler(({ context: { db } }) => readFeatures(db)),
  kbAdoption: bots.kbAdoption.handler(({ context: { db } }) => readKnowledge(db)),
  allStats: bots.allStats.handler(({ context: { db } }) => readAll(db, new Date())),

  adminBots: bots.adminBots.handler(async ({ input, context: { db } }) => {
    const { rows, total } = await listBots(db, null, { ...input, sort: '-updatedAt' });
    const data = rows.map((row) => ({
      _id: row.id,
      name: row.name,
      workspaceId: row.workspaceId,
      owner: row.ownerId,
      activeDeploymentId: row.activeDeploymentId,
      nodeCount: nodeCount(row),
      updatedAt: row.updatedAt.toISOString(),
    }));
    return { data, total };
  }),
  adminDeployments: bots.adminDeployments.handler(({ input, context: { db } }) => listAllDeployments(db, input)),
  adminNodeEvents: bots.adminNodeEvents.handler(async ({ input, context: { actor, db } }) => {
    const { rows, total } = await listAllEvents(db, input);
    return { data: rows.map((row) => presentEvent(row, false, actor)), total };
  }),
};
