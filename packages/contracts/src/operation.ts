import { oc } from '@orpc/contract';
import { commonErrors } from './errors.ts';

/**
 * Who may call an operation; access to particular objects is decided by the domain's policy. `public`: anyone ·
 * `member`: signed in, in one of their workspaces · `workspace-admin`: the workspace's owners and admins · `admin`:
 * admins of the platform, outside support mode.
 */
export type Guard = 'public' | 'member' | 'workspace-admin' | 'admin';

export interface OperationMeta {
  guard: Guard;
  /** `change` is refused in support mode and for read-only keys and tools, regardless of the HTTP method. */
  effect: 'read' | 'change';
  /** The key scope that is required (`messages`: with its effect, `messages:read`); null: not available to keys. */
  scope: string | null;
  /** It reads data of any workspace: the guard records each call. */
  sees?: 'others';
}

/** The same for a plain HTTP route outside the contract. */
export interface PlainOperation extends OperationMeta {
  /** Like an operation's name in the contract: noun and action. */
  name: string;
}

/** By default an operation is a change that keys cannot call. */
const operation = oc.$meta<OperationMeta>({ guard: 'member', effect: 'change', scope: null }).errors(commonErrors);

/** An operation that changes nothing. */
export const query = (scope: string | null, guard: Guard = 'member') =>
  operation.meta({ guard, effect: 'read', scope });

/** A query by platform admins for other people's data. */
export const crossWorkspaceQuery = () =>
  operation.meta({ guard: 'admin', effect: 'read', scope: null, sees: 'others' });

/** An operation that changes something, here or on a phone. */
export const mutation = (scope: string | null, guard: Guard = 'member') =>
  operation.meta({ guard, effect: 'change', scope });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const routeWith =
  (tag: string, method: Method) =>
  (path: `/${string}`, summary: string, options?: { successStatus?: number; description?: string }) => ({
    method,
    path,
    tags: [tag],
    summary,
    ...options,
  });

/**
 * Returns route builders under one tag of the OpenAPI document, which take a path and a one-line summary:
 * `at.get('/me', 'The signed-in user')`.
 */
export const routesUnder = (tag: string) => ({
  get: routeWith(tag, 'GET'),
  post: routeWith(tag, 'POST'),
  put: routeWith(tag, 'PUT'),
  patch: routeWith(tag, 'PATCH'),
  delete: routeWith(tag, 'DELETE'),
});
