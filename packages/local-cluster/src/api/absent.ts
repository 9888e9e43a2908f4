import type { ServerResponse } from 'node:http';
import { badRequest, type StatusError } from '../kubernetes/status-error.ts';

const NOT_HERE: Readonly<Record<string, string>> = {
  exec: 'its containers are processes of this machine: look at them there',
  attach: 'its containers have no input: read their output with logs',
  portforward: 'its containers listen on this machine already: connect to 127.0.0.1',
  proxy: 'its containers listen on this machine already: connect to 127.0.0.1',
  ephemeralcontainers: 'it adds no container to a pod that runs',
};

/**
 * What clients of a whole Kubernetes ask for and this one does not have, in words that say what to do instead; null: it
 * is none of that. Looked at before anything else, because such questions come in forms (an upgrade, a schema) that are
 * not answered at all.
 */
export function wordsForAbsent(path: string): StatusError | null {
  const [, part] = /^\/api\/v1\/namespaces\/[^/]+\/pods\/[^/]+\/([a-z]+)\/?$/.exec(path) ?? [];
  const why = part === undefined ? undefined : NOT_HERE[part];
  if (part && why) return badRequest(`the local cluster has no ${part}: ${why}`);
  return null;
}

/**
 * For whoever asks for the schemas of objects. Plain text with this code: kubectl shows the words of no other answer to
 * that question.
 */
export function refuseSchemas(response: ServerResponse): void {
  response.writeHead(501, { 'content-type': 'text/plain' });
  response.end(
    'the local cluster serves no schemas, which explain and the checks of apply and diff need: get shows every field, --validate=false does without',
  );
}
