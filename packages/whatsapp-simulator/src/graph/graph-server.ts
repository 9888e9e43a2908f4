import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, RequestFault, readBytes, readObject } from '../http/requests.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import { BusinessLine, newSecret } from './business-line.ts';
import { type BusinessNumber, BusinessNumbers } from './business-numbers.ts';
import { GraphRefusal } from './graph-errors.ts';
import { MediaStore, maxMediaBytes } from './media-store.ts';
import { readMessage } from './message-body.ts';
import { idOfWamid } from './wamids.ts';
import { digitsOf } from './webhook-payloads.ts';
import { WebhookSender } from './webhook-sender.ts';

/** Base path of the Graph API: `/v25.0/PHONE_NUMBER_ID/messages` and so on are below it. */
export const GRAPH_PATH = '/simulator/graph';
const MAX_MEDIA_BYTES = 101 * 1024 * 1024;
/** Maximum number of recent messages searched for the one that was read. */
const MAX_READ = 1_000;
const CHALLENGE_TIMEOUT_MS = 5_000;

/** A business's registration of its number. */
export interface Registration {
  /** URL of the webhook, which must answer the challenge. Default: no webhooks. */
  webhookUrl?: string;
  verifyToken?: string;
  /** Default: generated. */
  appSecret?: string;
  enforcesWindow?: boolean;
}

export interface GraphServer {
  /** @returns false if the path is another one and nothing was answered */
  request(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /**
   * Registers a business's number once its webhook has answered the challenge.
   * @throws RequestFault 422 if it hasn't
   */
  register(account: string, registration: Registration): Promise<BusinessNumber>;
  close(): void;
}

/** The network's Cloud API: sends, media and webhooks. Groups, template approval and billing are not simulated. */
export function createGraphServer(network: SimulatedNetwork, { retryFirstMs = 1_000 } = {}): GraphServer {
  const values = network.keyValues('graph');
  const numbers = new BusinessNumbers(values);
  const media = new MediaStore(network.files, values);
  const lines = new Map<string, BusinessLine>();
  for (const number of numbers.all()) open(number);

  function open(number: BusinessNumber): void {
    const { account, webhookUrl: url, appSecret, phoneNumberId } = number;
    const { clock, faults } = network;
    const webhooks = url === null ? null : new WebhookSender({ clock, faults, account, url, appSecret, retryFirstMs });
    const loggedOut = () => {
      numbers.remove(phoneNumberId);
      lines.get(phoneNumberId)?.close();
      lines.delete(phoneNumberId);
    };
    lines.set(phoneNumberId, new BusinessLine({ network, number, webhooks, values, media, loggedOut }));
  }

  async function register(account: string, registration: Registration): Promise<BusinessNumber> {
    const { webhookUrl = null, verifyToken = '', appSecret = newSecret(), enforcesWindow = false } = registration;
    if (webhookUrl !== null) await challenge(webhookUrl, verifyToken);
    for (const earlier of numbers.all()) if (earlier.account === account) lines.get(earlier.phoneNumberId)?.close();
    const number = numbers.add(account, { webhookUrl, appSecret, enforcesWindow });
    open(number);
    await network.durable();
    return number;
  }

  async function serve(request: IncomingMessage, response: ServerResponse, path: string[]): Promise<void> {
    const number = authorize(request);
    const [subject = '', edge] = path;
    const route = `${request.method} ${edge ?? ''}`;
    if (subject === number.phoneNumberId) {
      if (route === 'GET ') return answer(response, 200, describe(number));
      if (route === 'POST messages') return takeMessage(number, request, response);
      if (route === 'POST media') return takeMedia(number, request, response);
    }
    const found = media.find(subject, number.account);
    if (!found) {
      throw new GraphRefusal(100, `Object with ID '${subject}' does not exist or cannot be used so`);
    }
    if (route === 'GET ') {
      const { id, mimeType, sha256, bytes } = found;
      const url = `http://${request.headers.host}${GRAPH_PATH}/v25.0/${id}/content`;
      return answer(response, 200, {
        messaging_product: 'whatsapp',
        url,
        mime_type: mimeType,
        sha256,
        file_size: bytes,
        id,
      });
    }
    if (route === 'GET content') {
      response.writeHead(200, { 'content-type': found.mimeType, 'content-length': found.bytes });
      response.end(media.read(found));
      return;
    }
    if (route === 'DELETE ') {
      media.remove(subject);
      return answer(response, 200, { success: true });
    }
    throw new GraphRefusal(100, 'Unsupported request');
  }

  function authorize(request: IncomingMessage): BusinessNumber {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    const number = scheme === 'Bearer' ? numbers.withToken(token) : null;
    if (!number) throw new GraphRefusal(190, 'Invalid OAuth access token');
    return number;
  }

  async function takeMessage(number: BusinessNumber, request: IncomingMessage, response: ServerResponse) {
    const fields = await readObject(request);
    if (fields.status === 'read') {
      if (typeof fields.message_id !== 'string') throw new GraphRefusal(131008, 'message_id: is missing');
      await markRead(number.account, fields.message_id, fields.typing_indicator !== undefined);
      return answer(response, 200, { success: true });
    }
    const message = readMessage(fields, (id) => media.find(id, number.account));
    const line = lines.get(number.phoneNumberId);
    const done = await (line?.send(message) ?? { kind: 'reset' as const });
    if (done.kind === 'silence') return;
    if (done.kind === 'reset') {
      request.socket.destroy();
      return;
    }
    const contacts = [{ input: String(fields.to), wa_id: digitsOf(message.to) }];
    answer(response, 200, { messaging_product: 'whatsapp', contacts, messages: [{ id: done.wamid }] });
  }

  async function markRead(account: string, wamid: string, isTyping: boolean): Promise<void> {
    const id = idOfWamid(wamid);
    const message = network.recentMessages(account, MAX_READ).find((message) => message.id === id);
    if (!message) return;
    await network.phones.read(account, message.from);
    if (isTyping) network.phones.setTyping(account, message.from, true);
  }

  async function takeMedia(number: BusinessNumber, request: IncomingMessage, response: ServerResponse) {
    const bytes = await readBytes(request, MAX_MEDIA_BYTES);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => null);
    const file = form?.get('file');
    if (!(file instanceof Blob)) throw new GraphRefusal(131008, 'file: is missing');
    const mimeType = String(form?.get('type') ?? file.type);
    if (file.size > maxMediaBytes(mimeType)) throw new GraphRefusal(131009, `file: too large for ${mimeType}`);
    const { id } = media.add(number.account, new Uint8Array(await file.arrayBuffer()), mimeType);
    await network.durable();
    answer(response, 200, { id });
  }

