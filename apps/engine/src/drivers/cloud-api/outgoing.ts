import type { CloudApiCredential } from '@switchyard/contracts/engine/protocol';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import type { DriverContext, SendRequest } from '../driver.ts';
import type { GraphAnswer, GraphClient } from './graph-client.ts';

/** Meta keeps what was uploaded for 30 days; well before that it is uploaded again. */
const UPLOAD_LIFE_MS = 20 * 24 * 60 * 60_000;
const MAX_KNOWN = 1_000;

type MediaBody = Extract<MessageBody, { kind: 'media' }>;
interface Upload {
  fileId: string;
  untilMs: number;
  mediaId: Promise<string | UploadFailure>;
}

/** A file could not be uploaded: the message that names it has not left. */
export class UploadFailure {
  readonly answer: GraphAnswer;
  constructor(answer: GraphAnswer) {
    this.answer = answer;
  }
}

interface OutgoingDeps {
  file: DriverContext['file'];
  graph: GraphClient;
}

/**
 * What goes to `POST /PHONE_NUMBER_ID/messages`. A file is uploaded once for each number, however many messages name
 * it.
 */
export class OutgoingMessages {
  readonly #parts: OutgoingDeps;
  readonly #uploads = new Map<string, Upload>();

  constructor(deps: OutgoingDeps) {
    this.#parts = deps;
  }

  /** @throws what `DriverContext.file` rejects with */
  async fieldsOf(request: SendRequest, settings: CloudApiCredential): Promise<Record<string, unknown> | UploadFailure> {
    const content = await this.#contentOf(request.body, settings);
    if (content instanceof UploadFailure) return content;
    return {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: request.to.replace(/^\+/, ''),
      ...content,
      ...this.#contextOf(request),
      biz_opaque_callback_data: request.waMessageId,
    };
  }

  /** A message with this file was refused: perhaps because Meta has the file no more. */
  forget(body: MessageBody): void {
    if (body.kind !== 'media') return;
    for (const [key, { fileId }] of this.#uploads) if (fileId === body.fileId) this.#uploads.delete(key);
  }

  /** A quote without an id of Meta's is left out: the words matter more than what they hang on. */
  #contextOf({ quote }: SendRequest): object {
    if (!quote) return {};
    const wamid = quote.waMessageId.startsWith('wamid.') ? quote.waMessageId : (quote.wireId ?? null);
    return wamid === null ? {} : { context: { message_id: wamid } };
  }

  async #contentOf(body: MessageBody, settings: CloudApiCredential): Promise<object | UploadFailure> {
    if (body.kind !== 'media') return { type: 'text', text: { body: body.text, preview_url: false } };
    const id = await this.#mediaIdOf(body, settings);
    if (id instanceof UploadFailure) return id;
    // Sound and stickers have no caption at WhatsApp, and only documents show a name.
    const isBare = body.media === 'audio' || body.media === 'voice' || body.media === 'sticker';
    const caption = body.text === '' || isBare ? {} : { caption: body.text };
    const filename = body.media === 'document' ? { filename: body.fileName } : {};
    const type = body.media === 'voice' ? 'audio' : body.media;
    const voice = body.media === 'voice' ? { voice: true } : {};
    return { type, [type]: { id, ...caption, ...filename, ...voice } };
  }

  async #mediaIdOf(body: MediaBody, settings: CloudApiCredential): Promise<string | UploadFailure> {
    const key = `${settings.phoneNumberId} ${body.fileId}`;
    const known = this.#uploads.get(key);
    if (known && known.untilMs > Date.now()) return known.mediaId;
    if (this.#uploads.size >= MAX_KNOWN) this.#uploads.clear();
    const mediaId = this.#upload(body, settings);
    const upload = { fileId: body.fileId, untilMs: Date.now() + UPLOAD_LIFE_MS, mediaId };
    this.#uploads.set(key, upload);
    const keep = await mediaId.then(
      (id) => typeof id === 'string',
      () => false,
    );
    if (!keep && this.#uploads.get(key) === upload) this.#uploads.delete(key);
    return mediaId;
  }

  async #upload({ fileId, mimeType, fileName }: MediaBody, settings: CloudApiCredential) {
    const { apiVersion, phoneNumberId, accessToken } = settings;
    const content = await this.#parts.file(fileId);
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', mimeType);
    form.set('file', new Blob([new Uint8Array(content)], { type: mimeType }), fileName);
    const answer = await this.#parts.graph.upload(`${apiVersion}/${phoneNumberId}/media`, accessToken, form);
    const isId = answer.kind === 'answer' && answer.httpStatus < 300 && typeof answer.body.id === 'string';
    return isId ? String(answer.body.id) : new UploadFailure(answer);
  }
}
