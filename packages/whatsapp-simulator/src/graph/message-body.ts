import type { Body, MediaType } from '../network/body.ts';
import { isNumber } from '../network/model.ts';
import { GraphRefusal } from './graph-errors.ts';
import type { Media } from './media-store.ts';
import { idOfWamid } from './wamids.ts';

type Fields = Record<string, unknown>;

/** A business's request to send a message. */
export interface GraphMessage {
  /** E.164. */
  to: string;
  body: Body;
  type: string;
  /** Repeated in every status of the message. */
  opaque: string | null;
}

const MAX_TEXT = 4_096;
const MAX_OPAQUE = 512;
/** Media types; a voice message is `audio` with a flag. */
const MEDIA: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'] satisfies MediaType[];

/**
 * Parses the body of `POST /PHONE_NUMBER_ID/messages`.
 * @param mediaOf finds an upload by its id
 * @throws GraphRefusal 100, 131008, 131009 or 131051 naming the parameter
 */
export function readMessage(fields: Fields, mediaOf: (id: string) => Media | null): GraphMessage {
  if (fields.messaging_product !== 'whatsapp') throw new GraphRefusal(100, 'messaging_product: must be "whatsapp"');
  if (fields.recipient_type === 'group') throw new GraphRefusal(131009, 'recipient_type: this number has no groups');
  const to = `+${text(fields, 'to').replace(/\D/g, '')}`;
  if (!isNumber(to)) throw new GraphRefusal(131009, 'to: not a phone number');
  const opaque = fields.biz_opaque_callback_data ?? null;
  if (opaque !== null && (typeof opaque !== 'string' || opaque.length > MAX_OPAQUE)) {
    throw new GraphRefusal(131009, `biz_opaque_callback_data: at most ${MAX_OPAQUE} characters`);
  }
  const type = typeof fields.type === 'string' ? fields.type : 'text';
  const body = bodyOf(type, part(fields, type), mediaOf);
  if (fields.context === undefined) return { to, type, opaque, body };
  const quotedId = messageIdOf(part(fields, 'context'), 'context.');
  return { to, type, opaque, body: { ...body, quotedId } };
}

function bodyOf(type: string, content: Fields, mediaOf: (id: string) => Media | null): Body {
  if (type === 'text') {
    const body = text(content, 'body', 'text.');
    if (body.length > MAX_TEXT) throw new GraphRefusal(131009, `text.body: at most ${MAX_TEXT} characters`);
    return { kind: 'text', text: body };
  }
  if (MEDIA.includes(type)) {
    const media = mediaOf(text(content, 'id', `${type}.`));
    if (!media) throw new GraphRefusal(131009, `${type}.id: there is no such media`);
    const { mimeType, bytes, sha256 } = media;
    const field = (name: 'caption' | 'filename') => (typeof content[name] === 'string' ? content[name] : null);
    const fileName = field('filename');
    const kind = type === 'audio' && content.voice === true ? 'voice' : (type as MediaType);
    return { kind: 'media', text: field('caption') ?? '', media: kind, mimeType, fileName, bytes, sha256 };
  }
  switch (type) {
    case 'reaction':
      return {
        kind: 'reaction',
        text: String(content.emoji ?? ''),
        quotedId: messageIdOf(content, 'reaction.'),
      };
    case 'template':
      text(part(content, 'language', 'template.'), 'code', 'template.language.');
      return { kind: 'other', text: text(content, 'name', 'template.') };
    case 'interactive':
      checkInteractive(content);
      return { kind: 'other', text: text(part(content, 'body', 'interactive.'), 'text', 'interactive.body.') };
    case 'location':
      return { kind: 'other', text: `${content.latitude},${content.longitude}` };
    default:
      // This includes `poll`, which the Cloud API doesn't support.
      throw new GraphRefusal(131051, `type: ${type} is not supported`);
  }
}

function messageIdOf(fields: Fields, path: string): string {
  const wamid = text(fields, 'message_id', path);
  if (!wamid.startsWith('wamid.')) throw new GraphRefusal(131009, `${path}message_id: not the id of a message`);
  return idOfWamid(wamid);
}

function checkInteractive(content: Fields): void {
  const action = part(content, 'action', 'interactive.');
  if (content.type === 'button' && many(action.buttons) > 3) {
    throw new GraphRefusal(131009, 'interactive.action.buttons: at most 3');
  }
  if (content.type === 'list') {
    const sections = Array.isArray(action.sections) ? (action.sections as Fields[]) : [];
    const rows = sections.reduce((sum, section) => sum + many(section.rows), 0);
    if (rows === 0 || rows > 10) throw new GraphRefusal(131009, 'interactive.action.sections: 1 to 10 rows');
  }
}

const many = (value: unknown) => (Array.isArray(value) ? value.length : 0);

function part(fields: Fields, name: string, path = ''): Fields {
  const value = fields[name];
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Fields;
  throw new GraphRefusal(131008, `${path}${name}: is missing`);
}

function text(fields: Fields, name: string, path = ''): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new GraphRefusal(131008, `${path}${name}: is missing`);
}
