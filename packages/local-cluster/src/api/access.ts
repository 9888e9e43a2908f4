import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { forbidden } from '../kubernetes/status-error.ts';

export interface AccessOptions {
  /** Origins of the web app, such as `http://localhost:3000`; other pages may not read or change anything. */
  allowedOrigins: readonly string[];
  /** Bearer token of callers with all rights. */
  token: string;
}

/**
 * A caller's role: `owner` holds the token; `operator` reads, deletes and evicts, but creates nothing and reads no
 * secret.
 */
export type Caller = 'owner' | 'operator';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Determines the caller, before anything else is read. The address is loopback only, so only browser pages have to be
 * refused: by `Host` (a foreign name rebound to loopback), by `Origin` (sent with every request that could change
 * something or be read by a page), and by `Sec-Fetch-Site` (a foreign page's images and links).
 * @throws StatusError 403
 */
export function admit(request: IncomingMessage, port: number, options: AccessOptions): Caller {
  const host = (request.headers.host ?? '').toLowerCase();
  if (!LOOPBACK_NAMES.some((name) => host === `${name}:${port}`)) throw forbidden(`host not allowed: ${host}`);
  const { origin } = request.headers;
  if (origin !== undefined && !options.allowedOrigins.includes(origin))
    throw forbidden(`origin not allowed: ${origin}`);
  const site = request.headers['sec-fetch-site'];
  if (origin === undefined && site !== undefined && site !== 'none' && site !== 'same-origin') {
    throw forbidden('requests from other sites are not allowed');
  }
  return hasToken(request, options.token) ? 'owner' : 'operator';
}

/** Sets the CORS headers for an allowed origin, and none for any other. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, options: AccessOptions): void {
  response.setHeader('vary', 'Origin');
  response.setHeader('x-content-type-options', 'nosniff');
  const { origin } = request.headers;
  if (origin === undefined || !options.allowedOrigins.includes(origin)) return;
  response.setHeader('access-control-allow-origin', origin);
}

/** Answers an allowed origin's preflight. Chrome's local network access needs a header of its own. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  response.setHeader('access-control-allow-headers', 'content-type, accept');
  response.setHeader('access-control-max-age', '600');
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204).end();
}

function hasToken(request: IncomingMessage, token: string): boolean {
  const [scheme, presented = ''] = (request.headers.authorization ?? '').split(' ');
  const expected = Buffer.from(token);
  const actual = Buffer.from(presented);
  return scheme === 'Bearer' && actual.length === expected.length && timingSafeEqual(actual, expected);
}
