import { MAX_CHANGED_SESSIONS } from '@switchyard/contracts/cluster/refresh';
import { bulkOperations, operations, performing } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid } from '../../platform/refusal.ts';
import { presenceChangedSince, presenceOf } from '../engines/index.ts';
import { auditRouter } from './audit/audit.routes.ts';
import { presentRules } from './automation/present-rules.ts';
import { setRule } from './automation/set-rule.ts';
import { withConsole } from './cluster.middleware.ts';
import { presentDeletion, presentSession, type SessionContext } from './cluster.present.ts';
import {
  countSessionsByPod,
  findAllEngineSessions,
  findChangedEngineSessions,
  findEngineSessions,
  SESSION_SORTS,
} from './cluster.queries.ts';
import { readyConsoleOf } from './console-of.ts';
import { announceDeletion, deletePod, reportDeletion, settleDeletion, terminatePod } from './delete-pod.ts';
import { describeRouter } from './describe/describe.routes.ts';
import { presentFleet, setFleet } from './fleet.ts';
import { readForecast } from './forecast/read-forecast.ts';
import { gatewayStatus } from './gateway-status.ts';
import { historyRouter } from './history/history.routes.ts';
import { monitoredNodes } from './monitored-nodes.ts';
import { advancePlanRun, endPlanRun, stopPlanRun } from './plan/command-run.ts';
import { findRuns } from './plan/plan.queries.ts';
import { presentRun } from './plan/present-run.ts';
import { readPlan } from './plan/read-plan.ts';
import { startPlanRun } from './plan/start-run.ts';
import { findDeletions } from './pod-deletions.ts';
import { searchRouter } from './search/search.routes.ts';
import type { ClusterConsole } from './state/cluster-console.ts';

const { cluster } = operations;

const podLookup = (console: ClusterConsole) => {
  const names = new Set<string>();
  for (const pod of console.clusterState.pods()) names.add(pod.name);
  return (name: string) => names.has(name);
};

const sessionContext = (platform: Platform, console: ClusterConsole | null): SessionContext => ({
  presence: (engineId) => presenceOf(platform, engineId),
  podExists: console && podLookup(console),
});

