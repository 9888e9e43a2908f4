import type { IncomingMessage, ServerResponse } from 'node:http';
import { badRequest, StatusError } from '../kubernetes/status-error.ts';
import type { IncludeObject } from '../tables/table.ts';
import type { Caller } from './access.ts';

/** One request being answered. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  query: URLSearchParams;
  caller: Caller;
  /** Null: plain JSON was asked for. */
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

/** Sends what went wrong as a Status; what is not ours to explain becomes 500. */
export function sendError(response: ServerResponse, error: unknown): void {
  const known = error instanceof StatusError ? error : new StatusError(500, 'InternalError', messageOf(error));
  if (response.headersSent) response.destroy();
  else sendJson(response, known.body.code, known.body);
}

function messageOf(error: unknown): string {
  return `Internal error occurred: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Reads a JSON body; undefined when there is none. One in protobuf, where that is taken, is left as it is: a Buffer.
 * @param types media types that are taken
 * @throws StatusError 400 for what is not JSON, 413 above 1 MB, 415 for another content type
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

/** What the body says it is, without parameters. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
}

/**
 * Whether a Table is wanted. JSON is always accepted as the fallback that kubectl names last.
 * @throws StatusError 406 when neither is acceptable
 */
export function negotiate(request: IncomingMessage, query: URLSearchParams): Exchange['table'] {
  const accept = request.headers.accept ?? '*/*';
  const offers = accept.split(',').map((one) => one.replaceAll(' ', '').toLowerCase());
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
  const asked = query.get('includeObject') ?? 'Metadata';
  if (asked === 'None' || asked === 'Metadata' || asked === 'Object') return asked;
  throw badRequest(`unrecognized includeObject value: ${asked}`);
}

/** A whole number from the query; null when it is not given. @throws StatusError 400 */
export function wholeNumber(query: URLSearchParams, name: string, minimum = 0): number | null {
  const text = query.get(name);
  if (text === null || text === '') return null;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < minimum) throw badRequest(`invalid value for ${name}: ${text}`);
  return value;
}

/** As Go reads it; the Python client says `True`. */
export function isTrue(query: URLSearchParams, name: string): boolean {
  return /^(1|t|true)$/i.test(query.get(name) ?? '');
}

/** Resolves when more may be written, or nobody reads any more. */
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
