import type { Pod } from '@switchyard/kubernetes/objects';
import type { LogQuery } from '../kubelet/read-log.ts';
import { badRequest, notFound } from '../kubernetes/status-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { drained, type Exchange, isTrue, wholeNumber } from './exchange.ts';
import type { Target } from './target.ts';

/** Source of a pod's log: the node that runs it. Returns null if there is none (yet). */
export type LogSource = (
  pod: Pod,
  container: string,
  previous: boolean,
  query: LogQuery,
  signal: AbortSignal,
) => AsyncIterable<Buffer> | null;

/** Answers `GET …/pods/NAME/log` as plain text, line by line as the process wrote it. */
export async function answerLog(
  exchange: Exchange,
  target: Target,
  store: ObjectStore,
  source: LogSource,
  nowMs: number,
): Promise<void> {
  const { query, response } = exchange;
  const pod = store.find('pods', target.namespace, target.name ?? '')?.toObject() as Pod | undefined;
  if (!pod) throw notFound('pods', target.name ?? '');
  const container = containerOf(pod, query.get('container'));
  const previous = isTrue(query, 'previous');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const pieces = source(pod, container, previous, logQuery(query, nowMs), gone.signal);
  if (!pieces) throw noLog(pod, container, previous);
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  response.flushHeaders();
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

function logQuery(query: URLSearchParams, nowMs: number): LogQuery {
  const sinceSeconds = wholeNumber(query, 'sinceSeconds', 1);
  const sinceTime = query.get('sinceTime');
  if (sinceSeconds !== null && sinceTime) throw badRequest('at most one of sinceTime or sinceSeconds may be specified');
  const sinceMs = sinceTime ? Date.parse(sinceTime) : sinceSeconds === null ? null : nowMs - sinceSeconds * 1_000;
  if (Number.isNaN(sinceMs)) throw badRequest(`invalid sinceTime: ${sinceTime}`);
  return {
    follow: isTrue(query, 'follow'),
    timestamps: isTrue(query, 'timestamps'),
    tailLines: wholeNumber(query, 'tailLines'),
    sinceMs,
    limitBytes: wholeNumber(query, 'limitBytes', 1),
  };
}

function containerOf(pod: Pod, requested: string | null): string {
  const names = pod.spec.containers.map((container) => container.name);
  const name = pod.metadata.name;
  if (requested) {
    if (names.includes(requested) || pod.spec.initContainers?.some((initContainer) => initContainer.name === requested))
      return requested;
    throw badRequest(`container ${requested} is not valid for pod ${name}`);
  }
  const [only = '', ...more] = names;
  if (more.length === 0) return only;
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`);
}

function noLog(pod: Pod, container: string, previous: boolean) {
  const { name } = pod.metadata;
  if (previous) return badRequest(`previous terminated container "${container}" in pod "${name}" not found`);
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status;
  const state = [...containerStatuses, ...initContainerStatuses].find(({ name }) => name === container)?.state;
  const reason = state?.waiting?.reason ?? 'ContainerCreating';
  return badRequest(`container "${container}" in pod "${name}" is waiting to start: ${reason}`);
}
