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

/** metrics-server measures every 15 seconds; asking more often only tells the same again. */
export const METRICS_POLL_MS = 15_000;
/** How often the age of the feeds is looked at. */
const FEED_CHECK_MS = 1_000;

const UNKNOWN: FeedState = { state: 'unavailable', asOfMs: null, problem: null };

/**
 * Keeps the picture of the cluster for the whole server: one watch each for pods and nodes, and the metrics, however
 * many browsers look.
 */
export class ClusterConsole {
  readonly picture: ClusterState;
  readonly history: ClusterHistory;
  /** What the forecast and the plan go by, beside the rows that browsers see. */
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
    this.picture = new ClusterState({
      cluster: client.connection.server,
      pods: UNKNOWN,
      nodes: UNKNOWN,
      metrics: UNKNOWN,
    });
    this.history = new ClusterHistory(this.picture);
    this.#reader = new MetricsReader(client, this.picture);
    this.#pods = new ResourceCache({
      client,
      log,
      path: '/api/v1/pods',
      project: (pod) => {
        const row = projectPod(pod);
        this.placements.keepPod(pod);
        return row && this.#texts.pod(row);
      },
      onChange: ({ type, uid, item }) => {
        if (type === 'deleted') this.placements.forgetPod(uid);
        if (type === 'deleted') this.picture.removePod(uid);
        else if (item) this.picture.putPod(item);
      },
      onSynced: () => this.#synced(),
    });
    this.#nodes = new ResourceCache({
      client,
      log,
      path: '/api/v1/nodes',
      project: (node) => {
        const row = projectNode(node);
        this.placements.keepNode(node);
        return row && this.#texts.node(row);
      },
      onChange: ({ type, item }) => {
        if (!item) return;
        if (type === 'deleted') this.placements.forgetNode(item.name);
        if (type === 'deleted') this.picture.removeNode(item.name);
        else this.picture.putNode(item);
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
    this.picture.stop();
    await Promise.all([this.#pods.stop(), this.#nodes.stop(), this.#polling]);
  }

  /**
   * Resolves when both lists have been read once, or have failed to be; a call must not wait for a cluster that is
   * away.
   */
  async settled(longestMs: number): Promise<void> {
    const until = Date.now() + longestMs;
    const isOpen = ({ synced, problem }: { synced: boolean; problem: string | null }) => !synced && problem === null;
    while ((isOpen(this.#pods.state) || isOpen(this.#nodes.state)) && Date.now() < until) {
      await delay(20);
    }
    this.#checkFeeds();
  }

  /** The list that was never read, and why; null when pods and nodes are known. */
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
    this.picture.setFeed(feed);
    // Whoever opens the console right after the start is shown something soon.
    if (this.history.lastAtMs === null && feed.metrics.state === 'live') this.history.take(Date.now());
  }

  /** Never in the way of the lists, never twice at once: a slow metrics server only makes the usage older. */
  #poll(): void {
    this.#polling ??= this.#readMetrics().finally(() => {
      this.#polling = null;
    });
  }

  async #readMetrics(): Promise<void> {
    try {
      const measured = await this.#reader.read(Date.now());
      this.#metrics = { state: 'live', asOfMs: Date.now(), problem: null };
      this.histories.measure(this.picture, measured, Date.now());
      await this.histories.judge(this.picture.nodes(), Date.now());
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