export const clusterRouter = {
  ...describeRouter,
  ...auditRouter,
  ...historyRouter,
  ...searchRouter,

  settings: cluster.settings.handler(({ context: { platform } }) => {
    const found = platform.cluster;
    return {
      proxyUrl: found?.browserPort ? `http://127.0.0.1:${found.browserPort}` : null,
      cluster: found?.client.connection.server ?? '',
      namespace: found?.namespace ?? '',
      fleet: presentFleet(platform),
    };
  }),

  setFleet: cluster.setFleet.handler(async ({ input, context: { platform, perform } }) => {
    await perform(setFleet, input);
    return presentFleet(platform);
  }),

  gatewayStatus: bulkOperations.cluster.gatewayStatus
    .use(withConsole)
    .handler(async ({ context: { db, platform, console } }) => {
      const context = sessionContext(platform, console);
      const records = await findAllEngineSessions(db);
      return gatewayStatus(
        console.clusterState,
        records.map((record) => presentSession(record, context)),
      );
    }),

  sessions: cluster.sessions.handler(async ({ input, context: { db, platform } }) => {
    const field = (input.sort ?? '-updatedAt').replace(/^-/, '');
    const sort = SESSION_SORTS.find((candidate) => candidate === field);
    if (!sort) {
      const message = `sorts by ${SESSION_SORTS.join(' or ')}`;
      throw invalid([{ field: 'sort', message }]);
    }
    const descending = input.sort?.startsWith('-') ?? true;
    const { rows, total } = await findEngineSessions(db, { ...input, sort, descending });
    // Sessions are shown even if the cluster is unreachable; whether their pods exist is then unknown.
    const context = sessionContext(platform, await readyConsoleOf(platform).catch(() => null));
    return { data: rows.map((row) => presentSession(row, context)), total };
  }),

  nodes: bulkOperations.cluster.nodes.use(withConsole).handler(async ({ input, context: { db, console } }) => {
    const { clusterState } = console;
    const sessionsByPod = await countSessionsByPod(db);
    const atMs = Date.now();
    return { nodes: monitoredNodes(clusterState, input.type, sessionsByPod, atMs), atMs, feed: clusterState.feed };
  }),

  refresh: cluster.refresh.use(withConsole).handler(async ({ input, context: { db, platform, console } }) => {
    const { feed } = console.clusterState;
    const since = new Date(input.since ?? 0);
    // Without a `since`, only the total is returned.
    const limit = input.since === undefined ? 0 : MAX_CHANGED_SESSIONS + 1;
    const changedPresences = limit === 0 ? [] : presenceChangedSince(platform, since.getTime());
    const { rows, total } = await findChangedEngineSessions(db, since, changedPresences, limit);
    const context = sessionContext(platform, console);
    const sessions = rows.slice(0, MAX_CHANGED_SESSIONS).map((row) => presentSession(row, context));
    return { atMs: Date.now(), feed, sessions, isWhole: rows.length <= MAX_CHANGED_SESSIONS, total };
  }),

  rules: cluster.rules.handler(async ({ context: { db } }) => ({ rules: await presentRules(db) })),

  setRule: cluster.setRule.handler(async ({ input, context: { db, perform } }) => {
    await perform(setRule, input);
    const rule = (await presentRules(db)).find((candidate) => candidate.rule === input.rule);
    if (!rule) throw new Error('every rule is presented');
    return rule;
  }),

  deletePod: cluster.deletePod
    .use(withConsole)
    .handler(async ({ input, context: { perform, console } }) =>
      presentDeletion(await perform((deps, actor, target) => deletePod({ ...deps, console }, actor, target), input)),
    ),

  terminatePod: cluster.terminatePod
    .use(withConsole)
    .handler(async ({ input, context: { perform, console } }) =>
      presentDeletion(await perform((deps, actor, target) => terminatePod({ ...deps, console }, actor, target), input)),
    ),

  announceDeletion: cluster.announceDeletion
    .use(withConsole)
    .handler(async ({ input, context: { perform, console } }) => {
      const { record, resourceVersion } = await perform(
        (deps, actor, target: typeof input) => announceDeletion({ ...deps, console }, actor, target),
        input,
      );
      return { ...presentDeletion(record), resourceVersion };
    }),

  settleDeletion: cluster.settleDeletion.handler(performing(settleDeletion, presentDeletion)),

  reportDeletion: cluster.reportDeletion.handler(performing(reportDeletion, presentDeletion)),

  deletions: cluster.deletions.handler(async ({ input, context: { db } }) => {
    const { rows, total } = await findDeletions(db, input);
    return { data: rows.map(presentDeletion), total };
  }),

  forecast: cluster.forecast
    .use(withConsole)
    .handler(({ context: { db, console } }) => readForecast(db, console, Date.now())),

  plan: cluster.plan.use(withConsole).handler(({ context: { db, console } }) => readPlan(db, console, Date.now())),

  planRuns: cluster.planRuns.use(withConsole).handler(async ({ input, context: { db, console } }) => {
    const { rows, total } = await findRuns(db, input);
    return { data: rows.map((run) => presentRun(run, console.clusterState)), total };
  }),

  startPlanRun: cluster.startPlanRun
    .use(withConsole)
    .handler(async ({ input, context: { perform, console } }) =>
      presentRun(
        await perform((deps, actor, target) => startPlanRun({ ...deps, console }, actor, target), input),
        console.clusterState,
      ),
    ),

  advancePlanRun: cluster.advancePlanRun
    .use(withConsole)
    .handler(async ({ input, context: { perform, console } }) =>
      presentRun(await perform(advancePlanRun, input), console.clusterState),
    ),

  stopPlanRun: cluster.stopPlanRun
    .use(withConsole)
    .handler(async ({ input, context: { perform, console } }) =>
      presentRun(await perform(stopPlanRun, input), console.clusterState),
    ),

  endPlanRun: cluster.endPlanRun
    .use(withConsole)
    .handler(async ({ input, context: { perform, console } }) =>
      presentRun(await perform(endPlanRun, input), console.clusterState),
    ),
};
