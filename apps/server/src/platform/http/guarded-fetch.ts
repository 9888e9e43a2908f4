import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type Text, TextError, text } from '@switchyard/contracts/text/text';
import { isPublicAddress } from './public-address.ts';

/** How a request to a user's address reaches it. */
export interface Network {
  /** @returns the IP addresses of a host; empty, or rejects, if the host does not exist */
  resolve(hostname: string): Promise<string[]>;
  mayReach(address: string): boolean;
}

/** The public internet, without this machine and the networks around it. */
export const publicInternet: Network = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  mayReach: isPublicAddress,
};

export interface GuardedRequest {
  /** `http` or `https`. */
  url: string;
  /** Default: GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The body is secret: refuse a redirect that would carry it to another site. */
  isBodySecret?: boolean;
  /** Maximum size of the response, decompressed. */
  maxBytes: number;
  /** Accept a longer response, truncated to `maxBytes` before decompression. */
  isCut?: boolean;
  /** Timeout for everything: name resolution, redirects, and the complete response. */
  timeoutMs: number;
  /** Aborts the request, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Default: 5. */
  maxRedirects?: number;
  /** Default: the public internet. */
  network?: Network;
  /** Keep the connection open for a while, for the next request to the same addresses of the same host. */
  isKeptOpen?: boolean;
}

export interface GuardedAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Final URL after redirects. */
  url: string;
}

/**
 * `address`: the address may not be reached · `unreachable`: no host, no connection, or a lost connection · the others:
 * a limit was exceeded.
 */
export type GuardedFetchFault = 'url' | 'address' | 'redirects' | 'too-large' | 'too-slow' | 'unreachable';

/** No usable response. The text is for the person who gave the address, and reveals nothing about what is behind it. */
export class GuardedFetchError extends TextError {
  override readonly name = 'GuardedFetchError';
  readonly fault: GuardedFetchFault;
  constructor(fault: GuardedFetchFault, why: Text) {
    super(why);
    this.fault = fault;
  }
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The only headers sent to another site after a redirect; the others are meant for the first site. */
const FOR_EVERY_SITE = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/**
 * Requests an address given by a user. Reaches the public internet only: a host's addresses are checked after the name
 * is resolved, again at each redirect, and the connection goes to exactly those addresses, so that a name with changing
 * addresses gains nothing.
 * @throws GuardedFetchError; a response of any status is returned
 */
export async function guardedFetch(request: GuardedRequest): Promise<GuardedAnswer> {
  const late = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
  try {
    return await follow(request, signal);
  } catch (error) {
    if (error instanceof GuardedFetchError) throw error;
    request.signal?.throwIfAborted();
    if (signal.aborted) {
      throw new GuardedFetchError('too-slow', text('answerSlow', { seconds: request.timeoutMs / 1_000 }));
    }
    throw new GuardedFetchError('unreachable', text('addressAway'));
  }
}

/**
 * Like {@link guardedFetch}, for libraries that call `fetch` and read the response as a stream: follows no redirects,
 * and leaves size and time limits to the caller.
 * @throws GuardedFetchError
 */
export const publicFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const url = readUrl(request.url);
  const addresses = await admittedAddresses(url, publicInternet, request.signal);
  const headers = Object.fromEntries(request.headers);
  const body = await request.text();
  const answer = await send({ url, method: request.method, headers, body }, addresses, request.signal);
  const { statusCode: status = 502 } = answer;
  const kind = answer.headers['content-type'];
  return new Response(Readable.toWeb(answer) as ReadableStream, {
    status,
    ...(kind && { headers: { 'content-type': kind } }),
  });
};

async function follow(request: GuardedRequest, signal: AbortSignal): Promise<GuardedAnswer> {
  const { maxRedirects = MAX_REDIRECTS, maxBytes, network = publicInternet } = request;
  let current: GuardedAddress = {
    url: readUrl(request.url),
    method: request.method ?? 'GET',
    headers: lowerCased(request.headers),
  };
  if (request.body !== undefined) current.body = request.body;
  for (let redirects = 0; ; redirects += 1) {
    const addresses = await admittedAddresses(current.url, network, signal);
    const response = await send(current, addresses, signal, request.isKeptOpen);
    const target = REDIRECTS.has(response.statusCode ?? 0) ? response.headers.location : undefined;
    if (target === undefined) {
      const body = request.isCut ? await readTruncated(response, maxBytes) : await readBody(response, maxBytes);
      return { status: response.statusCode ?? 0, headers: response.headers, body, url: current.url.href };
    }
    response.destroy();
    if (redirects === maxRedirects) throw new GuardedFetchError('redirects', text('addressLoops'));
    const next = redirected(current, readUrl(target, current.url), response.statusCode ?? 0);
    if (request.isBodySecret && next.body !== undefined && next.url.origin !== current.url.origin) {
      throw new GuardedFetchError('redirects', text('addressElsewhere'));
    }
    current = next;
  }
}