  return {
    register,
    async request(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://simulator');
      if (!pathname.startsWith(`${GRAPH_PATH}/`)) return false;
      // The path starts with a version; all are served alike.
      const path = pathname
        .slice(GRAPH_PATH.length + 1)
        .split('/')
        .filter(Boolean)
        .slice(1);
      try {
        await serve(request, response, path);
      } catch (error) {
        const refusal = error instanceof RequestFault ? new GraphRefusal(100, error.message) : error;
        if (!(refusal instanceof GraphRefusal)) throw error;
        answer(response, refusal.httpStatus, refusal.body(randomBytes(8).toString('base64url')));
      }
      return true;
    },
    close() {
      for (const line of lines.values()) line.close();
    },
  };
}

const describe = ({ account, phoneNumberId }: BusinessNumber) => ({
  id: phoneNumberId,
  display_phone_number: account,
  verified_name: `Business ${account}`,
  quality_rating: 'GREEN',
  whatsapp_business_manager_messaging_limit: 'TIER_2K',
});

/** Asks the business's server to confirm that it wants webhooks. @throws RequestFault */
async function challenge(webhookUrl: string, verifyToken: string): Promise<void> {
  const word = randomBytes(8).toString('hex');
  const url = new URL(webhookUrl);
  for (const [name, value] of [
    ['hub.mode', 'subscribe'],
    ['hub.challenge', word],
    ['hub.verify_token', verifyToken],
  ] as const) {
    url.searchParams.set(name, value);
  }
  const echoed = await fetch(url, { signal: AbortSignal.timeout(CHALLENGE_TIMEOUT_MS) }).then(
    async (response) => response.ok && (await response.text()) === word,
    () => false,
  );
  if (!echoed) throw new RequestFault(422, 'webhookUrl: it did not answer the challenge');
}

/** Parses a registration from the admin API. @throws RequestFault */
export function readRegistration(body: Record<string, unknown>): Registration {
  const field = (name: 'webhookUrl' | 'verifyToken' | 'appSecret') =>
    typeof body[name] === 'string' ? { [name]: body[name] } : {};
  if (typeof body.webhookUrl === 'string' && !URL.canParse(body.webhookUrl)) {
    throw new RequestFault(422, 'webhookUrl: a URL');
  }
  return {
    ...field('webhookUrl'),
    ...field('verifyToken'),
    ...field('appSecret'),
    enforcesWindow: body.enforcesWindow === true,
  };
}
