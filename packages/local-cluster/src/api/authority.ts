import type { IncomingMessage } from 'node:http';
import { StatusError } from '../kubernetes/status-error.ts';
import type { Attributes } from './attributes.ts';

/** A rule of a Role or ClusterRole. */
export interface PolicyRule {
  apiGroups: readonly string[];
  /** Plural names, with subresources after a slash: `pods/log`. */
  resources: readonly string[];
  verbs: readonly string[];
}

/** Rules and their scope. */
export interface Grant {
  /** Null for the whole cluster. */
  namespace: string | null;
  rules: readonly PolicyRule[];
}

/** An account identified by its bearer token. */
export interface Account {
  /** Such as `system:serviceaccount:NAMESPACE:NAME`. */
  name: string;
  token: string;
  grants: readonly Grant[];
}

/** Enforces accounts' rules like the API server's role-based access control: what no rule allows is refused. */
export class Authority {
  /** May be replaced while the cluster runs. */
  accounts: readonly Account[];
  /** Called for every checked call. */
  onCall: (call: Attributes, isAllowed: boolean) => void = () => undefined;

  constructor(accounts: readonly Account[]) {
    this.accounts = accounts;
  }

  /** Whether the caller's rules allow a call that is only asked about. */
  allows(request: IncomingMessage, call: Attributes): boolean {
    return this.#accountOf(request).grants.some((grant) => grants(grant, call));
  }

  /** @throws StatusError 401 for an unknown caller, 403 for what the caller's rules don't allow */
  check(request: IncomingMessage, call: Attributes): void {
    const account = this.#accountOf(request);
    const isAllowed = account.grants.some((grant) => grants(grant, call));
    this.onCall(call, isAllowed);
    if (!isAllowed) throw refused(account.name, call);
  }

  #accountOf(request: IncomingMessage): Account {
    const account = this.accounts.find(({ token }) => request.headers.authorization === `Bearer ${token}`);
    if (!account) throw new StatusError(401, 'Unauthorized', 'Unauthorized');
    return account;
  }
}

const grants = ({ namespace, rules }: Grant, call: Attributes): boolean =>
  (namespace === null || namespace === call.namespace) && rules.some((rule) => allows(rule, call));

function allows({ apiGroups, resources, verbs }: PolicyRule, call: Attributes): boolean {
  const resource = call.subresource === null ? call.resource : `${call.resource}/${call.subresource}`;
  return holds(verbs, call.verb) && holds(apiGroups, call.group) && holds(resources, resource);
}

const holds = (list: readonly string[], wanted: string) => list.includes('*') || list.includes(wanted);

/** Uses the API server's message, which operators search for. */
function refused(user: string, { verb, group, resource, subresource, namespace, name }: Attributes): StatusError {
  const what = subresource === null ? resource : `${resource}/${subresource}`;
  const qualified = group ? `${resource}.${group}` : resource;
  const where = namespace ? `in the namespace "${namespace}"` : 'at the cluster scope';
  const message = `${qualified}${name === null ? '' : ` "${name}"`} is forbidden: User "${user}" cannot ${verb} resource "${what}" in API group "${group}" ${where}`;
  return new StatusError(403, 'Forbidden', message, { kind: resource, ...(group && { group }), ...(name && { name }) });
}
