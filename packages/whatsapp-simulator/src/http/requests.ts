import type { IncomingMessage, ServerResponse } from 'node:http';

/** Large enough for a file of 16 MB in base64. */
const MAX_BODY_BYTES = 24_000_000;
const MAX_PAGE = 1_000;

/** Thrown for a request that can't be served, with its status and message. */
export class RequestFault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads a JSON object from a request. @throws RequestFault if it is invalid or too large */
export async function readObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  if (bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new RequestFault(400, 'the body is not a JSON object');
}

/** @throws RequestFault 413 above `maxBytes` */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RequestFault(413, `the body is larger than ${Math.round(maxBytes / 1e6)} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function answer(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(body);
}

/** The requested page: `limit` (100, at maxBytes 1000) and `skip`. */
export function pageOf(query: URLSearchParams): { limit: number; skip: number } {
  return {
    limit: Math.max(1, wholeNumber(query, 'limit', 100, MAX_PAGE)),
    skip: wholeNumber(query, 'skip', 0, 2 ** 31),
  };
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number, maximum: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new RequestFault(400, `${name}: must be a whole number of at least 0`);
  return Math.min(value, maximum);
}

/** Parses a phone number from a URL, where an unescaped `+` has become a space. @throws RequestFault */
export function numberOf(text: string, name: string): string {
  const digits = text.trim().replace(/^\+/, '');
  if (!/^[1-9]\d{6,14}$/.test(digits)) throw new RequestFault(400, `${name}: a phone number such as +447700900123`);
  return `+${digits}`;
}
