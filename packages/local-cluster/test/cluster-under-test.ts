import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesObject, Pod } from '@switchyard/kubernetes/objects';
import { type LocalCluster, type LocalClusterOptions, startLocalCluster } from '../src/index.ts';
import { TEST_IMAGES } from './images.ts';

export const ALLOWED_ORIGIN = 'http://localhost:3000';

/** A cluster in its own folder on its own port, with a client that asserts nothing. */
export class ClusterUnderTest {
  readonly directory = mkdtempSync(join(tmpdir(), 'local-cluster-test-'));
  #cluster: LocalCluster | null = null;

  async start(options: Partial<LocalClusterOptions> = {}): Promise<this> {
    this.#cluster = await startLocalCluster({
      port: 0,
      directory: this.directory,
      allowedOrigins: [ALLOWED_ORIGIN],
      images: TEST_IMAGES,
      ...options,
    });
    return this;
  }

  get cluster(): LocalCluster {
    if (!this.#cluster) throw new Error('the cluster is not running');
    return this.#cluster;
  }

  /** Ends every pod and removes the folder. */
  async destroy(): Promise<void> {
    await this.#cluster?.stop(0);
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Changes a pod's record on disk while no cluster runs. */
  rewriteRecord(
    pod: Pod,
    change: (record: { containers: { main: { process: { pid: number | undefined } } } }) => void,
  ): void {
    const path = join(this.directory, 'pods', pod.metadata.uid, 'pod.json');
    const record = JSON.parse(readFileSync(path, 'utf8'));
    change(record);
    writeFileSync(path, JSON.stringify(record));
  }

  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.cluster.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.cluster.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { code: response.status, headers: response.headers, text, json: parsed(text) };
  }

  async createPod(
    name: string,
    script: string,
    more: { spec?: object; metadata?: object; container?: object } = {},
  ): Promise<Pod> {
    const container = { name: 'main', image: 'shell', args: [script], ...more.container };
    const body = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, ...more.metadata },
      spec: { containers: [container], ...more.spec },
    };
    const { code, json, text } = await this.request('POST', '/api/v1/namespaces/default/pods', body);
    if (code !== 201) throw new Error(text);
    return json as Pod;
  }

  async pod(name: string): Promise<Pod | null> {
    const { code, json } = await this.request('GET', `/api/v1/namespaces/default/pods/${name}`);
    return code === 200 ? (json as Pod) : null;
  }

  /** The pod once `holds` is true for it; null means it was deleted. Waits on a watch, not on the clock. */
  async podWhen(name: string, holds: (pod: Pod | null) => boolean, timeoutMs = 10_000): Promise<Pod | null> {
    let last: Pod | null = null;
    const query = `watch=true&sendInitialEvents=true&allowWatchBookmarks=true&fieldSelector=metadata.name=${name}`;
    for await (const { type, object } of this.watch(`/api/v1/namespaces/default/pods?${query}`, timeoutMs)) {
      // The first bookmark ends the initial list; a pod missing from it was deleted.
      if (type !== 'BOOKMARK') last = type === 'DELETED' ? null : (object as Pod);
      if ((type !== 'BOOKMARK' || last === null) && holds(last)) return last;
    }
    throw new Error(`pod ${name} did not come to that state: ${JSON.stringify(last?.status)}`);
  }

  /** The events of a watch as they come, for at most `timeoutMs`. */
  async *watch(
    path: string,
    timeoutMs = 10_000,
  ): AsyncGenerator<{ type: string; object: KubernetesObject & { code?: number } }> {
    const response = await fetch(this.cluster.url + path, {
      headers: { authorization: `Bearer ${this.cluster.token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    let text = '';
    try {
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk as Uint8Array).toString();
        const lines = text.split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) yield JSON.parse(line) as { type: string; object: KubernetesObject };
      }
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') throw error;
    }
  }
}

/** Whether all containers of the pod are running. */
export function isReady(pod: Pod | null): pod is Pod {
  return (
    pod?.status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
