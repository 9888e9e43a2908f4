import { createHmac } from 'node:crypto';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import { mentionsOf } from '@switchyard/contracts/messages/mentions';
import {
  generateWAMessageContent,
  generateWAMessageFromContent,
  getContentType,
  prepareWAMessageMedia,
  type proto,
  type WAMediaUploadFunction,
  type WAMessage,
} from 'baileys';
import type { DriverContext, SendRequest } from '../driver.ts';
import { jidOf } from './addresses.ts';

type MediaBody = Extract<MessageBody, { kind: 'media' }>;
/** Field of a message that holds its file. */
export const FILE_FIELDS = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  document: 'documentMessage',
  voice: 'audioMessage',
  sticker: 'stickerMessage',
} as const satisfies Record<MediaBody['media'], keyof proto.IMessage>;

/** WhatsApp stores uploads for weeks; ours are reused for a day. */
const UPLOAD_LIFE_MS = 24 * 60 * 60_000;
/** An upload without progress for this long has failed. */
const UPLOAD_SILENCE_MS = 30_000;
/** Maximum uploads to remember, at about 500 bytes each. */
const MAX_UPLOADS = 1_000;

/** The parts of a connection that are needed to build a message. */
export interface Sender {
  /** The account's own address. */
  userJid: string;
  /** Secret that only this device and its phone know. */
  deviceSecret: string;
  upload: WAMediaUploadFunction;
}

/**
 * Builds complete messages for WhatsApp. A file is fetched and uploaded once for all messages that use it, and only one
 * file at a time is in memory.
 */
export class OutgoingMessages {
  readonly #source: Pick<DriverContext, 'file' | 'preview'>;
  readonly #uploads = new Map<string, { untilMs: number; content: Promise<proto.IMessage> }>();
  #uploading: Promise<unknown> = Promise.resolve();

  constructor(source: Pick<DriverContext, 'file' | 'preview'>) {
    this.#source = source;
  }

