import type { InboxEntry } from '@switchyard/contracts/engine/protocol';
import type { IncomingMessage } from '../driver.ts';
import type { FileSource } from './incoming-files.ts';
import { millisecondsOf } from './status-updates.ts';

type Fields = Record<string, unknown>;
type IncomingContent = Pick<IncomingMessage, 'kind' | 'text' | 'media' | 'quotedId'>;

const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/**
 * Parses a message of the Cloud API; null if the entry is not a message. A message without text for people becomes
 * `other`.
 */
export function incomingOf({ kind, payload }: InboxEntry): IncomingMessage | null {
  const { from, id, timestamp } = payload;
  if (kind !== 'message' || typeof from !== 'string' || typeof id !== 'string') return null;
  const number = `+${from}`;
  const context = fieldsOf(payload.context);
  const quotedId = textOf(context, 'id');
  const pushName = textOf(payload, 'profileName');
  return {
    waMessageId: id,
    chat: number,
    from: number,
    ...(quotedId === '' ? {} : { quotedId }),
    ...(context.forwarded === true || context.frequently_forwarded === true ? { isForwarded: true } : {}),
    ...(pushName === '' ? {} : { pushName }),
    ...contentOf(payload),
    atMs: millisecondsOf(timestamp),
  };
}

function contentOf(payload: Fields): IncomingContent {
  const type = textOf(payload, 'type');
  const content = fieldsOf(payload[type]);
  const kind = MEDIA_TYPES.find((mediaType) => mediaType === type);
  if (kind) {
    const [id, sha256] = [textOf(content, 'id'), textOf(content, 'sha256')];
    const media = {
      ...{ mimeType: textOf(content, 'mime_type'), fileName: textOf(content, 'filename') || null },
      media: kind === 'audio' && content.voice === true ? ('voice' as const) : kind,
      ...(id === '' ? {} : { source: JSON.stringify({ id, sha256 } satisfies FileSource) }),
    };
    return { kind: 'media', text: textOf(content, 'caption'), media };
  }
  switch (type) {
    case 'text':
      return { kind: 'text', text: textOf(content, 'body') };
    case 'reaction': {
      const quotedId = textOf(content, 'message_id');
      return { kind: 'reaction', text: textOf(content, 'emoji'), ...(quotedId === '' ? {} : { quotedId }) };
    }
    case 'button':
      return { kind: 'text', text: textOf(content, 'text') };
    case 'interactive':
      return { kind: 'text', text: textOf(fieldsOf(content[textOf(content, 'type')]), 'title') };
    default:
      return { kind: 'other', text: '' };
  }
}

const fieldsOf = (value: unknown): Fields => (value !== null && typeof value === 'object' ? (value as Fields) : {});

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
