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
import type { ClusterState } from '../picture/cluster-state.ts';
import { stalenessReason } from '../picture/staleness-reason.ts';
import { findCooldowns, findRuleMode, findRules, noteRun } from './automation.queries.ts';
import { deleteByRule } from './delete-by-rule.ts';

/** Any fixed number: whoever holds this advisory lock acts by the rules. */
const AUTOMATION_LOCK = 7_221_010;
const TICK_MS = 1_000;

/** Role `worker`: one process acts by the rules that are switched on. Nothing without a cluster. */
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
  const runner = new RuleRunner(partsFor(platform));
  const ticking = runRepeatedly(async () => {
    await runner.tick().catch((error: unknown) => platform.log.warn({ err: error }, 'a rule could not be carried out'));
    return TICK_MS;
  });
  return {
    async stop() {
      await ticking.stop();
      // Beside an API the picture is its own, and goes on.
      if (!platform.config.roles.includes('api')) await stopConsole(platform);
    },
  };
}

export function partsFor(platform: Platform): RunnerDeps<PodRow> {
  const { db } = platform.database;
  return {
    nowMs: Date.now,
    mode: (rule) => findRuleMode(db, rule),
    async look() {
      const { picture, client } = await consoleOf(platform);
      const own = client.connection.namespace;
      const { pods, nodes } = picture.feed;
      if (pods.state !== 'live' || nodes.state !== 'live') return null;
      const sessions = await countSessionsByPod(db);
      return {
        pods: [...picture.pods()].flatMap((pod) => {
          const served = sessions.get(pod.name) ?? 0;
          const { uid, status } = pod;
          if (!isInReach(pod, own) || !isGatewayPod(pod, picture.node(pod.nodeName)?.type, served > 0)) return [];
          return { uid, status, pod, sessions: known(Array.from({ length: served })) };
        }),
        // By old usage nothing is terminated.
        nodes: stalenessReason(picture, Date.now()) === null ? [...relievable(picture, sessions, own)] : [],
      };
    },
    cooldowns: (mode) => findCooldowns(db, mode === 'dry-run'),
    lastRunMs: async () =>
      (await findRules(db)).find((one) => one.rule === 'memory-pressure')?.lastRunAt?.getTime() ?? null,
    begin: (rule) => noteRun(db, rule),
    act: (rule, mode, pod) => actBy(platform, rule, mode, pod),
  };
}

function* relievable(picture: ClusterState, sessions: ReadonlyMap<string, number>, own: string) {
  const podsByNode = Map.groupBy(picture.pods(), (pod) => pod.nodeName);
  for (const node of picture.nodes()) {
    const pods = podsByNode.get(node.name) ?? [];
    const isGateway =
      node.type === 'gateway' || pods.some((pod) => isGatewayPod(pod, node.type, sessions.has(pod.name)));
    if (!isGateway) continue;
    const memoryBytes = picture.nodeUsage(node.name)?.[2] ?? null;
    yield {
      name: node.name,
      memoryBytes,
      memoryPercent: memoryBytes === null ? null : percentOf(memoryBytes, node.capacityBytes),
      pods: pods.map((pod) => {
        const { name, status } = pod;
        const memoryBytes = picture.podUsage(pod.uid)?.[2] ?? null;
        return { name, status, pinned: ruleExemption(pod, own), pod, memoryBytes };
      }),
    };
  }
}

async function actBy(platform: Platform, rule: Rule, mode: RuleMode, pod: PodRow): Promise<boolean> {
  const console = await consoleOf(platform);
  const by = (await findRules(platform.database.db)).find((one) => one.rule === rule);
  if (!by) return false;
  try {
    return await deleteByRule({ ...depsOf(platform), console }, by, { rule, isDryRun: mode !== 'on', pod });
  } catch (error) {
    // It runs again, serves a session by now, or Kubernetes would not: the next look tells.
    if (!(error instanceof Refusal)) throw error;
    platform.log.info({ rule, pod: pod.name, why: error.message }, 'a rule was refused');
    // Without an answer nobody knows: it counts as done.
    return error.code === 'NO_CLUSTER';
  }
}
