import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterFeed, FeedState } from '@switchyard/contracts/cluster/feed';
import { HISTORY_INTERVAL_MS } from '@switchyard/contracts/cluster/history';
import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { ResourceCache } from '../../../platform/kubernetes/resource-cache.ts';
import type { Log } from '../../../platform/logging/log.ts';
import { NodeHistories } from '../forecast/node-histories.ts';
import { ClusterHistory } from '../history/cluster-history.ts';
import { Placements } from '../plan/placements.ts';
import { ClusterState } from './cluster-state.ts';
import type { KubernetesNode, KubernetesPod } from './kubernetes-objects.ts';
import { MetricsReader } from './metrics-reader.ts';
import { projectNode } from './project-node.ts';
import { projectPod } from './project-pod.ts';
import { TextPool } from './text-pool.ts';

/** metrics-server measures every 15 seconds; polling more often would return the same values. */
export const METRICS_POLL_MS = 15_000;
/** Interval of checks of the feeds' age. */
const FEED_CHECK_MS = 1_000;

const UNKNOWN: FeedState = { state: 'unavailable', asOfMs: null, problem: null };

/**
 * Maintains the cluster state for the whole server: one watch each for pods and nodes, and one poll of the metrics,
 * however many browsers are connected.
 */
export class ClusterConsole {
  readonly clusterState: ClusterState;
  readonly history: ClusterHistory;
  /** Data for the forecast and the plan, beyond the rows that browsers see. */
  readonly histories = new NodeHistories();
  readonly placements: Placements;
  readonly client: KubernetesClient;
  readonly #pods: ResourceCache<KubernetesObject & KubernetesPod, ReturnType<typeof projectPod>>;
  readonly #nodes: ResourceCache<KubernetesObject & KubernetesNode, ReturnType<typeof projectNode>>;
  readonly #log: Log;
  readonly #texts = new TextPool();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #reader: MetricsReader;
  #metrics: FeedState = UNKNOWN;
  #polling: Promise<void> | null = null;

  constructor(client: KubernetesClient, log: Log) {
    this.client = client;
    this.placements = new Placements(client.connection.namespace);
    this.#log = log;
    this.clusterState = new ClusterState({
      cluster: client.connection.server,
      pods: UNKNOWN,
      nodes: UNKNOWN,
      metrics: UNKNOWN,
    });
    this.history = new ClusterHistory(this.clusterState);
    this.#reader = new MetricsReader(client, this.clusterState);
    this.#pods = new ResourceCache({
      client,
      log,
      path: '/api/v1/pods',
      project: (pod) => {
        const row = projectPod(pod);
        this.placements.setPod(pod);
        return row && this.#texts.pod(row);
      },
      onChange: ({ type, uid, item }) => {
        if (type === 'deleted') this.placements.removePod(uid);
        if (type === 'deleted') this.clusterState.removePod(uid);
        else if (item) this.clusterState.putPod(item);
      },
      onSynced: () => this.#synced(),
    });
    this.#nodes = new ResourceCache({
      client,
      log,
      path: '/api/v1/nodes',
      project: (node) => {
        const row = projectNode(node);
        this.placements.setNode(node);
        return row && this.#texts.node(row);
      },
      onChange: ({ type, item }) => {
        if (!item) return;
        if (type === 'deleted') this.placements.removeNode(item.name);
        if (type === 'deleted') this.clusterState.removeNode(item.name);
        else this.clusterState.putNode(item);
      },
      onSynced: () => this.#synced(),
    });
  }

  start(): void {
    this.#pods.start();
    this.#nodes.start();
    this.#timers.push(setInterval(() => this.#poll(), METRICS_POLL_MS));
    this.#timers.push(setInterval(() => this.#checkFeeds(), FEED_CHECK_MS));
    this.#timers.push(setInterval(() => this.history.take(Date.now()), HISTORY_INTERVAL_MS));
    for (const timer of this.#timers) timer.unref();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.clusterState.stop();
    await Promise.all([this.#pods.stop(), this.#nodes.stop(), this.#polling]);
  }

  /** Resolves when both lists have been read once, or have failed: a call must not wait for an unreachable cluster. */
  async settled(timeoutMs: number): Promise<void> {
    const until = Date.now() + timeoutMs;
    const isOpen = ({ synced, problem }: { synced: boolean; problem: string | null }) => !synced && problem === null;
    while ((isOpen(this.#pods.state) || isOpen(this.#nodes.state)) && Date.now() < until) {
      await delay(20);
    }
    this.#checkFeeds();
  }

  /** The state of a list that has never been read; null once pods and nodes are known. */
  get unread(): { problem: string | null; code: number | null } | null {
    return [this.#pods.state, this.#nodes.state].find((state) => !state.synced) ?? null;
  }

  #synced(): void {
    this.#checkFeeds();
    this.#poll();
  }

  #checkFeeds(): void {
    const feed: ClusterFeed = {
      cluster: this.client.connection.server,
      pods: feedOf(this.#pods.state),
      nodes: feedOf(this.#nodes.state),
      metrics: this.#metrics,
    };
    this.clusterState.setFeed(feed);
    // Take a first sample early, so that a console opened right after the start shows something soon.
    if (this.history.lastAtMs === null && feed.metrics.state === 'live') this.history.take(Date.now());
  }

  /** Polls independently of the lists, and only once at a time: a slow metrics server only makes the usage older. */
  #poll(): void {
    this.#polling ??= this.#readMetrics().finally(() => {
      this.#polling = null;
    });
  }

  async #readMetrics(): Promise<void> {
    try {
      const measured = await this.#reader.read(Date.now());
      this.#metrics = { state: 'live', asOfMs: Date.now(), problem: null };
      this.histories.measure(this.clusterState, measured, Date.now());
      await this.histories.refreshForecasts(this.clusterState.nodes(), Date.now());
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const state = this.#metrics.asOfMs === null ? 'unavailable' : 'reconnecting';
      this.#metrics = { ...this.#metrics, state, problem };
      this.#log.debug({ problem }, 'the metrics of the cluster could not be read');
    }
    this.#checkFeeds();
  }
}

function feedOf(state: { synced: boolean; lastHeardMs: number; problem: string | null }): FeedState {
  return {
    state: !state.synced ? 'unavailable' : state.problem === null ? 'live' : 'reconnecting',
    asOfMs: state.lastHeardMs || null,
    problem: state.problem,
  };
}
