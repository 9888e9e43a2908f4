import { randomBytes } from 'node:crypto';
import { aesEncryptGCM, type BinaryNode, hkdf, proto } from 'baileys';
import type { StoredMessage } from '../network/model.ts';
import type { MessageBodies } from './message-bodies.ts';
import { childOf, node, seconds } from './nodes.ts';

const GCM_IV_BYTES = 12;

/**
 * A device could not load the file of a message (`receipt` of type `server-error`): the phone loads it up again and
 * says where it lies now, sealed with the message's own key.
 * @param message null: nobody knows it.
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
