import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { KubernetesObject, Node } from '@switchyard/kubernetes/objects';
import type { ClusterConnection } from './connection.ts';
import { errorOfAnswer, KubernetesError } from './kubernetes-error.ts';
import { readList } from './read-list.ts';
import { chunksOf, readText, send } from './request.ts';

/** `labelSelector` and `fieldSelector` of a list or watch. */
export interface Selection {
  labelSelector?: string;
  fieldSelector?: string;
}

export interface DeleteChoice {
  gracePeriodSeconds?: number;
  /** Only this exact object: 409 if it was recreated under the same name. */
  uid?: string;
  /** Only this exact state of it: 409 if it has changed. */
  resourceVersion?: string;
  propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
}

export interface WatchListener<T> {
  /** The API has accepted the watch; events may take long to arrive. */
  opened?(): void;
  /** `BOOKMARK` carries only a newer resourceVersion. */
  event(type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', object: T): void;
}

/** Objects per page: large enough for few round trips, small enough that a page of pods is a few megabytes. */
const PAGE_SIZE = 500;
/** A watch that is silent for this long counts as dead. */
const WATCH_SILENCE_MS = 150_000;
/**
 * Duration requested for a watch, as a share of that silence. Not every API server sends bookmarks, but each ends a
 * watch on request.
 */
const WATCH_DURATION_SHARE = 0.8;

/** The calls made to a Kubernetes API, local or real. All throw {@link KubernetesError}. */
export class KubernetesClient {
  readonly connection: ClusterConnection;

  constructor(connection: ClusterConnection) {
    this.connection = connection;
  }

  /** Path of a namespaced core resource or of one object, with every part encoded. */
  path(resource: string, namespace: string, ...name: string[]): string {
    return ['', 'api', 'v1', 'namespaces', namespace, resource, ...name].map(encodeURIComponent).join('/');
  }

  async get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
    return JSON.parse(await readText(await send(this.connection, { method: 'GET', path, query }))) as T;
  }

  async create<T extends KubernetesObject>(path: string, body: unknown): Promise<T> {
    return JSON.parse(await readText(await send(this.connection, { method: 'POST', path, body }))) as T;
  }

  /** Keeps new pods off a node; existing ones stay. @returns the updated node */
  cordon(nodeName: string): Promise<Node> {
    return this.#setUnschedulable(nodeName, true);
  }

  /** Reverses a cordon. @returns the updated node */
  uncordon(nodeName: string): Promise<Node> {
    return this.#setUnschedulable(nodeName, null);
  }

  async delete(path: string, choice: DeleteChoice = {}): Promise<void> {
    const { uid, resourceVersion, ...options } = choice;
    const preconditions = { ...(uid !== undefined && { uid }), ...(resourceVersion && { resourceVersion }) };
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Background',
      ...options,
      ...(Object.keys(preconditions).length > 0 && { preconditions }),
    };
    await readText(await send(this.connection, { method: 'DELETE', path, body }));
  }

  /**
   * Lists everything at one version, page by page.
   * @returns that version, to watch from
   */
  async list<T>(path: string, selection: Selection, onItem: (item: T) => void, signal?: AbortSignal): Promise<string> {
    let next: string | undefined;
    let version = '';
    do {
      const query = { ...selection, limit: PAGE_SIZE, ...(next && { continue: next }) };
      const page = await this.#readItems(path, query, onItem, signal);
      const metadata = page.metadata as { resourceVersion: string; continue?: string };
      version = metadata.resourceVersion;
      next = metadata.continue;
    } while (next);
    return version;
  }

  /**
   * Every item of a list without pages, such as those of metrics.k8s.io. If the connection breaks, the items before
   * that have been passed on.
   */
  async each<T>(path: string, onItem: (item: T) => void): Promise<void> {
    await this.#readItems(path, {}, onItem);
  }

  /**
   * Follows changes after `version`. Resolves when the server ends the watch, as it does regularly. @throws
   * KubernetesError when the watch breaks, is silent for too long, or (code 410) the version is too old
   */
  async watch<T>(
    path: string,
    selection: Selection,
    version: string,
    listener: WatchListener<T>,
    signal: AbortSignal,
    silenceMs: number = WATCH_SILENCE_MS,
  ): Promise<void> {
    const timeoutSeconds = Math.max(1, Math.floor((silenceMs * WATCH_DURATION_SHARE) / 1_000));
    const query = { ...selection, watch: true, resourceVersion: version, allowWatchBookmarks: true, timeoutSeconds };
    const answer = await send(this.connection, { method: 'GET', path, query, signal });
    listener.opened?.();
    const silence = setTimeout(() => {
      answer.destroy(new KubernetesError(0, 'Timeout', `the watch was silent for ${silenceMs / 1_000} s`));
    }, silenceMs);
    answer.on('data', () => silence.refresh());
    try {
      for await (const line of createInterface({ input: answer })) {
        const { type, object } = readEvent<T>(line);
        if (type === 'ERROR') throw errorOfAnswer(object.code ?? 500, JSON.stringify(object), undefined);
        listener.event(type as 'ADDED', object);
      }
      if (answer.errored) throw answer.errored;
    } catch (error) {
      throw error instanceof KubernetesError ? error : new KubernetesError(0, 'Unreachable', String(error));
    } finally {
      clearTimeout(silence);
      answer.destroy();
    }
  }

  async #setUnschedulable(nodeName: string, unschedulable: true | null): Promise<Node> {
    const path = `/api/v1/nodes/${encodeURIComponent(nodeName)}`;
    const answer = await send(this.connection, {
      method: 'PATCH',
      path,
      body: { spec: { unschedulable } },
      bodyType: 'application/merge-patch+json',
    });
    return JSON.parse(await readText(answer)) as Node;
  }

  async #readItems<T>(
    path: string,
    query: Record<string, string | number>,
    onItem: (item: T) => void,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const answer = await send(this.connection, { method: 'GET', path, query, signal });
    try {
      return await readList(chunksOf(answer), onItem);
    } catch (error) {
      throw error instanceof KubernetesError ? error : new KubernetesError(0, 'Unreachable', (error as Error).message);
    }
  }

  /** Streams a body, such as a followed log, until `signal`. `timeoutMs` limits the wait for its start. */
  stream(
    path: string,
    query: Record<string, string | number | boolean>,
    signal: AbortSignal,
    timeoutMs?: number,
  ): Promise<IncomingMessage> {
    return send(this.connection, { method: 'GET', path, query, signal, ...(timeoutMs && { timeoutMs }) });
  }
}

function readEvent<T>(line: string): { type: string; object: T & { code?: number } } {
  try {
    return JSON.parse(line) as { type: string; object: T & { code?: number } };
  } catch {
    throw new KubernetesError(0, 'Unreachable', 'the watch was cut in the middle of an event');
  }
}
