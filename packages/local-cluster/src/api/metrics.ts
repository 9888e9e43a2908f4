import { type KubernetesObject, kubernetesTime } from '../kubernetes/objects.ts';
import { labelSelector } from '../kubernetes/selectors.ts';
import { StatusError } from '../kubernetes/status-error.ts';
import { type Measurement, type MetricsSource, usageQuantities } from '../metrics.ts';
import { type Exchange, sendJson } from './exchange.ts';
import { apiVersionOf } from './resources.ts';
import type { Target } from './target.ts';

/** Measurements turned into text in one go. */
const MEASUREMENTS_A_STEP = 1_000;

/** Answers `metrics.k8s.io`: a list or one object, in JSON only, as metrics-server serves no watch either. */
export async function answerMetrics(exchange: Exchange, target: Target, source: MetricsSource): Promise<void> {
  const { resource, namespace, name } = target;
  const labels = exchange.query.get('labelSelector');
  const selected = labels ? labelSelector(labels) : null;
  const measurements = [...(resource.name === 'nodes' ? source.nodes() : source.pods())].filter(
    ({ metadata }) =>
      (namespace === '' || metadata.namespace === namespace) &&
      (name === null || metadata.name === name) &&
      (selected?.({ metadata } as KubernetesObject) ?? true),
  );
  const { response } = exchange;
  if (name !== null) {
    const [only] = measurements;
    const kind = `${resource.kind.toLowerCase()}.${resource.group}`;
    if (!only) throw new StatusError(404, 'NotFound', `${kind} "${name}" not found`, { name, kind });
    return sendJson(response, 200, { kind: resource.kind, apiVersion: apiVersionOf(resource), ...present(only) });
  }
  const head = { kind: `${resource.kind}List`, apiVersion: apiVersionOf(resource), metadata: {} };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(`${JSON.stringify(head).slice(0, -1)},"items":[`);
  for (let at = 0; at < measurements.length; at += MEASUREMENTS_A_STEP) {
    const texts = measurements.slice(at, at + MEASUREMENTS_A_STEP).map((one) => JSON.stringify(present(one)));
    response.write((at === 0 ? '' : ',') + texts.join(','));
    await new Promise((resolve) => setImmediate(resolve));
    if (response.destroyed) return;
  }
  response.end(']}\n');
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
