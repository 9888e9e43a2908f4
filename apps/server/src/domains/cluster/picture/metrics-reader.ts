import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import type { ClusterState } from './cluster-state.ts';
import type { KubernetesMetrics } from './kubernetes-objects.ts';
import { projectUsage } from './project-node.ts';

const METRICS_PATH = '/apis/metrics.k8s.io/v1beta1';
/**
 * Some measure once a minute; one that has nothing newer for so long measures no more, and only tells what it once
 * knew.
 */
const MEASURES_WITHIN_MS = 3 * 60_000;

/** Reads what nodes and pods use into the picture, and notices when it is not measured any more. */
export class MetricsReader {
  readonly #client: Pick<KubernetesClient, 'each'>;
  readonly #picture: ClusterState;
  /** The newest measurement there was, and since when nothing newer came: its own time is another machine's. */
  #newest = { timestamp: '', sinceMs: 0 };

  constructor(client: Pick<KubernetesClient, 'each'>, picture: ClusterState) {
    this.#client = client;
    this.#picture = picture;
  }

  /**
   * @returns the names of the nodes that are measured
   * @throws when the metrics cannot be read, or are old
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
      this.#picture.putNodeUsage(row);
    });
    await this.#client.each<KubernetesMetrics>(`${METRICS_PATH}/pods`, (item) => {
      const { namespace = '', name = '' } = item.metadata ?? {};
      this.#picture.putPodUsage(namespace, name, (uid) => {
        const row = projectUsage(uid, item);
        if (row) pods.add(uid);
        return row;
      });
    });
    this.#picture.keepUsage(nodes, pods);
    if (newest === '' || newest !== this.#newest.timestamp) this.#newest = { timestamp: newest, sinceMs: nowMs };
    if (nowMs - this.#newest.sinceMs > MEASURES_WITHIN_MS) {
      throw new Error(`the metrics server has measured nothing since ${newest}`);
    }
    return nodes;
  }
}
