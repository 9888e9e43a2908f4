import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, RequestFault, readBytes } from '../http/requests.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';

/** Clients are told this host and send everything for it to the network; nobody else can answer for it (RFC 2606). */
export const MEDIA_HOST = 'media.simulated-whatsapp.invalid';
/** Under which clients add WhatsApp's own paths, such as `/mms/image/NAME`. */
const BASE_PATH = '/simulator/noise';
/** What clients take for the host that they upload to. */
export const UPLOAD_HOST = `${MEDIA_HOST}${BASE_PATH}`;
/** The largest file of a message, its padding and its seal. */
const MAX_UPLOAD_BYTES = 16 * 1024 * 1024 + 64;
const NAME = /^\/simulator\/noise\/mms\/([a-z-]+)\/([\w%-]+)$/;

/** Where a sealed file is loaded from, by the SHA-256 (hex) of the sealed bytes. */
export const mediaPathOf = (sealedSha256: string): string => `${BASE_PATH}/mms/file/${sealedSha256}`;

/** True for the paths of {@link serveMedia}: anybody may ask there, an upload needs the token. */
export const isMediaPath = (pathname: string): boolean => pathname.startsWith(`${BASE_PATH}/mms/`);

/** What an upload must show. It is the same for all devices, and outlives the process. */
export function uploadToken(network: SimulatedNetwork): string {
  const values = network.keyValues('noise');
  const known = values.get('upload token');
  if (known !== null) return known;
  const token = randomBytes(24).toString('base64url');
  values.set('upload token', token);
  return token;
}

/**
 * The media host of WhatsApp Web clients: `POST /simulator/noise/mms/KIND/NAME?auth=TOKEN` takes a sealed file, whose
 * name is its SHA-256 in base64url; `GET` of the path that it answers with gives it back.
 * @returns false when the path is another and nothing was answered
 */
export async function serveMedia(
  network: SimulatedNetwork,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
  const [, , name] = NAME.exec(pathname) ?? [];
  if (name === undefined) return false;
  if (request.method === 'GET') {
    const bytes = network.files.read(name);
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
    response.end(bytes ?? undefined);
    return true;
  }
  try {
    if (request.method !== 'POST') throw new RequestFault(405, 'GET or POST');
    if (!isSame(searchParams.get('auth') ?? '', uploadToken(network)))
      throw new RequestFault(401, 'auth: another token');
    const bytes = await readBytes(request, MAX_UPLOAD_BYTES);
    if (createHash('sha256').update(bytes).digest('base64url') !== decodeURIComponent(name)) {
      throw new RequestFault(400, 'the name is not the SHA-256 of the file');
    }
    const path = mediaPathOf(network.files.add(bytes).sha256);
    await network.durable();
    answer(response, 200, { url: `https://${MEDIA_HOST}${path}`, direct_path: path });
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    answer(response, error.status, { message: error.message });
  }
  return true;
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
