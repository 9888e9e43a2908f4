import type { ClusterFeed, FeedState } from '@switchyard/contracts/cluster/feed';
import { eq } from 'drizzle-orm';
import { users } from '../src/domains/accounts/accounts.schema.ts';
import { NodeHistories } from '../src/domains/cluster/forecast/node-histories.ts';
import type { PlanConsole } from '../src/domains/cluster/plan/collect-nodes.ts';
import { advancePlanRun, endPlanRun, stopPlanRun } from '../src/domains/cluster/plan/command-run.ts';
import { Placements } from '../src/domains/cluster/plan/placements.ts';
import { findRuns, type PlanRunRecord } from '../src/domains/cluster/plan/plan.queries.ts';
import { runPlans } from '../src/domains/cluster/plan/run-plans.ts';
import { startPlanRun } from '../src/domains/cluster/plan/start-run.ts';
import { ClusterState } from '../src/domains/cluster/state/cluster-state.ts';
import type { KubernetesNode, KubernetesPod } from '../src/domains/cluster/state/kubernetes-objects.ts';
import { projectNode } from '../src/domains/cluster/state/project-node.ts';
import { projectPod } from '../src/domains/cluster/state/project-pod.ts';
import { engines } from '../src/domains/engines/engines.schema.ts';
import type { Actor } from '../src/platform/actor.ts';
import type { Database } from '../src/platform/database/database.ts';
import { KubernetesError } from '../src/platform/kubernetes/kubernetes-error.ts';
import { createLaneFixture, type LaneFixture } from './lane-fixture.ts';
import { createTestDatabase } from './test-database.ts';

const GIBIBYTE = 1024 ** 3;
const MINUTE_MS = 60_000;
const NAMESPACE = 'engines';

/** A fake cluster of two nodes on a fake clock, with the plan's real code and a real database. */
export class PlanRig {
  readonly database: Database;
  readonly lane: LaneFixture;
  readonly actor: Actor;
  readonly #drop: () => Promise<void>;
  readonly #clusterState = new ClusterState(feed('live'), () => this.nowMs);
  #histories = new NodeHistories();
  readonly #measured = new Map<string, { minute: number; nodes: Record<string, [number, number]> }[]>();
  readonly #placements = new Placements(NAMESPACE);
  readonly #pods = new Map<string, KubernetesPod & { metadata: { uid: string } }>();
  readonly #cordoned = new Set<string>();
  nowMs = Math.floor(Date.now() / 1000) * 1000;
  /** Requests to Kubernetes, in order. */
  readonly asked: string[] = [];
  /** The request that it refuses. */
  refuses: string | null = null;
  /** Its responses are lost, but the requests are executed. */
  isSilent = false;

  private constructor(database: Database, lane: LaneFixture, drop: () => Promise<void>) {
    this.database = database;
    this.lane = lane;
    this.#drop = drop;
    const { userId, workspaceId } = lane;
    const person = { email: 'operator@example.test', fullName: 'Operator', role: 'admin' as const };
    this.actor = { ...person, userId, workspaceId, workspaceRole: 'owner', onBehalfOf: null };
  }

  static async start(): Promise<PlanRig> {
    const { database, drop } = await createTestDatabase();
    const lane = await createLaneFixture(database);
    await database.db.update(users).set({ role: 'admin' }).where(eq(users.id, lane.userId));
    const rig = new PlanRig(database, lane, drop);
    rig.putNode('full', 12);
    rig.putNode('roomy', 4);
    return rig;
  }

  stop(): Promise<void> {
    this.#clusterState.stop();
    return this.#drop();
  }

  get parts() {
    const console = this.#console;
    return { db: this.database.db, console, clock: { now: () => new Date(this.nowMs) } };
  }

