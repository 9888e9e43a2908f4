import type { FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS_HEADER, webHeaders } from '../../platform/http/headers.ts';
import type { Platform } from '../../platform/platform.ts';

/** Converts a request for better-auth. `path` is the part after `/api/auth`; `body` is null for a GET. */
export function toWebRequest(request: FastifyRequest, path: string, body: object | null, platform: Platform): Request {
  const headers = webHeaders(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  const url = new URL(`/api/auth${path}`, platform.config.publicUrl);
  if (body === null) return new Request(url, { method: 'GET', headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Copies the response's cookies to the reply. */
export function cookiesTo(reply: FastifyReply, answer: Response): void {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
}
