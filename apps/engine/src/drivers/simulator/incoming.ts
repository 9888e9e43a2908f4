import type { StoredMessage } from '@switchyard/whatsapp-simulator/frames';
import type { IncomingMessage } from '../driver.ts';

/** A message of the network as the driver of `account` tells it. A vote is told as `other`, with the options that were chosen as its text. */
export function incomingOf({ id, chat, from, body, acceptedAtMs }: StoredMessage, account: string): IncomingMessage {
  return {
    waMessageId: id,
    chat: chat === account ? from : chat,
    from,
    kind: body.kind === 'vote' ? 'other' : body.kind,
    text: body.text,
    ...(body.kind === 'media' ? { media: { mimeType: body.mimeType, fileName: body.fileName } } : {}),
    ...(body.quotedId === undefined ? {} : { quotedId: body.quotedId }),
    atMs: acceptedAtMs,
  };
}
