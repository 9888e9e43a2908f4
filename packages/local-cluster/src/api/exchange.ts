import type { IncomingMessage, ServerResponse } from 'node:http';
import { badRequest, StatusError } from '../kubernetes/status-error.ts';
import type { IncludeObject } from '../tables/table.ts';
import type { Caller } from './access.ts';

/** A request and its response. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  query: URLSearchParams;
  caller: Caller;
  /** Null if plain JSON was requested. */
  table: { include: IncludeObject } | null;
}

const MAX_BODY_BYTES = 1_000_000;
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** Sends a JSON body. */
export function sendJson(response: ServerResponse, code: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(code, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Sends an error as a Status; anything unexpected becomes 500. */
export function sendError(response: ServerResponse, error: unknown): void {
  const status = error instanceof StatusError ? error : new StatusError(500, 'InternalError', messageOf(error));
  if (response.headersSent) response.destroy();
  else sendJson(response, status.body.code, status.body);
}

function messageOf(error: unknown): string {
  return `Internal error occurred: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Reads a JSON body; undefined if there is none. A protobuf body, where accepted, is returned as a Buffer.
 * @param types accepted media types
 * @throws StatusError 400 for invalid JSON, 413 above 1 MB, 415 for another content type
 */
export async function readBody(request: IncomingMessage, types = ['application/json']): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new StatusError(413, 'RequestEntityTooLarge', 'the body is larger than 1 MB');
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  const type = mediaType(request);
  if (!types.includes(type)) {
    throw new StatusError(415, 'UnsupportedMediaType', `the body must be ${types.join(' or ')}, not "${type}"`);
  }
  if (type === PROTOBUF) return Buffer.concat(chunks);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw badRequest(`the body is not JSON: ${(error as Error).message}`);
  }
}

/** The body's media type, without parameters. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
}

/**
 * Whether a Table is requested. JSON is always accepted as the fallback that kubectl names last.
 * @throws StatusError 406 if neither is acceptable
 */
export function negotiate(request: IncomingMessage, query: URLSearchParams): Exchange['table'] {
  const accept = request.headers.accept ?? '*/*';
  const offers = accept.split(',').map((offer) => offer.replaceAll(' ', '').toLowerCase());
  for (const offer of offers) {
    if (!offer.startsWith('application/json') && !offer.startsWith('*/*') && !offer.startsWith('application/*')) {
      continue;
    }
    if (!offer.includes('as=')) return null;
    if (offer.includes('as=table') && offer.includes('g=meta.k8s.io') && offer.includes('v=v1;')) {
      return { include: includeOf(query) };
    }
    if (/as=table.*v=v1$/.test(offer)) return { include: includeOf(query) };
  }
  throw new StatusError(406, 'NotAcceptable', 'only application/json is served');
}

function includeOf(query: URLSearchParams): IncludeObject {
  const requested = query.get('includeObject') ?? 'Metadata';
  if (requested === 'None' || requested === 'Metadata' || requested === 'Object') return requested;
  throw badRequest(`unrecognized includeObject value: ${requested}`);
}

/** A whole number from the query; null if absent. @throws StatusError 400 */
export function wholeNumber(query: URLSearchParams, name: string, minimum = 0): number | null {
  const text = query.get(name);
  if (text === null || text === '') return null;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < minimum) throw badRequest(`invalid value for ${name}: ${text}`);
  return value;
}

/** Parses booleans as Go does; the Python client sends `True`. */
export function isTrue(query: URLSearchParams, name: string): boolean {
  return /^(1|t|true)$/i.test(query.get(name) ?? '');
}

/** Resolves when more can be written, or when the reader has disconnected. */
export function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