  get #console(): PlanConsole {
    const client = {
      connection: { namespace: NAMESPACE },
      path: (_resource: string, _namespace: string, name: string) => name,
      list: async () => {
        throw new KubernetesError(404, 'NotFound', 'no such kind');
      },
      get: async (name: string) => this.#get(name),
      cordon: async (name: string) => this.#setCordon(name, true),
      uncordon: async (name: string) => this.#setCordon(name, false),
      delete: async (name: string, { uid }: { uid: string }) => this.#delete(name, uid),
    };
    return {
      clusterState: this.#clusterState,
      histories: this.#histories,
      placements: this.#placements,
      client: client as unknown as PlanConsole['client'],
    };
  }

  setFeed(state: FeedState['state']): void {
    this.#clusterState.setFeed(feed(state, this.nowMs));
  }

  /** A node of 32 Gi with this usage for half an hour, having grown by this much per minute up to now. */
  putNode(name: string, usedGi: number, growthGiPerMinute = 0): void {
    const size = { cpu: '8', memory: '32Gi', pods: '110' };
    const node: KubernetesNode = {
      metadata: { name, uid: `uid-${name}` },
      spec: { unschedulable: this.#cordoned.has(name) },
      status: { capacity: size, allocatable: size, conditions: [{ type: 'Ready', status: 'True' }] },
    };
    const row = projectNode(node);
    if (!row) throw new Error('no node');
    this.#clusterState.putNode(row);
    this.#placements.setNode(node);
    const now = Math.floor(this.nowMs / MINUTE_MS);
    const minutes = Array.from({ length: 31 }, (_, ago) => {
      const bytes = (usedGi - growthGiPerMinute * ago) * GIBIBYTE;
      return { minute: now - ago, nodes: { [row.uid]: [bytes, bytes] as [number, number] } };
    });
    this.#measured.set(name, minutes);
    this.#histories = new NodeHistories();
    for (const each of this.#measured.values()) this.#histories.load(each);
    this.#clusterState.putNodeUsage([name, 500, usedGi * GIBIBYTE]);
    this.setFeed('live');
  }

  /** As for a node whose metrics are no longer reported. */
  forgetUsage(nodeName: string): void {
    const others = [...this.#clusterState.nodes()].flatMap(({ name }) => (name === nodeName ? [] : [name]));
    this.#clusterState.retainUsage(new Set(others), new Set([...this.#clusterState.pods()].map(({ uid }) => uid)));
  }

  /** A Running pod, created now. @returns its uid */
  putPod(name: string, nodeName: string, more: { gi?: number; labels?: Record<string, string> } = {}): string {
    const uid = `uid-${name}-${this.nowMs}`;
    const pod = {
      metadata: {
        name,
        uid,
        namespace: NAMESPACE,
        creationTimestamp: new Date(this.nowMs).toISOString(),
        labels: { 'app.kubernetes.io/name': 'switchyard-engine', ...more.labels },
      },
      spec: { nodeName, containers: [{ name: 'engine' }] },
      status: {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses: [
          { name: 'engine', ready: true, restartCount: 0, image: '', imageID: '', state: { running: {} } },
        ],
      },
    } as KubernetesPod & { metadata: { uid: string } };
    const row = projectPod(pod);
    if (!row) throw new Error('no pod');
    this.#pods.set(name, pod);
    this.#placements.setPod(pod);
    this.#clusterState.putPod(row);
    this.#clusterState.putPodUsage(NAMESPACE, name, (found) => [found, 100, (more.gi ?? 1) * GIBIBYTE]);
    return uid;
  }

  /** A pod that was asked to terminate, and takes its time. */
  beginEnd(name: string): void {
    const pod = this.#pods.get(name);
    if (!pod) throw new Error(`no pod ${name}`);
    const ending = { ...pod, metadata: { ...pod.metadata, deletionTimestamp: new Date(this.nowMs).toISOString() } };
    this.#pods.set(name, ending);
    const row = projectPod(ending);
    if (row) this.#clusterState.putPod(row);
  }

  /** A pod that does not run now, such as one that is restarting. */
  makePending(name: string): void {
    const pod = this.#pods.get(name);
    if (!pod) throw new Error(`no pod ${name}`);
    const pending = { ...pod, status: { phase: 'Pending' } };
    this.#pods.set(name, pending);
    const row = projectPod(pending);
    if (row) this.#clusterState.putPod(row);
  }

  removePod(name: string): void {
    const pod = this.#pods.get(name);
    if (!pod) return;
    this.#pods.delete(name);
    this.#clusterState.removePod(pod.metadata.uid);
  }

  /** Makes a pod serve the fixture's engine, as its process reports it. */
  async serve(podName: string, status: string, generation: number): Promise<void> {
    await this.database.db
      .update(engines)
      .set({ podName, status, statusGeneration: generation })
      .where(eq(engines.id, this.lane.engineId));
    await this.lane.setLane({ generation: String(generation), expires_at: `now() + interval '1 hour'` });
  }

  start = async (nodeName: string, purpose: 'empty' | 'relieve' = 'relieve') =>
    (await startPlanRun(this.parts, this.actor, { nodeName, purpose })).result;
  advance = async (going: 'one' | 'all', podUid: string) =>
    (await advancePlanRun(this.parts, this.actor, { id: (await this.run()).id, going, podUid })).result;
  stopRun = async () => (await stopPlanRun(this.parts, this.actor, { id: (await this.run()).id })).result;
  end = async (uncordon: boolean) =>
    (await endPlanRun(this.parts, this.actor, { id: (await this.run()).id, uncordon })).result;

  /** The leader's next poll, this many seconds later. */
  async look(secondsLater = 1): Promise<PlanRunRecord> {
    this.nowMs += secondsLater * 1000;
    this.setFeed(this.#clusterState.feed.pods.state);
    await runPlans(this.parts, this.nowMs);
    return this.run();
  }

  /** Moves a run's last event into the past. */
  async longAgo(): Promise<void> {
    await this.database.pool.query(`update plan_runs set updated_at = now() - interval '20 seconds'`);
  }

  /** The audit log's entries, in order. */
  async audited(): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ action: string }>(
      'select action from audit_entries order by created_at, id',
    );
    return rows.map((row) => row.action);
  }

  async deletions(): Promise<object[]> {
    const { rows } = await this.database.pool.query(
      'select pod_name, cause, outcome, sessions from pod_deletions order by created_at',
    );
    return rows;
  }

  /** The newest run. */
  async run(): Promise<PlanRunRecord> {
    const [run] = (await findRuns(this.database.db, { limit: 1, skip: 0 })).rows;
    if (!run) throw new Error('there is no run');
    return run;
  }

  #get(name: string): KubernetesPod {
    const pod = this.#pods.get(name);
    if (!pod) throw new KubernetesError(404, 'NotFound', 'no such pod');
    return pod;
  }

  #ask(what: string): void {
    this.asked.push(what);
    if (this.refuses !== null) throw new KubernetesError(403, 'Forbidden', this.refuses);
  }

  #setCordon(name: string, isCordoned: boolean): void {
    this.#ask(`${isCordoned ? 'cordon' : 'uncordon'} ${name}`);
    this.mark(name, isCordoned);
    if (this.isSilent) throw new KubernetesError(0, 'Timeout', 'no answer within 10 s');
  }

  /** Cordons or uncordons it like another person. */
  mark(name: string, isCordoned: boolean): void {
    if (isCordoned) this.#cordoned.add(name);
    else this.#cordoned.delete(name);
    const row = this.#clusterState.node(name);
    if (row) this.#clusterState.putNode({ ...row, status: isCordoned ? 'Ready,SchedulingDisabled' : 'Ready' });
  }

  #delete(name: string, uid: string): void {
    this.#ask(`delete ${name}`);
    if (this.#get(name).metadata?.uid !== uid) throw new KubernetesError(409, 'Conflict', 'another uid');
    this.removePod(name);
    if (this.isSilent) throw new KubernetesError(0, 'Timeout', 'no answer within 10 s');
  }
}

function feed(state: FeedState['state'], asOfMs = Date.now()): ClusterFeed {
  const feedState = { state, asOfMs, problem: state === 'live' ? null : 'the watch broke' };
  return { cluster: 'test', pods: feedState, nodes: feedState, metrics: feedState };
}
