import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import type { Predicate } from '../kubernetes/selectors.ts';
import { StatusError } from '../kubernetes/status-error.ts';
import type { ObjectStore, Stored, StoreEvent } from '../store/object-store.ts';
import { table, tableRow } from '../tables/table.ts';
import { type Exchange, isTrue, wholeNumber } from './exchange.ts';
import { refuseFuture, selectorOf } from './list.ts';
import { apiVersionOf } from './resources.ts';
import type { Target } from './target.ts';

export interface WatchTimes {
  now: () => number;
  /** Interval of bookmarks, for clients that request them. */
  bookmarkIntervalMs: number;
}

/** A watcher with more unsent bytes is disconnected; it lists again or resumes. */
const MAX_UNSENT_BYTES = 32_000_000;
const MIN_TIMEOUT_MS = 1_800_000;
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * Answers a watch: one JSON event per line, until the client disconnects, the time-out is reached or the cluster stops.
 * With a `resourceVersion`, sends what came after it; without one, or with `0`, first everything that exists, as ADDED.
 * An expired version is reported inside the stream, as the API server does: an ERROR event with Status 410, then the
 * end.
 * @returns ends the watch, for shutdown
 */
export function answerWatch(exchange: Exchange, target: Target, store: ObjectStore, times: WatchTimes): () => void {
  const { query, response } = exchange;
  const selected = selectorOf(target, query);
  refuseFuture(query, store);
  const from = wholeNumber(query, 'resourceVersion') ?? 0;
  const initial = from === 0 || isTrue(query, 'sendInitialEvents');
  const timeoutMs =
    (wholeNumber(query, 'timeoutSeconds') ?? 0) * 1_000 || MIN_TIMEOUT_MS + Math.random() * MIN_TIMEOUT_MS;
  const write = eventWriter(exchange, target, times);
  const inScope = (stored: Stored) => target.namespace === '' || stored.namespace === target.namespace;

  let stopListening: () => void = () => undefined;
  const timers: NodeJS.Timeout[] = [];
  const end = () => {
    stopListening();
    for (const timer of timers) clearTimeout(timer);
    response.end();
  };
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.flushHeaders();
  response.once('close', end);
  try {
    if (initial) {
      for (const { stored } of store.snapshot(target.resource.name)) {
        if (!inScope(stored)) continue;
        const object = stored.toObject();
        if (!selected || selected(object)) write.object('ADDED', object);
      }
      if (isTrue(query, 'sendInitialEvents')) write.bookmark(store.version, { [INITIAL_EVENTS_END]: 'true' });
    }
    stopListening = store.watch(target.resource.name, initial ? store.version : from, (event) => {
      if (!inScope(event.current)) return;
      const change = changeFor(event, selected);
      if (change) write.object(change.type, change.object);
      if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
    });
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    write.error(error);
    end();
    return end;
  }
  timers.push(setTimeout(end, timeoutMs));
  if (isTrue(query, 'allowWatchBookmarks')) {
    timers.push(setInterval(() => write.bookmark(store.version, {}), times.bookmarkIntervalMs));
  }
  return end;
}

/** What a change means to a watcher with a selector: entering the selection is ADDED, leaving it is DELETED. */
function changeFor(event: StoreEvent, selected: Predicate | null) {
  const object = event.current.toObject();
  if (!selected) return { type: event.type, object };
  const before = event.previous !== null && selected(event.previous.toObject());
  if (event.type === 'DELETED') return before ? { type: 'DELETED' as const, object } : null;
  const now = selected(object);
  if (before && now) return { type: 'MODIFIED' as const, object };
  if (now) return { type: 'ADDED' as const, object };
  return before ? { type: 'DELETED' as const, object } : null;
}

function eventWriter({ response, table: asTable }: Exchange, { resource }: Target, times: WatchTimes) {
  // Only the first row carries the column headers.
  let headsFor: string | null = resource.kind;
  const line = (type: string, object: unknown) => {
    if (!response.writableEnded) response.write(`${JSON.stringify({ type, object })}\n`);
  };
  return {
    object(type: StoreEvent['type'], object: KubernetesObject) {
      if (!asTable) return line(type, resource.present?.(object) ?? object);
      const row = tableRow(object, asTable.include, times.now());
      line(type, table(headsFor, { resourceVersion: object.metadata.resourceVersion }, [row]));
      headsFor = null;
    },
    bookmark(version: number, annotations: Record<string, string>) {
      const metadata = { resourceVersion: String(version), creationTimestamp: null, annotations };
      if (asTable) line('BOOKMARK', table(null, metadata, []));
      else line('BOOKMARK', { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata });
    },
    error: (error: StatusError) => line('ERROR', error.body),
  };
}
