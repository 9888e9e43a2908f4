import { UNDO_EMAIL_PATH } from '@switchyard/contracts/accounts/operations';
import { BULK_PATHS } from '@switchyard/contracts/boards/paths';
import { ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/constants';
import { SHARED_PATHS } from '@switchyard/contracts/shares/paths';
import type { FastifyInstance } from 'fastify';
import { checkJsonShape } from './json-shape.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** Maximum body size of most requests. */
export const BODY_LIMIT_BYTES = 256 * KILOBYTE;

/** Operations of the web API that accept more than {@link BODY_LIMIT_BYTES}; each has its own route. */
export const LARGE_OPERATIONS = [
  '/api/messages/batch',
  '/api/messages/imports/check',
  '/api/messages/imports/repeats',
  '/api/contacts/import',
  ...Object.values(BULK_PATHS).map((path) => `/api${path}`),
];

/**
 * Operations of the web API that accept a body from anybody; each has its own route, so that it is recognised before
 * the body is read.
 */
export const OPEN_OPERATIONS = [...Object.values(SHARED_PATHS), UNDO_EMAIL_PATH].map((path) => `/api${path}`);

/**
 * Larger limits: 500 messages of an import, hundreds of an engine's messages or credentials, and the largest webhooks
 * that Meta sends.
 */
const LARGER: Record<string, number> = {
  '/api/messages/batch': 8 * MEGABYTE,
  '/api/messages/imports/check': 4 * MEGABYTE,
  '/api/messages/imports/repeats': 8 * MEGABYTE,
  '/api/contacts/import': 8 * MEGABYTE,
  [`/api${BULK_PATHS.setCells}`]: 4 * MEGABYTE,
  [`/api${BULK_PATHS.addRows}`]: 4 * MEGABYTE,
  [ENGINE_PROTOCOL_PATHS.report]: 2 * MEGABYTE,
  [ENGINE_PROTOCOL_PATHS.events]: 2 * MEGABYTE,
  [ENGINE_PROTOCOL_PATHS.readCredentials]: MEGABYTE,
  [ENGINE_PROTOCOL_PATHS.writeCredentials]: 8 * MEGABYTE,
  [ENGINE_PROTOCOL_PATHS.received]: 8 * MEGABYTE,
  '/webhooks/cloud-api/:engineId': 3 * MEGABYTE,
};

/** Limits the size, duration and JSON shape of bodies. Must be registered before the routes. */
export function limitBodies(server: FastifyInstance, requestTimeoutMs: number): void {
  server.addHook('onRoute', (route) => {
    const larger = LARGER[route.url];
    if (larger !== undefined) route.bodyLimit = larger;
  });
  // A small body should arrive quickly from anywhere; a large one gets the server's own, longer timeout.
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(raw.headers) && (request.routeOptions.bodyLimit ?? 0) <= BODY_LIMIT_BYTES) {
      const timer = setTimeout(() => {
        // This process may have been suspended: first read what has arrived meanwhile.
        setImmediate(() => raw.complete || raw.socket.end(TOO_SLOW, () => raw.socket.destroy()));
      }, requestTimeoutMs);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
  parseJson(server);
}

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** Whether the headers announce a body. */
export const hasBody = (headers: { 'content-length'?: string | undefined; 'transfer-encoding'?: string | undefined }) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Accepts a POST without a body, with or without a content type: it is common and means "no input". */
function parseJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, null);
    checkJsonShape(body.toString());
    return parse(request, body.toString(), done);
  });
}
