import { apiVersionOf, RESOURCES, type Resource } from './resources.ts';

/** What a URL addresses: a collection (no `name`), an object, or a subresource. */
export interface Target {
  resource: Resource;
  /** Empty for all namespaces, or for a cluster-wide resource. */
  namespace: string;
  name: string | null;
  subresource: string | null;
}

/**
 * Parses `/api/v1/…` and `/apis/GROUP/VERSION/…`; null if nothing is served there. Path segments are percent-decoded
 * once.
 */
export function parseTarget(path: string, resources: readonly Resource[] = RESOURCES): Target | null {
  const parts = decodeParts(path);
  if (!parts) return null;
  const core = parts[0] === 'api';
  const groupVersion = core ? parts[1] : `${parts[1]}/${parts[2]}`;
  let rest = parts.slice(core ? 2 : 3);
  let namespace = '';
  if (rest[0] === 'namespaces' && rest.length >= 3) {
    namespace = rest[1] ?? '';
    rest = rest.slice(2);
  }
  const [plural, name = null, subresource = null, ...more] = rest;
  const resource = resources.find((resource) => resource.name === plural && apiVersionOf(resource) === groupVersion);
  if (!resource || more.length > 0) return null;
  if (namespace && !resource.namespaced) return null;
  if (name !== null && resource.namespaced && !namespace) return null;
  if (subresource !== null && !resource.subresources?.some(({ name }) => name === subresource)) return null;
  return { resource, namespace, name, subresource };
}

/**
 * Normalizes the path and query of a request: without a trailing slash, and with the older `/watch/` URLs turned into
 * watched lists, of one object by its name.
 */
export function readAddress(address: string): { path: string; query: URLSearchParams } {
  const { pathname, searchParams: query } = new URL(address, 'http://cluster');
  const path = pathname.replace(/(?<=.)\/+$/, '');
  const [, api, watched] = /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\/watch(\/.+)$/.exec(path) ?? [];
  const target = watched ? parseTarget(`${api}${watched}`) : null;
  if (!target || target.subresource !== null) return { path, query };
  query.set('watch', 'true');
  if (target.name === null) return { path: `${api}${watched}`, query };
  const selectors = [query.get('fieldSelector'), `metadata.name=${target.name}`];
  query.set('fieldSelector', selectors.filter(Boolean).join(','));
  return { path: `${api}${watched?.slice(0, watched.lastIndexOf('/'))}`, query };
}

function decodeParts(path: string): string[] | null {
  const raw = path.split('/').slice(1);
  if (raw.at(-1) === '') raw.pop();
  try {
    const parts = raw.map(decodeURIComponent);
    return parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('/')) ? parts : null;
  } catch {
    return null;
  }
}
