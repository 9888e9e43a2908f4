import { type KubernetesObject, kubernetesTime } from '@switchyard/kubernetes/objects';
import { labelSelector } from '../kubernetes/selectors.ts';
import { StatusError } from '../kubernetes/status-error.ts';
import { type Measurement, type MetricsSource, usageQuantities } from '../metrics.ts';
import { drained, type Exchange, sendJson } from './exchange.ts';
import { apiVersionOf } from './resources.ts';
import type { Target } from './target.ts';

/** Measurements serialized at once. */
const MEASUREMENTS_PER_STEP = 250;

/** Answers `metrics.k8s.io`: a list or one object, in JSON only; like metrics-server, it serves no watch. */
export async function answerMetrics(exchange: Exchange, target: Target, source: MetricsSource): Promise<void> {
  const { resource, namespace, name } = target;
  const labels = exchange.query.get('labelSelector');
  const selected = labels ? labelSelector(labels) : null;
  const isSelected = ({ metadata }: Measurement) =>
    (namespace === '' || metadata.namespace === namespace) &&
    (name === null || metadata.name === name) &&
    (selected?.({ metadata } as KubernetesObject) ?? true);
  const measurements = resource.name === 'nodes' ? source.nodes() : source.pods();
  const { response } = exchange;
  if (name !== null) {
    const only = firstOf(measurements, isSelected);
    const kind = `${resource.kind.toLowerCase()}.${resource.group}`;
    if (!only) throw new StatusError(404, 'NotFound', `${kind} "${name}" not found`, { name, kind });
    return sendJson(response, 200, { kind: resource.kind, apiVersion: apiVersionOf(resource), ...present(only) });
  }
  const head = { kind: `${resource.kind}List`, apiVersion: apiVersionOf(resource), metadata: {} };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(`${JSON.stringify(head).slice(0, -1)},"items":[`);
  let texts: string[] = [];
  let written = 0;
  const flush = async () => {
    const flushed = response.write((written === 0 ? '' : ',') + texts.join(','));
    written += texts.length;
    texts = [];
    await (flushed ? nextTurn() : drained(response));
  };
  // Each is created when it is written: a whole fleet's would be tens of megabytes, discarded at every poll.
  for (const measurement of measurements) {
    if (isSelected(measurement)) texts.push(JSON.stringify(present(measurement)));
    if (texts.length < MEASUREMENTS_PER_STEP) continue;
    await flush();
    if (response.destroyed) return;
  }
  if (texts.length > 0) await flush();
  response.end(']}\n');
}

function firstOf(
  measurements: Iterable<Measurement>,
  isSelected: (measurement: Measurement) => boolean,
): Measurement | null {
  for (const measurement of measurements) if (isSelected(measurement)) return measurement;
  return null;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function present({ metadata, atMs, windowMs, usage, containers }: Measurement) {
  const timestamp = kubernetesTime(atMs);
  return {
    metadata: { ...metadata, creationTimestamp: timestamp },
    timestamp,
    window: `${(windowMs / 1_000).toFixed(3)}s`,
    ...(usage && { usage: usageQuantities(usage) }),
    ...(containers && {
      containers: containers.map(({ name, usage: used }) => ({ name, usage: usageQuantities(used) })),
    }),
  };
}
