import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, RequestFault, readBytes } from '../http/requests.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';

/**
 * The host given to clients, which send everything for it to the network; no other host can have this name (RFC 2606).
 */
export const MEDIA_HOST = 'media.simulated-whatsapp.invalid';
/** Base path below which clients use WhatsApp's own paths, such as `/mms/image/NAME`. */
const BASE_PATH = '/simulator/noise';
/** The value that clients use as the upload host. */
export const UPLOAD_HOST = `${MEDIA_HOST}${BASE_PATH}`;
/** The largest file of a message, with padding and seal. */
const MAX_UPLOAD_BYTES = 16 * 1024 * 1024 + 64;
const NAME = /^\/simulator\/noise\/mms\/([a-z-]+)\/([\w%-]+)$/;

/** Download path of a sealed file, by the SHA-256 (hex) of the sealed bytes. */
export const mediaPathOf = (sealedSha256: string): string => `${BASE_PATH}/mms/file/${sealedSha256}`;

/** Whether {@link serveMedia} serves the path. Anybody may download; an upload needs the token. */
export const isMediaPath = (pathname: string): boolean => pathname.startsWith(`${BASE_PATH}/mms/`);

/** The token that uploads must present. It is the same for all devices and survives restarts. */
export function uploadToken(network: SimulatedNetwork): string {
  const values = network.keyValues('noise');
  const stored = values.get('upload token');
  if (stored !== null) return stored;
  const token = randomBytes(24).toString('base64url');
  values.set('upload token', token);
  return token;
}

/**
 * The media host of WhatsApp Web clients: `POST /simulator/noise/mms/KIND/NAME?auth=TOKEN` stores a sealed file whose
 * name is its SHA-256 in base64url; `GET` of the returned path downloads it.
 * @returns false if the path is another one and nothing was answered
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
    if (!isSame(searchParams.get('auth') ?? '', uploadToken(network))) throw new RequestFault(401, 'auth: wrong token');
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

function isSame(left: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}
