import type { CloudApiCredential } from '@switchyard/contracts/engine/protocol';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import type { DriverContext, SendRequest } from '../driver.ts';
import type { GraphAnswer, GraphClient } from './graph-client.ts';

/** Meta stores uploads for 30 days; ours are renewed well before that. */
const UPLOAD_LIFE_MS = 20 * 24 * 60 * 60_000;
const MAX_UPLOADS = 1_000;

type MediaBody = Extract<MessageBody, { kind: 'media' }>;
interface Upload {
  fileId: string;
  untilMs: number;
  mediaId: Promise<string | UploadFailure>;
}

/** A file could not be uploaded, so the message that uses it was not sent. */
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
 * Builds the body of `POST /PHONE_NUMBER_ID/messages`. A file is uploaded once per number for all messages that use it.
 */
export class OutgoingMessages {
  readonly #deps: OutgoingDeps;
  readonly #uploads = new Map<string, Upload>();

  constructor(deps: OutgoingDeps) {
    this.#deps = deps;
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

  /** Removes the upload of a refused message, because Meta may have lost the file. */
  forget(body: MessageBody): void {
    if (body.kind !== 'media') return;
    for (const [key, { fileId }] of this.#uploads) if (fileId === body.fileId) this.#uploads.delete(key);
  }

  /** A quote without Meta's id is omitted: the message matters more than the quote. */
  #contextOf({ quote }: SendRequest): object {
    if (!quote) return {};
    const wamid = quote.waMessageId.startsWith('wamid.') ? quote.waMessageId : (quote.wireId ?? null);
    return wamid === null ? {} : { context: { message_id: wamid } };
  }

  async #contentOf(body: MessageBody, settings: CloudApiCredential): Promise<object | UploadFailure> {
    if (body.kind !== 'media') return { type: 'text', text: { body: body.text, preview_url: false } };
    const id = await this.#mediaIdOf(body, settings);
    if (id instanceof UploadFailure) return id;
    // In WhatsApp, sound and stickers have no caption, and only documents show a name.
    const isBare = body.media === 'audio' || body.media === 'voice' || body.media === 'sticker';
    const caption = body.text === '' || isBare ? {} : { caption: body.text };
    const filename = body.media === 'document' ? { filename: body.fileName } : {};
    const type = body.media === 'voice' ? 'audio' : body.media;
    const voice = body.media === 'voice' ? { voice: true } : {};
    return { type, [type]: { id, ...caption, ...filename, ...voice } };
  }

  async #mediaIdOf(body: MediaBody, settings: CloudApiCredential): Promise<string | UploadFailure> {
    const key = `${settings.phoneNumberId} ${body.fileId}`;
    const earlier = this.#uploads.get(key);
    if (earlier && earlier.untilMs > Date.now()) return earlier.mediaId;
    if (this.#uploads.size >= MAX_UPLOADS) this.#uploads.clear();
    const mediaId = this.#upload(body, settings);
    const upload = { fileId: body.fileId, untilMs: Date.now() + UPLOAD_LIFE_MS, mediaId };
    this.#uploads.set(key, upload);
    const isUploaded = await mediaId.then(
      (id) => typeof id === 'string',
      () => false,
    );
    if (!isUploaded && this.#uploads.get(key) === upload) this.#uploads.delete(key);
    return mediaId;
  }

  async #upload({ fileId, mimeType, fileName }: MediaBody, settings: CloudApiCredential) {
    const { apiVersion, phoneNumberId, accessToken } = settings;
    const content = await this.#deps.file(fileId);
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', mimeType);
    form.set('file', new Blob([new Uint8Array(content)], { type: mimeType }), fileName);
    const answer = await this.#deps.graph.upload(`${apiVersion}/${phoneNumberId}/media`, accessToken, form);
    const isId = answer.kind === 'answer' && answer.httpStatus < 300 && typeof answer.body.id === 'string';
    return isId ? String(answer.body.id) : new UploadFailure(answer);
  }
}
