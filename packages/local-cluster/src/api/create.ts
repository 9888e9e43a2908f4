import { randomBytes, randomUUID } from 'node:crypto';
import {
  type Container,
  type KubernetesObject,
  kubernetesTime,
  type Namespace,
  type Node,
  type Pod,
  type PodSpec,
  type Secret,
} from '@switchyard/kubernetes/objects';
import {
  alreadyExists,
  badRequest,
  invalid,
  notFound,
  type StatusCause,
  StatusError,
} from '../kubernetes/status-error.ts';
import { placementRefusal, scheduledCondition } from '../scheduler.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { apiVersionOf } from './resources.ts';
import type { Target } from './target.ts';

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const MAX_NAME_LENGTH = 253;
const DEFAULT_TOLERATIONS = ['not-ready', 'unreachable'].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}));

/**
 * Creates an object from a request's body, with the API server's defaults.
 * @param isDry only reports what would be created
 * @throws StatusError 400 for a body of another kind, 404 for a missing namespace, 409 for a name in use, 422 for
 *   invalid fields
 */
export function createObject(
  body: unknown,
  target: Target,
  store: ObjectStore,
  node: string,
  nowMs: number,
  isDry: boolean,
): KubernetesObject {
  const { resource, namespace } = target;
  const draft = bodyOf(body, target);
  const name =
    draft.metadata?.name ?? `${draft.metadata?.generateName ?? ''}${randomBytes(3).toString('hex').slice(0, 5)}`;
  const causes: StatusCause[] = [];
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH)
    causes.push(wrong('metadata.name', `Invalid value: "${name}"`));
  if (draft.metadata?.namespace && draft.metadata.namespace !== namespace) {
    throw badRequest('the namespace of the object does not match the namespace on the request');
  }
  if (resource.namespaced && !store.find('namespaces', '', namespace)) throw notFound('namespaces', namespace);
  const made = {
    ...draft,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: {
      ...pick(draft.metadata ?? {}, ['generateName', 'labels', 'annotations', 'ownerReferences']),
      name,
      ...(resource.namespaced && { namespace }),
      uid: randomUUID(),
      resourceVersion: '',
      creationTimestamp: kubernetesTime(nowMs),
    },
  } as KubernetesObject;
  const complete = completed(made, causes, store.find('nodes', '', node)?.toObject() as Node | undefined, nowMs);
  if (causes.length > 0) throw invalid(resource.kind, name, causes);
  if (!isDry) return store.add(resource.name, complete);
  if (store.find(resource.name, namespace, name)) throw alreadyExists(resource.name, name);
  return complete;
}

interface DraftObject {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string; generateName?: string; namespace?: string };
}

function bodyOf(body: unknown, { resource }: Target): DraftObject {
  if (typeof body !== 'object' || body === null) throw badRequest('the body must be an object');
  const draft = body as DraftObject;
  const { kind = resource.kind, apiVersion = apiVersionOf(resource) } = draft;
  if (kind === resource.kind && apiVersion === apiVersionOf(resource)) return draft;
  throw badRequest(
    `${apiVersion}, Kind=${kind} in the body, ${apiVersionOf(resource)}, Kind=${resource.kind} expected`,
  );
}

function completed(
  made: KubernetesObject,
  causes: StatusCause[],
  node: Node | undefined,
  nowMs: number,
): KubernetesObject {
  switch (made.kind) {
    case 'Pod':
      return completedPod(made as Pod, causes, node, nowMs);
    case 'Namespace':
      return { ...made, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } } as Namespace;
    case 'Secret':
      return completedSecret(made as Secret & { stringData?: Record<string, string> });
    default:
      throw new StatusError(405, 'MethodNotAllowed', `${made.kind} cannot be created`);
  }
}

function completedSecret({ stringData, ...secret }: Secret & { stringData?: Record<string, string> }): Secret {
  const plain = Object.entries(stringData ?? {});
  const encoded = Object.fromEntries(plain.map(([key, value]) => [key, Buffer.from(value).toString('base64')]));
  return { ...secret, type: secret.type ?? 'Opaque', data: { ...secret.data, ...encoded } };
}

function completedPod(pod: Pod, causes: StatusCause[], node: Node | undefined, nowMs: number): Pod {
  const draft: Partial<PodSpec> = pod.spec ?? {};
  const { containers = [], initContainers = [] } = draft;
  if (containers.length === 0) causes.push(wrong('spec.containers', 'Required value'));
  for (const [field, list] of Object.entries({ containers, initContainers })) {
    for (const [at, container] of list.entries()) {
      if (!NAME.test(container.name ?? '')) causes.push(wrong(`spec.${field}[${at}].name`, 'Required value'));
      if (!container.image) causes.push(wrong(`spec.${field}[${at}].image`, 'Required value'));
    }
  }
  const names = [...containers, ...initContainers].map((container) => container.name);
  if (new Set(names).size < names.length) causes.push(wrong('spec.containers', 'Duplicate value'));
  if (initContainers.some((initContainer) => initContainer.restartPolicy === 'Always')) {
    causes.push(wrong('spec.initContainers', 'Forbidden: the local cluster runs no sidecars'));
  }
  const spec: PodSpec = {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: 'default',
    schedulerName: 'default-scheduler',
    enableServiceLinks: true,
    priority: 0,
    securityContext: {},
    tolerations: DEFAULT_TOLERATIONS,
    ...draft,
    containers: containers.map(completedContainer),
    ...(initContainers.length > 0 && { initContainers: initContainers.map(completedContainer) }),
  };
  // Only one node runs anything: scheduling means naming it, unless it doesn't accept the pod.
  const why = draft.nodeName || !node ? null : placementRefusal(node, spec);
  const nodeName = draft.nodeName ?? (why === null ? node?.metadata.name : undefined);
  const conditions = [scheduledCondition(why, nowMs)];
  return {
    ...pod,
    spec: { ...spec, ...(nodeName && { nodeName }) },
    status: { phase: 'Pending', conditions, qosClass: qosClassOf(spec) },
  };
}

const completedContainer = (container: Container): Container => ({
  imagePullPolicy: 'IfNotPresent',
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  ...container,
});

/** Guaranteed: limits equal to requests everywhere; BestEffort: none anywhere; Burstable: the rest. */
function qosClassOf({ containers }: PodSpec): string {
  const all = containers.map(({ resources }) => ({
    requests: resources?.requests ?? {},
    limits: resources?.limits ?? {},
  }));
  if (all.every(({ requests, limits }) => Object.keys({ ...requests, ...limits }).length === 0)) return 'BestEffort';
  const guaranteed = all.every(({ requests, limits }) =>
    ['cpu', 'memory'].every((name) => limits[name] !== undefined && (requests[name] ?? limits[name]) === limits[name]),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

function wrong(field: string, message: string): StatusCause {
  return { field, message, reason: 'FieldValueInvalid' };
}

function pick(from: object, names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(from).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}
