import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject, Node, ObjectMeta } from '@switchyard/kubernetes/objects';
import { applyPatch, type Operation } from 'rfc6902';
import { mergePatch, STRATEGIC_KEYS } from '../kubernetes/merge-patch.ts';
import {
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
  type StatusCause,
  StatusError,
} from '../kubernetes/status-error.ts';
import { type ObjectStore, StoredObject } from '../store/object-store.ts';
import type { Caller } from './access.ts';
import { faultsOfMarks, faultsOfTaints } from './marks.ts';
import type { Target } from './target.ts';

/** A patch and the media type that defines its meaning. */
export interface Patch {
  type: string;
  body: unknown;
}

export const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];

/** Labels by which Switchyard recognizes its objects. */
const OWN_LABELS = 'switchyard/';
/** On objects that carry such labels, it selects by these, too. */
const SELECTING_LABELS = 'app.kubernetes.io/';

const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/**
 * Changes the mutable parts of an existing object: labels and annotations, and a node's taints and cordon.
 * @param caller without the token, the labels by which Switchyard recognizes its objects are protected
 * @param isDry only reports the result
 * @returns the object after the patch; one that changes nothing makes no new version
 * @throws StatusError 400, 403, 404, 409 if the patch names another version, 422 for immutable fields
 */
export function patchObject(
  { resource, namespace, name }: Target,
  patch: Patch,
  caller: Caller,
  store: ObjectStore,
  isDry: boolean,
) {
  const stored = store.find(resource.name, namespace, name ?? '');
  if (!stored) throw notFound(resource.name, name ?? '');
  const before = stored.toObject();
  const wanted = applied(before, patch) as KubernetesObject;
  checkIdentity(resource.name, before, wanted);
  const causes = [...faultsOfMarks(wanted.metadata), ...(isNode(wanted) ? faultsOfTaints(wanted) : [])];
  const after = withChanges(before, wanted, causes);
  if (caller !== 'owner') checkOwnLabels(before, after);
  if (causes.length > 0) throw invalid(before.kind, before.metadata.name, causes);
  if (isDry || isDeepStrictEqual(before, after)) return after;
  return store
    .put(resource.name, (version) => stored.patched?.(after, version) ?? new StoredObject(after, version))
    .toObject();
}

function checkOwnLabels({ metadata: { labels: before = {} } }: KubernetesObject, { metadata }: KubernetesObject): void {
  const { labels: after = {} } = metadata;
  const names = Object.keys({ ...before, ...after });
  const isOurs = names.some((name) => name.startsWith(OWN_LABELS));
  const isKept = (name: string) => name.startsWith(OWN_LABELS) || (isOurs && name.startsWith(SELECTING_LABELS));
  const changed = names.find((name) => isKept(name) && before[name] !== after[name]);
  if (changed)
    throw forbidden(`${metadata.name} belongs to Switchyard: only Switchyard may change its label ${changed}`);
}

function applied(before: KubernetesObject, { type, body }: Patch): unknown {
  if (type === 'application/json-patch+json') {
    if (!Array.isArray(body)) throw badRequest('a JSON patch must be a list of operations');
    const copy = structuredClone(before);
    const [failed] = applyPatch(copy, body as Operation[]).filter((error) => error !== null);
    if (failed) throw new StatusError(422, 'Invalid', `the patch could not be applied: ${failed.message}`);
    return copy;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('the patch must be an object');
  return mergePatch(before, body, type === 'application/merge-patch+json' ? null : STRATEGIC_KEYS);
}

function checkIdentity(resource: string, before: KubernetesObject, wanted: KubernetesObject): void {
  const { name, namespace, uid, resourceVersion } = before.metadata;
  const meta: Partial<ObjectMeta> = wanted.metadata ?? {};
  if (
    wanted.kind !== before.kind ||
    wanted.apiVersion !== before.apiVersion ||
    meta.name !== name ||
    meta.namespace !== namespace
  ) {
    throw badRequest('the patch must not change the kind or name of the object');
  }
  if (meta.uid !== uid)
    throw conflict(resource, name, `Precondition failed: UID in precondition: ${meta.uid}, UID in object meta: ${uid}`);
  if (meta.resourceVersion === resourceVersion) return;
  throw conflict(
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

/** Applies the supported changes to the object; unsupported ones are added to `causes`. */
function withChanges(before: KubernetesObject, wanted: KubernetesObject, causes: StatusCause[]): KubernetesObject {
  const { labels, annotations, ownerReferences } = wanted.metadata;
  const { labels: _labels, annotations: _annotations, ownerReferences: _owners, ...rest } = before.metadata;
  const metadata = {
    ...rest,
    ...(isFilled(labels) && { labels }),
    ...(isFilled(annotations) && { annotations }),
    ...(ownerReferences?.length && { ownerReferences }),
  };
  // The status belongs to the node; a patch of the object leaves it unchanged, as with the API server.
  const { spec } = wanted as KubernetesObject & { spec: unknown };
  const old = (before as KubernetesObject & { spec: unknown }).spec;
  if (isNode(before) && isNode(wanted)) return { ...before, metadata, spec: nodeSpec(before, wanted, causes) } as Node;
  if (!isDeepStrictEqual(spec, old)) {
    causes.push({
      field: 'spec',
      reason: 'FieldValueForbidden',
      message: 'Forbidden: pod updates change labels and annotations here, nothing else',
    });
  }
  return { ...before, metadata };
}

function nodeSpec(before: Node, wanted: Node, causes: StatusCause[]): Node['spec'] {
  const { unschedulable, taints, ...fixed } = wanted.spec ?? {};
  const { unschedulable: _unschedulable, taints: _taints, ...others } = before.spec;
  if (!isDeepStrictEqual(fixed, others)) {
    causes.push({
      field: 'spec',
      reason: 'FieldValueForbidden',
      message: 'Forbidden: node updates may only change labels, taints, or unschedulable',
    });
  }
  // Like the node controller: a cordoned node carries a taint.
  const own = (taints ?? []).filter(({ key }) => key !== UNSCHEDULABLE);
  const all = unschedulable ? [...own, { key: UNSCHEDULABLE, effect: 'NoSchedule' as const }] : own;
  return { ...others, ...(all.length > 0 && { taints: all }), ...(unschedulable && { unschedulable: true }) };
}

const isNode = (object: KubernetesObject): object is Node => object.kind === 'Node';
const isFilled = (map: object | undefined) => map !== undefined && Object.keys(map).length > 0;
