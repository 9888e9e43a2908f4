import { decodeFields, textOf } from '../kubernetes/protobuf.ts';
import { badRequest } from '../kubernetes/status-error.ts';
import type { Caller } from './access.ts';
import type { Attributes } from './attributes.ts';
import { RESOURCES, type Resource } from './resources.ts';

/** What `kubectl auth can-i` asks about. */
type AccessRequest = Partial<
  Record<'namespace' | 'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'name', string>
>;

/**
 * Field numbers in `SelfSubjectAccessReview` (its spec), `…Spec` (resource attributes) and `ResourceAttributes` of
 * k8s.io/api/authorization/v1.
 */
const SPEC = 2;
const RESOURCE_ATTRIBUTES = 1;
const ATTRIBUTES = ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'] as const;
/** In the envelope that all of Kubernetes' protobuf messages come in. */
const RAW = 2;
const MAGIC = Buffer.from('k8s\0');

/**
 * The question in a `SelfSubjectAccessReview`, as JSON or in protobuf, which kubectl sends without having been asked.
 * @throws StatusError 400
 */
export function askedIn(body: unknown): AccessRequest {
  if (Buffer.isBuffer(body)) return askedInProtobuf(body);
  const { spec } = (body ?? {}) as { spec?: { resourceAttributes?: AccessRequest } };
  if (!spec?.resourceAttributes) throw badRequest('only access to resources is reviewed here');
  return spec.resourceAttributes;
}

function askedInProtobuf(body: Buffer): AccessRequest {
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

/** `status` of the review: whether the caller may, and why not. */
export function review(
  asked: AccessRequest,
  may: (call: Attributes) => boolean,
): { allowed: boolean; reason?: string } {
  const { group = '', subresource = '', verb = '', namespace = '', name = '' } = asked;
  const resource = RESOURCES.find((one) => one.name === asked.resource && one.group === group);
  if (!resource) return { allowed: false, reason: `this cluster has no ${asked.resource}${group && `.${group}`}` };
  const part = resource.subresources?.find((one) => one.name === subresource);
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
 * What a caller may do where no rules are enforced (decision 051): all, or without the token what makes nothing and
 * tells no secret.
 */
export function canUsually(caller: Caller, { verb, group, resource, subresource }: Attributes): boolean {
  if (caller === 'owner') return true;
  const { confidential } = RESOURCES.find((one) => one.name === resource && one.group === group) as Resource;
  return !confidential && (verb !== 'create' || subresource === 'eviction');
}
