import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type Text, TextError, text } from '@switchyard/contracts/text/text';
import { isPublicAddress } from './public-address.ts';

/** What a request for somebody else goes out over. */
export interface Network {
  /** @returns the IP addresses of a host; none, or rejects: there is no such host */
  resolve(hostname: string): Promise<string[]>;
  mayReach(address: string): boolean;
}

/** The public internet, and nothing of this machine or the networks around it. */
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
  /** A redirect that would carry it on to another site is refused. */
  isBodySecret?: boolean;
  /** Of the answer, unpacked. */
  maxBytes: number;
  /** What is beyond `maxBytes` is left unread, and the answer counts; as it came, packed or not. */
  isCut?: boolean;
  /** For all of it: names, redirects, and the answer to its end. */
  timeoutMs: number;
  /** Ends it before its time; it rejects with the signal's reason then. */
  signal?: AbortSignal;
  /** Default: 5. */
  maxRedirects?: number;
  /** Default: the public internet. */
  network?: Network;
  /** The connection is kept for a while, for the next request to the same addresses of the same host. */
  isKeptOpen?: boolean;
}

export interface GuardedAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Where it was in the end. */
  url: string;
}

/**
 * `address`: no address that may be asked · `unreachable`: no host, no connection, or it ended in the middle · the
 * others: a limit.
 */
export type GuardedFetchFault = 'url' | 'address' | 'redirects' | 'too-large' | 'too-slow' | 'unreachable';

/** Nothing usable came; the text is for whoever gave the address, and tells nothing of what is behind it. */
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
/** All that another site is told after a redirect: what else was given is meant for the first. */
const FOR_EVERY_SITE = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/**
 * Asks an address that somebody else has given. It reaches the public internet only: the addresses of a host are looked
 * at after its name was resolved, at each redirect again, and the connection goes to one of these very addresses, so
 * that a name that changes its mind gains nothing.
 * @throws GuardedFetchError; any status of an answer is an answer
 */
export async function guardedFetch(given: GuardedRequest): Promise<GuardedAnswer> {
  const late = AbortSignal.timeout(given.timeoutMs);
  const signal = given.signal ? AbortSignal.any([late, given.signal]) : late;
  try {
    return await follow(given, signal);
  } catch (error) {
    if (error instanceof GuardedFetchError) throw error;
    given.signal?.throwIfAborted();
    if (signal.aborted) {
      throw new GuardedFetchError('too-slow', text('answerSlow', { seconds: given.timeoutMs / 1_000 }));
    }
    throw new GuardedFetchError('unreachable', text('addressAway'));
  }
}

/**
 * The same for libraries that call `fetch` and read the answer as it comes: no redirect is followed, and size and time
 * are the caller's.
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

async function follow(given: GuardedRequest, signal: AbortSignal): Promise<GuardedAnswer> {
  const { maxRedirects = MAX_REDIRECTS, maxBytes, network = publicInternet } = given;
  let asked: GuardedAddress = {
    url: readUrl(given.url),
    method: given.method ?? 'GET',
    headers: lowerCased(given.headers),
  };
  if (given.body !== undefined) asked.body = given.body;
  for (let redirects = 0; ; redirects += 1) {
    const addresses = await admittedAddresses(asked.url, network, signal);
    const response = await send(asked, addresses, signal, given.isKeptOpen);
    const target = REDIRECTS.has(response.statusCode ?? 0) ? response.headers.location : undefined;
    if (target === undefined) {
      const body = given.isCut ? await readBeginning(response, maxBytes) : await readBody(response, maxBytes);
      return { status: response.statusCode ?? 0, headers: response.headers, body, url: asked.url.href };
    }
    response.destroy();
    if (redirects === maxRedirects) throw new GuardedFetchError('redirects', text('addressLoops'));
    const next = redirected(asked, readUrl(target, asked.url), response.statusCode ?? 0);
    if (given.isBodySecret && next.body !== undefined && next.url.origin !== asked.url.origin) {
      throw new GuardedFetchError('redirects', text('addressElsewhere'));
    }
    asked = next;
  }
}

interface GuardedAddress {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

function readUrl(written: string, base?: URL): URL {
  const url = URL.parse(written, base?.href);
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

function redirected(asked: GuardedAddress, url: URL, status: number): GuardedAddress {
  const isSameSite = url.origin === asked.url.origin;
  const headers = Object.fromEntries(
    Object.entries(asked.headers).filter(([name]) => isSameSite || FOR_EVERY_SITE.has(name)),
  );
  const keepsMethod = status === 307 || status === 308 || asked.method === 'GET';
  if (keepsMethod) return { ...asked, url, headers };
  delete headers['content-type'];
  return { url, method: 'GET', headers };
}

async function admittedAddresses(url: URL, network: Network, signal: AbortSignal): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await unlessAborted(network.resolve(host), signal);
  if (addresses.length === 0) throw new GuardedFetchError('unreachable', text('addressNoHost'));
  // One private address among public ones is no accident.
  if (!addresses.every((address) => network.mayReach(address))) {
    throw new GuardedFetchError('address', text('addressPrivate'));
  }
  return addresses;
}

/** Names are resolved by the system, which cannot be told to stop. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/** Receivers close idle connections after 5 s or more: ours go first. */
const IDLE_MS = 4_000;
const KEPT = { keepAlive: true, maxFreeSockets: 32, timeout: IDLE_MS };
type Pinned = { pinned?: string };

/** Connections are shared only between requests that may go to the very same addresses: these were looked at anew. */
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
const keptHttp = new PinnedHttpAgent(KEPT);
const keptHttps = new PinnedHttpsAgent(KEPT);

async function send(
  asked: GuardedAddress,
  addresses: string[],
  signal: AbortSignal,
  isKeptOpen = false,
): Promise<IncomingMessage> {
  try {
    return await sendOnce(asked, addresses, signal, isKeptOpen);
  } catch (error) {
    // The other side has closed a kept connection in the moment in which it was used again.
    if (error instanceof KeptConnectionLost) return sendOnce(asked, addresses, signal, false);
    throw error;
  }
}

class KeptConnectionLost extends Error {}

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
  const kept = isHttps ? keptHttps : keptHttp;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options: Parameters<typeof requestHttps>[1] & Pinned = {
      method,
      agent: isKeptOpen ? kept : false,
      pinned: addresses.toSorted().join(),
      lookup: toChecked,
      signal,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Switchyard', ...headers },
    };
    const sent = request(url, options);
    sent.once('response', resolve);
    sent.on('error', (error) => reject(sent.reusedSocket && !signal.aborted ? new KeptConnectionLost() : error));
    sent.end(body);
  });
}

/** Some pack what they send although nobody asked for it. */
const UNPACK: Record<string, (packed: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  const unpack = UNPACK[response.headers['content-encoding'] ?? ''];
  if (!unpack || bytes === 0) return body;
  return unpack(body, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxBytes) : error;
  });
}

async function readBeginning(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes);
}

const tooLarge = (maxBytes: number) =>
  new GuardedFetchError('too-large', text('answerLarge', { maximum: Math.round(maxBytes / 1024) }));
