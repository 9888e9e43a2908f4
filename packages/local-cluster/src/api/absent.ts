import type { ServerResponse } from 'node:http';
import { badRequest, type StatusError } from '../kubernetes/status-error.ts';

const UNSUPPORTED: Readonly<Record<string, string>> = {
  exec: 'its containers are processes on this machine: inspect them there',
  attach: 'its containers have no input: read their output with logs',
  portforward: 'its containers already listen on this machine: connect to 127.0.0.1',
  proxy: 'its containers already listen on this machine: connect to 127.0.0.1',
  ephemeralcontainers: 'it cannot add containers to a running pod',
};

/**
 * The refusal of a request for a Kubernetes feature that is missing here, with a message about what to do instead; null
 * for other requests. Checked before anything else, because such requests come in forms (an upgrade, a schema) that are
 * not handled at all.
 */
export function unsupportedError(path: string): StatusError | null {
  const [, part] = /^\/api\/v1\/namespaces\/[^/]+\/pods\/[^/]+\/([a-z]+)\/?$/.exec(path) ?? [];
  const why = part === undefined ? undefined : UNSUPPORTED[part];
  if (part && why) return badRequest(`the local cluster has no ${part}: ${why}`);
  return null;
}

/** Refuses requests for schemas. Plain text with this code is the only response whose message kubectl shows here. */
export function refuseSchemas(response: ServerResponse): void {
  response.writeHead(501, { 'content-type': 'text/plain' });
  response.end(
    'the local cluster serves no schemas, which explain and the validation of apply and diff need: get shows every field, and --validate=false skips validation',
  );
}
