import { oc } from '@orpc/contract';
import { commonErrors } from './errors.ts';

/**
 * Who may call an operation at all; what they may do with a given thing is its domain's policy. `public`: anybody ·
 * `member`: whoever is signed in, in a workspace of theirs · `workspace-admin`: its owners and admins · `admin`:
 * administrators of the platform, not through another person's eyes.
 */
export type Guard = 'public' | 'member' | 'workspace-admin' | 'admin';

export interface OperationMeta {
  guard: Guard;
  /**
   * `change` is refused to support mode, to keys that only read and to tools that only read. The HTTP verb decides
   * nothing.
   */
  effect: 'read' | 'change';
  /** What a key must be good for (`messages`: with its effect, `messages:read`); null: no key opens it. */
  scope: string | null;
  /** It shows what is other people's, of any workspace: the guard records each look. */
  sees?: 'others';
}

/** The same of a plain HTTP route beside the contract, which has no other place to say it. */
export interface PlainOperation extends OperationMeta {
  /** As an operation of the contract is called: noun and act. */
  name: string;
}

/** What nobody has said more of is a change that no key opens. */
const operation = oc.$meta<OperationMeta>({ guard: 'member', effect: 'change', scope: null }).errors(commonErrors);

/** An operation that leaves everything as it was. */
export const query = (scope: string | null, guard: Guard = 'member') =>
  operation.meta({ guard, effect: 'read', scope });

/** One with which administrators of the platform look at what is others'. */
export const queryOfOthers = () => operation.meta({ guard: 'admin', effect: 'read', scope: null, sees: 'others' });

/** An operation that changes something, here or on a phone. */
export const mutation = (scope: string | null, guard: Guard = 'member') =>
  operation.meta({ guard, effect: 'change', scope });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const reached =
  (tag: string, method: Method) =>
  (path: `/${string}`, summary: string, more?: { successStatus?: number; description?: string }) => ({
    method,
    path,
    tags: [tag],
    summary,
    ...more,
  });

/**
 * Where operations are reached, under one heading of the API's description, and what they do in a line: `at.get('/me',
 * 'Who is signed in')`.
 */
export const routesUnder = (tag: string) => ({
  get: reached(tag, 'GET'),
  post: reached(tag, 'POST'),
  put: reached(tag, 'PUT'),
  patch: reached(tag, 'PATCH'),
  delete: reached(tag, 'DELETE'),
});
