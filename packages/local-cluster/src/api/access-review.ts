import { decodeFields, textOf } from '../kubernetes/protobuf.ts';
import { badRequest } from '../kubernetes/status-error.ts';
import type { Caller } from './access.ts';
import type { Attributes } from './attributes.ts';
import { RESOURCES, type Resource } from './resources.ts';

/** The question of `kubectl auth can-i`. */
type AccessRequest = Partial<
  Record<'namespace' | 'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'name', string>
>;

/**
 * Field numbers of `SelfSubjectAccessReview` (its spec), `…Spec` (resource attributes) and `ResourceAttributes` in
 * k8s.io/api/authorization/v1.
 */
const SPEC = 2;
const RESOURCE_ATTRIBUTES = 1;
const ATTRIBUTES = ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'] as const;
/** Field number and magic of the envelope of Kubernetes' protobuf messages. */
const RAW = 2;
const MAGIC = Buffer.from('k8s\0');

/**
 * Parses a `SelfSubjectAccessReview`, as JSON or in protobuf, which kubectl sends without negotiation.
 * @throws StatusError 400
 */
export function parseAccessReview(body: unknown): AccessRequest {
  if (Buffer.isBuffer(body)) return parseProtobufReview(body);
  const { spec } = (body ?? {}) as { spec?: { resourceAttributes?: AccessRequest } };
  if (!spec?.resourceAttributes) throw badRequest('only access to resources is reviewed here');
  return spec.resourceAttributes;
}

function parseProtobufReview(body: Buffer): AccessRequest {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) throw badRequest('the body is not a Kubernetes protobuf message');
  const path = [RAW, SPEC, RESOURCE_ATTRIBUTES];
  const attributes = path.reduce<Buffer | undefined>(
    (message, field) => message && decodeFields(message).get(field),
    body.subarray(MAGIC.length),
  );
  if (!attributes) throw badRequest('only access to resources is reviewed here');
  const fields = decodeFields(attributes);
  return Object.fromEntries(ATTRIBUTES.map((name, at) => [name, textOf(fields.get(at + 1))]));
}

/** The review's `status`: whether the caller has access, and if not, why. */
export function review(
  request: AccessRequest,
  may: (call: Attributes) => boolean,
): { allowed: boolean; reason?: string } {
  const { group = '', subresource = '', verb = '', namespace = '', name = '' } = request;
  const resource = RESOURCES.find((candidate) => candidate.name === request.resource && candidate.group === group);
  if (!resource) return { allowed: false, reason: `this cluster has no ${request.resource}${group && `.${group}`}` };
  const part = resource.subresources?.find(({ name }) => name === subresource);
  if (subresource && !part) return { allowed: false, reason: `this cluster has no ${resource.name}/${subresource}` };
  if (!(part ?? resource).verbs.includes(verb))
    return { allowed: false, reason: `nobody can ${verb} ${resource.name} here` };
  const call = {
    verb,
    group,
    resource: resource.name,
    subresource: subresource || null,
    namespace,
    name: name || null,
  };
  return { allowed: may(call) };
}

/**
 * A caller's rights where no rules are enforced (decision 051): all with the token; without it, everything that creates
 * nothing and reveals no secret.
 */
export function hasDefaultAccess(caller: Caller, { verb, group, resource, subresource }: Attributes): boolean {
  if (caller === 'owner') return true;
  const { confidential } = RESOURCES.find(
    (candidate) => candidate.name === resource && candidate.group === group,
  ) as Resource;
  return !confidential && (verb !== 'create' || subresource === 'eviction');
}
