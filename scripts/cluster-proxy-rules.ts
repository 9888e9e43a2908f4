import type { IncomingHttpHeaders } from 'node:http';

export interface ProxyRules {
  port: number;
  /** Origins of the web app, exactly as the browser sends them. */
  allowedOrigins: readonly string[];
}

/** Decision on a request: forward this path, answer a preflight, or refuse. */
export type Decision =
  | { kind: 'forward'; path: string; query: Record<string, string> }
  | { kind: 'preflight' }
  | { kind: 'refuse'; status: number; reason: string };

/** A Kubernetes name (RFC 1123) after decoding, without slashes, dot segments or percent signs. */
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const LOG_QUERY = ['container', 'tailLines', 'follow', 'timestamps', 'previous', 'sinceSeconds', 'sinceTime'];

const refuse = (status: number, reason: string): Decision => ({ kind: 'refuse', status, reason });

/**
 * Admits only the four calls of spec 001 section 7, from the app's own pages or from a program on this machine. Pages
 * are recognised by their Origin, names rebound to loopback by their Host; requests without Origin may only read.
 */
export function evaluate(method: string, url: string, headers: IncomingHttpHeaders, rules: ProxyRules): Decision {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${rules.port}`);
  if (!hosts.includes((headers.host ?? '').toLowerCase())) return refuse(403, 'host not allowed');
  const { origin } = headers;
  if (origin !== undefined && !rules.allowedOrigins.includes(origin)) return refuse(403, 'origin not allowed');
  const site = headers['sec-fetch-site'];
  if (origin === undefined && site !== undefined && site !== 'none') return refuse(403, 'page not allowed');
  if (headers.upgrade !== undefined) return refuse(403, 'upgrade not allowed');
  if (method === 'OPTIONS') return origin === undefined ? refuse(403, 'origin needed') : { kind: 'preflight' };
  const call = readPath(url);
  if (!call) return refuse(403, 'only reading, following and deleting a pod are allowed');
  if (method === 'GET') return { kind: 'forward', path: call.path, query: call.isLog ? call.query : {} };
  if (method !== 'DELETE' || call.isLog) return refuse(405, 'method not allowed');
  if (origin === undefined) return refuse(403, 'only the app may delete');
  if (!(headers['content-type'] ?? '').toLowerCase().startsWith('application/json')) {
    return refuse(415, 'a deletion must be application/json');
  }
  return { kind: 'forward', path: call.path, query: {} };
}

/**
 * Parses `/api/v1/namespaces/{namespace}/pods/{pod}[/log]`, with the names decoded, validated and encoded again.
 * Returns null for any other path.
 */
function readPath(url: string): { path: string; isLog: boolean; query: Record<string, string> } | null {
  const [rawPath = '', rawQuery = ''] = url.split('?', 2);
  const parts = rawPath.split('/').slice(1);
  const [api, version, namespaces, namespace = '', pods, pod = '', sub, ...rest] = parts;
  if (api !== 'api' || version !== 'v1' || namespaces !== 'namespaces' || pods !== 'pods') return null;
  if (rest.length > 0 || (sub !== undefined && sub !== 'log')) return null;
  if (!NAME.test(namespace) || !NAME.test(pod)) return null;
  const parameters = new URLSearchParams(rawQuery);
  const query = Object.fromEntries(
    LOG_QUERY.flatMap((name) => (parameters.has(name) ? [[name, parameters.get(name) ?? '']] : [])),
  );
  return { path: `/api/v1/namespaces/${namespace}/pods/${pod}${sub ? '/log' : ''}`, isLog: sub === 'log', query };
}