  /**
   * The message with its id: the same whenever it is built.
   * @throws what `DriverContext.file` rejects with, or the upload's error
   */
  async of(
    request: Pick<SendRequest, 'waMessageId' | 'to' | 'body' | 'quote'>,
    sender: Sender,
  ): Promise<proto.IMessage> {
    const { waMessageId: messageId, to, body, quote } = request;
    const content = withMentions(await this.#contentOf(messageId, body, sender), mentionsOf(to, body.text));
    if (!quote) return content;
    const jid = jidOf(to);
    const quoted: WAMessage = {
      key: {
        remoteJid: jid,
        id: quote.waMessageId,
        fromMe: quote.from === null,
        ...(quote.from !== null && jid.endsWith('@g.us') ? { participant: jidOf(quote.from) } : {}),
      },
      message: { conversation: quote.text },
    };
    const { userJid } = sender;
    return generateWAMessageFromContent(jid, content, { userJid, messageId, quoted }).message ?? content;
  }

  /** Removes the upload of a refused message, because WhatsApp may have lost the file. */
  forget(body: MessageBody): void {
    if (body.kind === 'media') this.#uploads.delete(nameOf(body));
  }

  async #contentOf(messageId: string, body: MessageBody, { upload, deviceSecret }: Sender): Promise<proto.IMessage> {
    switch (body.kind) {
      case 'text':
        return generateWAMessageContent({ text: body.text }, { upload });
      case 'poll': {
        const { text: name, options: values, selectable: selectableCount } = body;
        const messageSecret = pollSecretOf(messageId, deviceSecret);
        return generateWAMessageContent({ poll: { name, values, selectableCount, messageSecret } }, { upload });
      }
      case 'media': {
        const field = FILE_FIELDS[body.media];
        const isBare = body.media === 'voice' || body.media === 'sticker';
        const details = isBare ? {} : { ...(body.text === '' ? {} : { caption: body.text }), fileName: body.fileName };
        return { [field]: { ...(await this.#uploaded(body, upload))[field], ...details } };
      }
    }
  }

  #uploaded(body: MediaBody, upload: WAMediaUploadFunction): Promise<proto.IMessage> {
    const name = nameOf(body);
    const uploaded = this.#uploads.get(name);
    if (uploaded && uploaded.untilMs > Date.now()) return uploaded.content;
    if (this.#uploads.size >= MAX_UPLOADS) this.#uploads.clear();
    const content = this.#uploading.then(() => this.#load(body, upload));
    this.#uploading = content.catch(() => undefined);
    this.#uploads.set(name, { untilMs: Date.now() + UPLOAD_LIFE_MS, content });
    content.catch(() => this.#uploads.delete(name));
    return content;
  }

  async #load({ fileId, media, mimeType }: MediaBody, upload: WAMediaUploadFunction): Promise<proto.IMessage> {
    const { buffer, byteOffset, byteLength } = await this.#source.file(fileId);
    const file = Buffer.from(buffer, byteOffset, byteLength);
    // A picture without a preview is better than none.
    const preview = media === 'image' ? await this.#source.preview(fileId).catch(() => null) : null;
    // Set even if empty: otherwise Baileys generates one with a library that costs 16 MB in every engine that has sent
    // a picture.
    const thumbnail =
      media === 'image' || media === 'video'
        ? { jpegThumbnail: preview?.jpegBase64 ?? '', ...(preview && { width: preview.width, height: preview.height }) }
        : {};
    const content = contentOf(media, file, { mimetype: mimeType, ...thumbnail });
    return prepareWAMessageMedia(content, { upload, mediaUploadTimeoutMs: UPLOAD_SILENCE_MS });
  }
}

/** Adds the people mentioned in the text to a message. */
function withMentions(content: proto.IMessage, people: readonly string[]): proto.IMessage {
  const type = getContentType(content);
  if (people.length === 0 || !type) return content;
  return { ...content, [type]: { ...(content[type] as object), contextInfo: { mentionedJid: people.map(jidOf) } } };
}

/** The key of a poll's votes. Derived from its id, so that a repeated poll, and a later process, has the same key. */
export const pollSecretOf = (messageId: string, deviceSecret: string): Buffer =>
  createHmac('sha256', deviceSecret).update(`poll ${messageId}`).digest();

const nameOf = ({ fileId, media, mimeType }: MediaBody): string => `${media} ${mimeType} ${fileId}`;

/** WhatsApp shows a voice message as 64 bars from 0 to 100. Equal bars, because the sound was not analysed. */
const FLAT_WAVEFORM = new Uint8Array(64).fill(50);
const OPUS_SAMPLES_PER_SECOND = 48_000n;

/**
 * Duration of an Ogg Opus file: its last page has the number of samples (RFC 7845). At least 1, even for an invalid
 * file.
 */
function oggSecondsOf(file: Buffer): number {
  const page = file.lastIndexOf('OggS');
  const samples = page >= 0 && page + 14 <= file.length ? file.readBigInt64LE(page + 6) : 0n;
  return Math.max(1, Number(samples / OPUS_SAMPLES_PER_SECOND));
}

type Prepared = Parameters<typeof prepareWAMessageMedia>[0];
function contentOf(
  media: MediaBody['media'],
  file: Buffer,
  details: { mimetype: string; jpegThumbnail?: string; width?: number; height?: number },
): Prepared {
  switch (media) {
    case 'image':
      return { image: file, ...details };
    case 'video':
      return { video: file, ...details };
    case 'audio':
      return { audio: file, ...details };
    case 'document':
      return { document: file, ...details };
    case 'voice': {
      // Set because Baileys would decode the whole sound to compute them.
      const sound = { audio: file, ptt: true, seconds: oggSecondsOf(file), waveform: FLAT_WAVEFORM, ...details };
      return sound;
    }
    case 'sticker':
      return { sticker: file, ...details };
  }
}
