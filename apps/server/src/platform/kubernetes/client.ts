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
  /** Only this very object: 409 when it has been made anew under the same name. */
  uid?: string;
  /** Only this very state of it: 409 when it has changed since. */
  resourceVersion?: string;
  propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
}

export interface WatchListener<T> {
  /** The API has taken the watch on; events may be long in coming. */
  opened?(): void;
  /** `BOOKMARK` carries only a newer resourceVersion. */
  event(type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', object: T): void;
}

/** Objects a page: big enough for few round trips, small enough that a page of pods is a few megabytes. */
const PAGE_SIZE = 500;
/** Without a word for this long a watch counts as dead. */
const WATCH_SILENCE_MS = 150_000;
/**
 * And this part of that time it is asked to last: not every API server sends bookmarks, but each ends a watch when it
 * is asked to.
 */
const WATCH_LASTS = 0.8;

/** The calls we make to a Kubernetes API, local or real. All throw {@link KubernetesError}. */
export class KubernetesClient {
  readonly connection: ClusterConnection;

  constructor(connection: ClusterConnection) {
    this.connection = connection;
  }

  /** Path of a namespaced core resource, or of one object; every part is encoded. */
  path(resource: string, namespace: string, ...name: string[]): string {
    return ['', 'api', 'v1', 'namespaces', namespace, resource, ...name].map(encodeURIComponent).join('/');
  }

  async get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
    return JSON.parse(await readText(await send(this.connection, { method: 'GET', path, query }))) as T;
  }

  async create<T extends KubernetesObject>(path: string, body: unknown): Promise<T> {
    return JSON.parse(await readText(await send(this.connection, { method: 'POST', path, body }))) as T;
  }

  /** Keeps new pods away from a node; those that are there stay. @returns the node as it is now */
  cordon(nodeName: string): Promise<Node> {
    return this.#setUnschedulable(nodeName, true);
  }

  /** Takes a cordon back. @returns the node as it is now */
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
   * Everything at one version, page by page.
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
   * Every item of a list that has no pages, such as those of metrics.k8s.io. What came before a connection broke was
   * handed out.
   */
  async each<T>(path: string, onItem: (item: T) => void): Promise<void> {
    await this.#readItems(path, {}, onItem);
  }

  /**
   * Follows changes after `version`. Resolves when the server ends the watch, as it does every so often; throws when it
   * breaks, is silent for too long, or (code 410) when the version is too old.
   */
  async watch<T>(
    path: string,
    selection: Selection,
    version: string,
    listener: WatchListener<T>,
    signal: AbortSignal,
    silenceMs: number = WATCH_SILENCE_MS,
  ): Promise<void> {
    const timeoutSeconds = Math.max(1, Math.floor((silenceMs * WATCH_LASTS) / 1_000));
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

  /** A body as it comes, such as a followed log; ends with `signal`. `timeoutMs`: until it begins. */
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
