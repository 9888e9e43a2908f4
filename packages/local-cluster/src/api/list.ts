import { fieldSelector, labelSelector, type Predicate } from '../kubernetes/selectors.ts';
import { badRequest, StatusError } from '../kubernetes/status-error.ts';
import type { ObjectStore, Stored } from '../store/object-store.ts';
import { table, tableRow } from '../tables/table.ts';
import { drained, type Exchange, wholeNumber } from './exchange.ts';
import { apiVersionOf } from './resources.ts';
import type { Target } from './target.ts';

/** Objects serialized at once; other work runs between such steps. */
const OBJECTS_PER_STEP = 250;

/**
 * Answers a list. Pages (`limit`, `continue`) show one version of the cluster, taken from the history; if that is gone,
 * 410. Written in steps, so that a list of 20,000 pods neither blocks the process nor exists as one string.
 */
export async function answerList(exchange: Exchange, target: Target, store: ObjectStore, nowMs: number): Promise<void> {
  const { query, response } = exchange;
  const selected = selectorOf(target, query);
  const limit = wholeNumber(query, 'limit') ?? 0;
  const start = readContinue(query.get('continue')) ?? { version: store.version, after: '' };
  refuseFuture(query, store);
  // The page must be known before its metadata is written, and a selector determines its contents.
  const page: Stored[] = [];
  let last = start.after;
  let more = false;
  for (const { key, stored } of store.snapshot(target.resource.name, start.version, start.after)) {
    if (target.namespace !== '' && stored.namespace !== target.namespace) continue;
    if (selected && !selected(stored.toObject())) continue;
    more = limit > 0 && page.length === limit;
    if (more) break;
    page.push(stored);
    last = key;
  }
  const countable = !selected && target.namespace === '';
  const metadata = {
    resourceVersion: String(start.version),
    ...(more && { continue: writeContinue(start.version, last) }),
    ...(more && countable && { remainingItemCount: store.countAfter(target.resource.name, start.version, last) }),
  };
  const { head, tail, write } = format(exchange, target, metadata, nowMs);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(head);
  for (let at = 0; at < page.length; at += OBJECTS_PER_STEP) {
    const texts = page.slice(at, at + OBJECTS_PER_STEP).map((stored) => write(stored.toObject()));
    const flushed = response.write((at === 0 ? '' : ',') + texts.join(','));
    await (flushed ? nextTurn() : drained(response));
    if (response.destroyed) return;
  }
  response.end(tail);
}

function format(exchange: Exchange, target: Target, metadata: Record<string, unknown>, nowMs: number) {
  const { resource } = target;
  const { table: asTable } = exchange;
  if (asTable) {
    const { rows: _rows, ...rest } = table(resource.kind, metadata, []);
    return {
      head: `${JSON.stringify(rest).slice(0, -1)},"rows":[`,
      tail: ']}\n',
      write: (object: Parameters<typeof tableRow>[0]) => JSON.stringify(tableRow(object, asTable.include, nowMs)),
    };
  }
  const list = { kind: `${resource.kind}List`, apiVersion: apiVersionOf(resource), metadata };
  return {
    head: `${JSON.stringify(list).slice(0, -1)},"items":[`,
    tail: ']}\n',
    // A typed list names kind and version once, not per item.
    write(object: Parameters<typeof tableRow>[0]) {
      const { apiVersion: _apiVersion, kind: _kind, ...rest } = resource.present?.(object) ?? object;
      return JSON.stringify(rest);
    },
  };
}

/** The label and field selectors of a request as one predicate; null if it has none. */
export function selectorOf(target: Target, query: URLSearchParams): Predicate | null {
  const labels = query.get('labelSelector');
  const fields = query.get('fieldSelector');
  const predicates: Predicate[] = [];
  if (labels) predicates.push(labelSelector(labels));
  if (fields) predicates.push(fieldSelector(fields, target.resource.selectableFields));
  if (predicates.length === 0) return null;
  const { present = (object) => object } = target.resource;
  return (object) => {
    const shown = present(object);
    return predicates.every((matches) => matches(shown));
  };
}

/** @throws StatusError 504 for a version that doesn't exist yet, with the API server's message */
export function refuseFuture(query: URLSearchParams, store: ObjectStore): void {
  const requested = wholeNumber(query, 'resourceVersion') ?? 0;
  if (requested <= store.version) return;
  const message = `Too large resource version: ${requested}, current: ${store.version}`;
  throw new StatusError(504, 'Timeout', message, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version', field: '' }],
  });
}

function writeContinue(version: number, after: string): string {
  return Buffer.from(JSON.stringify({ v: version, after })).toString('base64url');
}

function readContinue(token: string | null): { version: number; after: string } | null {
  if (!token) return null;
  try {
    const { v, after } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { v: unknown; after: unknown };
    if (typeof v === 'number' && typeof after === 'string') return { version: v, after };
  } catch {
    // Refused below, like any other invalid token.
  }
  throw badRequest('continue key is not valid');
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
