import { randomBytes } from 'node:crypto';
import { aesEncryptGCM, type BinaryNode, hkdf, proto } from 'baileys';
import type { StoredMessage } from '../network/model.ts';
import type { MessageBodies } from './message-bodies.ts';
import { childOf, node, seconds } from './nodes.ts';

const GCM_IV_BYTES = 12;

/**
 * Answers a device that couldn't load a message's file (`receipt` of type `server-error`): the phone uploads it again
 * and sends its new location, sealed with the message's key.
 * @param message null if unknown
 * @returns the notification for the device
 */
export async function answerMediaRetry(
  bodies: MessageBodies,
  receipt: BinaryNode,
  message: StoredMessage | null,
): Promise<BinaryNode> {
  const { id = '', to = '' } = receipt.attrs;
  const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType;
  const file = message && (await bodies.uploadAgain(message));
  const content = [node('rmr', childOf(receipt, 'rmr')?.attrs)];
  if (file) {
    const news = { stanzaId: id, directPath: file.path, result: SUCCESS };
    const key = hkdf(file.mediaKey, 32, { info: 'WhatsApp Media Retry Notification' });
    const iv = randomBytes(GCM_IV_BYTES);
    const sealed = aesEncryptGCM(proto.MediaRetryNotification.encode(news).finish(), key, iv, Buffer.from(id));
    content.push(node('encrypt', {}, [node('enc_p', {}, sealed), node('enc_iv', {}, iv)]));
  } else content.push(node('error', { code: String(NOT_FOUND) }));
  return node('notification', { id, from: to, type: 'mediaretry', t: seconds(Date.now()) }, content);
}
