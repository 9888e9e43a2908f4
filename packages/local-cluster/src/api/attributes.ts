import { isTrue } from './exchange.ts';
import type { Target } from './target.ts';

/** What a call asks for, in the words of role-based access control. */
export interface Attributes {
  verb: string;
  group: string;
  resource: string;
  subresource: string | null;
  /** Empty: all namespaces, or a resource without any. */
  namespace: string;
  name: string | null;
}

/** Names a call as the API server's authorization does: a read of many is `list`, or `watch`; a `POST` is `create`. */
export function attributesOf(method: string | undefined, target: Target, query: URLSearchParams): Attributes {
  const { resource, subresource, namespace, name } = target;
  return {
    verb: verbOf(method, name, query),
    group: resource.group,
    resource: resource.name,
    subresource,
    namespace,
    name,
  };
}

function verbOf(method: string | undefined, name: string | null, query: URLSearchParams): string {
  switch (method) {
    case 'GET':
      if (name !== null) return 'get';
      return isTrue(query, 'watch') ? 'watch' : 'list';
    case 'POST':
      return 'create';
    case 'DELETE':
      return name === null ? 'deletecollection' : 'delete';
    default:
      return (method ?? '').toLowerCase();
  }
}
