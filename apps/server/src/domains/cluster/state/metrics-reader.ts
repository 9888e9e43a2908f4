import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import type { ClusterState } from './cluster-state.ts';
import type { KubernetesMetrics } from './kubernetes-objects.ts';
import { projectUsage } from './project-node.ts';

const METRICS_PATH = '/apis/metrics.k8s.io/v1beta1';
/**
 * Maximum time without a newer measurement, after which the metrics count as stale. Some metrics servers measure once a
 * minute.
 */
const MAX_METRICS_AGE_MS = 3 * 60_000;

/** Reads the usage of nodes and pods into the cluster state, and notices when it is no longer measured. */
export class MetricsReader {
  readonly #client: Pick<KubernetesClient, 'each'>;
  readonly #clusterState: ClusterState;
  /** The newest measurement and when it was first seen; its own timestamp comes from another machine's clock. */
  #newest = { timestamp: '', sinceMs: 0 };

  constructor(client: Pick<KubernetesClient, 'each'>, clusterState: ClusterState) {
    this.#client = client;
    this.#clusterState = clusterState;
  }

  /**
   * @returns the names of the measured nodes
   * @throws if the metrics cannot be read or are stale
   */
  async read(nowMs: number): Promise<ReadonlySet<string>> {
    const nodes = new Set<string>();
    const pods = new Set<string>();
    let newest = '';
    await this.#client.each<KubernetesMetrics>(`${METRICS_PATH}/nodes`, (item) => {
      const row = item.metadata?.name ? projectUsage(item.metadata.name, item) : null;
      if (!row) return;
      nodes.add(row[0]);
      if ((item.timestamp ?? '') > newest) newest = item.timestamp ?? '';
      this.#clusterState.putNodeUsage(row);
    });
    await this.#client.each<KubernetesMetrics>(`${METRICS_PATH}/pods`, (item) => {
      const { namespace = '', name = '' } = item.metadata ?? {};
      this.#clusterState.putPodUsage(namespace, name, (uid) => {
        const row = projectUsage(uid, item);
        if (row) pods.add(uid);
        return row;
      });
    });
    this.#clusterState.retainUsage(nodes, pods);
    if (newest === '' || newest !== this.#newest.timestamp) this.#newest = { timestamp: newest, sinceMs: nowMs };
    if (nowMs - this.#newest.sinceMs > MAX_METRICS_AGE_MS) {
      throw new Error(`the metrics server has measured nothing since ${newest}`);
    }
    return nodes;
  }
}
