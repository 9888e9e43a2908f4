import { isTrue } from './exchange.ts';
import type { Target } from './target.ts';

/** A call's attributes in terms of role-based access control. */
export interface Attributes {
  verb: string;
  group: string;
  resource: string;
  subresource: string | null;
  /** Empty for all namespaces, or for a cluster-wide resource. */
  namespace: string;
  name: string | null;
}

/**
 * The call's attributes, as the API server's authorization names them: a collection `GET` is `list` or `watch`, a
 * `POST` is `create`.
 */
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