interface GuardedAddress {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new GuardedFetchError('url', text('addressUrl'));
  }
  if (url.username !== '' || url.password !== '') {
    throw new GuardedFetchError('url', text('addressPassword'));
  }
  return url;
}

const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function redirected(previous: GuardedAddress, url: URL, status: number): GuardedAddress {
  const isSameSite = url.origin === previous.url.origin;
  const headers = Object.fromEntries(
    Object.entries(previous.headers).filter(([name]) => isSameSite || FOR_EVERY_SITE.has(name)),
  );
  const keepsMethod = status === 307 || status === 308 || previous.method === 'GET';
  if (keepsMethod) return { ...previous, url, headers };
  delete headers['content-type'];
  return { url, method: 'GET', headers };
}

async function admittedAddresses(url: URL, network: Network, signal: AbortSignal): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await unlessAborted(network.resolve(host), signal);
  if (addresses.length === 0) throw new GuardedFetchError('unreachable', text('addressNoHost'));
  // A private address among public ones is never an accident.
  if (!addresses.every((address) => network.mayReach(address))) {
    throw new GuardedFetchError('address', text('addressPrivate'));
  }
  return addresses;
}

/** The system's name resolution cannot be cancelled. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/** Receivers close idle connections after 5 s or more; close ours first. */
const IDLE_MS = 4_000;
const KEEP_ALIVE = { keepAlive: true, maxFreeSockets: 32, timeout: IDLE_MS };
type Pinned = { pinned?: string };

/** Shares connections only between requests that may go to exactly the same, freshly checked addresses. */
class PinnedHttpAgent extends HttpAgent {
  override getName(options: Parameters<HttpAgent['getName']>[0] & Pinned): string {
    return `${super.getName(options)}:${options?.pinned}`;
  }
}
class PinnedHttpsAgent extends HttpsAgent {
  override getName(options: Parameters<HttpsAgent['getName']>[0] & Pinned): string {
    return `${super.getName(options)}:${options?.pinned}`;
  }
}
const httpAgent = new PinnedHttpAgent(KEEP_ALIVE);
const httpsAgent = new PinnedHttpsAgent(KEEP_ALIVE);

async function send(
  request: GuardedAddress,
  addresses: string[],
  signal: AbortSignal,
  isKeptOpen = false,
): Promise<IncomingMessage> {
  try {
    return await sendOnce(request, addresses, signal, isKeptOpen);
  } catch (error) {
    // The receiver closed a kept connection at the moment it was reused.
    if (error instanceof ReusedConnectionLost) return sendOnce(request, addresses, signal, false);
    throw error;
  }
}

class ReusedConnectionLost extends Error {}

function sendOnce(
  { url, method, headers, body }: GuardedAddress,
  addresses: string[],
  signal: AbortSignal,
  isKeptOpen: boolean,
) {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const toChecked: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, checked);
    else done(null, checked[0]?.address ?? '', checked[0]?.family);
  };
  const isHttps = url.protocol === 'https:';
  const request = isHttps ? requestHttps : requestHttp;
  const agent = isHttps ? httpsAgent : httpAgent;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options: Parameters<typeof requestHttps>[1] & Pinned = {
      method,
      agent: isKeptOpen ? agent : false,
      pinned: addresses.toSorted().join(),
      lookup: toChecked,
      signal,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Switchyard', ...headers },
    };
    const sent = request(url, options);
    sent.once('response', resolve);
    sent.on('error', (error) => reject(sent.reusedSocket && !signal.aborted ? new ReusedConnectionLost() : error));
    sent.end(body);
  });
}

/** Some servers compress although it was not requested. */
const UNPACK: Record<string, (packed: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const unpack = UNPACK[response.headers['content-encoding'] ?? ''];
  if (!unpack || bytes === 0) return body;
  return unpack(body, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxBytes) : error;
  });
}

async function readTruncated(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const tooLarge = (maxBytes: number) =>
  new GuardedFetchError('too-large', text('answerLarge', { maximum: Math.round(maxBytes / 1024) }));
