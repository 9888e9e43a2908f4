import { isGatewayPod } from '@switchyard/cluster-rules/gateway-pods';
import { known } from '@switchyard/cluster-rules/known';
import { isInReach, ruleExemption } from '@switchyard/cluster-rules/rule-reach';
import { type Rule, type RuleMode, RuleRunner, type RunnerDeps } from '@switchyard/cluster-rules/rule-runner';
import { percentOf } from '@switchyard/cluster-rules/usage';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { runAsLeader } from '../../../platform/database/lead.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import { depsOf } from '../../../platform/perform.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countSessionsByPod } from '../cluster.queries.ts';
import { consoleOf, stopConsole } from '../console-of.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { stalenessReason } from '../state/staleness-reason.ts';
import { findCooldowns, findRuleMode, findRules, recordRuleRun } from './automation.queries.ts';
import { deleteByRule } from './delete-by-rule.ts';

/** Any fixed number: the holder of this advisory lock carries out the rules. */
const AUTOMATION_LOCK = 7_221_010;
const TICK_MS = 1_000;

/** Role `worker`: one process carries out the rules that are switched on. Does nothing without a cluster. */
export async function startAutomation(platform: Platform): Promise<Stoppable> {
  if (!platform.cluster) return { stop: async () => undefined };
  return runAsLeader({
    databaseUrl: platform.database.directUrl,
    lock: AUTOMATION_LOCK,
    name: 'automation',
    log: platform.log,
    lead: async () => runRules(platform),
  });
}

function runRules(platform: Platform): Stoppable {
  const runner = new RuleRunner(runnerDeps(platform));
  const ticking = runRepeatedly(async () => {
    await runner.tick().catch((error: unknown) => platform.log.warn({ err: error }, 'a rule could not be carried out'));
    return TICK_MS;
  });
  return {
    async stop() {
      await ticking.stop();
      // With the role `api`, the console is shared and keeps running.
      if (!platform.config.roles.includes('api')) await stopConsole(platform);
    },
  };
}

export function runnerDeps(platform: Platform): RunnerDeps<PodRow> {
  const { db } = platform.database;
  return {
    nowMs: Date.now,
    mode: (rule) => findRuleMode(db, rule),
    async look() {
      const { clusterState, client } = await consoleOf(platform);
      const own = client.connection.namespace;
      const { pods, nodes } = clusterState.feed;
      if (pods.state !== 'live' || nodes.state !== 'live') return null;
      const sessions = await countSessionsByPod(db);
      return {
        pods: [...clusterState.pods()].flatMap((pod) => {
          const served = sessions.get(pod.name) ?? 0;
          const { uid, status } = pod;
          if (!isInReach(pod, own) || !isGatewayPod(pod, clusterState.node(pod.nodeName)?.type, served > 0)) return [];
          return { uid, status, pod, sessions: known(Array.from({ length: served })) };
        }),
        // Nothing is terminated on the basis of old usage figures.
        nodes: stalenessReason(clusterState, Date.now()) === null ? [...relievable(clusterState, sessions, own)] : [],
      };
    },
    cooldowns: (mode) => findCooldowns(db, mode === 'dry-run'),
    lastRunMs: async () =>
      (await findRules(db)).find((record) => record.rule === 'memory-pressure')?.lastRunAt?.getTime() ?? null,
    begin: (rule) => recordRuleRun(db, rule),
    act: (rule, mode, pod) => actBy(platform, rule, mode, pod),
  };
}

function* relievable(clusterState: ClusterState, sessions: ReadonlyMap<string, number>, own: string) {
  const podsByNode = Map.groupBy(clusterState.pods(), (pod) => pod.nodeName);
  for (const node of clusterState.nodes()) {
    const pods = podsByNode.get(node.name) ?? [];
    const isGateway =
      node.type === 'gateway' || pods.some((pod) => isGatewayPod(pod, node.type, sessions.has(pod.name)));
    if (!isGateway) continue;
    const memoryBytes = clusterState.nodeUsage(node.name)?.[2] ?? null;
    yield {
      name: node.name,
      memoryBytes,
      memoryPercent: memoryBytes === null ? null : percentOf(memoryBytes, node.capacityBytes),
      pods: pods.map((pod) => {
        const { name, status } = pod;
        const memoryBytes = clusterState.podUsage(pod.uid)?.[2] ?? null;
        return { name, status, pinned: ruleExemption(pod, own), pod, memoryBytes };
      }),
    };
  }
}

async function actBy(platform: Platform, rule: Rule, mode: RuleMode, pod: PodRow): Promise<boolean> {
  const console = await consoleOf(platform);
  const by = (await findRules(platform.database.db)).find((record) => record.rule === rule);
  if (!by) return false;
  try {
    return await deleteByRule({ ...depsOf(platform), console }, by, { rule, isDryRun: mode !== 'on', pod });
  } catch (error) {
    // The pod is running again, serves a session now, or Kubernetes refused: the next check decides.
    if (!(error instanceof Refusal)) throw error;
    platform.log.info({ rule, pod: pod.name, why: error.message }, 'a rule was refused');
    // Without a response the outcome is unknown, so it counts as done.
    return error.code === 'NO_CLUSTER';
  }
}
