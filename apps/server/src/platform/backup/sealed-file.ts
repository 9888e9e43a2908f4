import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import { ByteReader } from './byte-reader.ts';

/** First bytes of every backup. */
const MAGIC = Buffer.from('switchyard backup 1\n');
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const CHECK_BYTES = 16;
const TAG_BYTES = 16;
const FRAME_BYTES = 1024 * 1024;
/** Flag in a frame's length: it is the last frame. */
const LAST = 0x8000_0000;
/** Costs 128 MB and half a second per guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 };
const NO_PASSPHRASE = 0;
const WITH_PASSPHRASE = 1;

const deriveKey = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);
const checkOf = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'backup passphrase', CHECK_BYTES));

/**
 * A unique nonce per frame: its number, and whether it is the last. No frame can be moved, removed or cut off
 * unnoticed.
 */
function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(frame, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Encrypts chunks as frames of AES-256-GCM. Without a passphrase the key is in the file: the frames then reveal damage
 * but hide nothing. Format: magic, 1 byte for whether there is a passphrase, salt or key, check, and frames (4 bytes of
 * length and flag, ciphertext, tag).
 */
export async function* sealChunks(chunks: AsyncIterable<Buffer>, passphrase: string | null): AsyncGenerator<Buffer> {
  const seed = randomBytes(passphrase === null ? KEY_BYTES : SALT_BYTES);
  const key = passphrase === null ? seed : await deriveKey(passphrase, seed, KEY_BYTES, SCRYPT);
  const kind = Buffer.from([passphrase === null ? NO_PASSPHRASE : WITH_PASSPHRASE]);
  const header = Buffer.concat([MAGIC, kind, seed, checkOf(key)]);
  yield header;
  let frame = 0;
  const seal = (content: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(frame, isLast)).setAAD(header);
    frame += 1;
    const length = Buffer.alloc(4);
    length.writeUInt32BE((isLast ? LAST : 0) + content.length);
    return Buffer.concat([length, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes < FRAME_BYTES) continue;
    let whole = Buffer.concat(pending);
    for (; whole.length > FRAME_BYTES; whole = whole.subarray(FRAME_BYTES)) {
      yield seal(whole.subarray(0, FRAME_BYTES), false);
    }
    pending = [whole];
    bytes = whole.length;
  }
  yield seal(Buffer.concat(pending), true);
}

/** @throws StartError if the file is not a backup, is damaged or incomplete, or the passphrase is wrong */
export async function* openChunks(chunks: AsyncIterable<Buffer>, passphrase: string | null): AsyncGenerator<Buffer> {
  const reader = new ByteReader(chunks);
  const begin = await reader.read(MAGIC.length + 1);
  if (begin === null || !begin.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new StartError('the file is not a Switchyard backup, or is in another format');
  }
  const isSealed = begin[MAGIC.length] === WITH_PASSPHRASE;
  const seed = await readWhole(reader, isSealed ? SALT_BYTES : KEY_BYTES);
  const check = await readWhole(reader, CHECK_BYTES);
  if (isSealed && passphrase === null) {
    throw new StartError('BACKUP_PASSPHRASE: the backup is encrypted; set the passphrase that it was made with');
  }
  const key = isSealed ? await deriveKey(passphrase ?? '', seed, KEY_BYTES, SCRYPT) : seed;
  if (!checkOf(key).equals(check)) {
    throw isSealed
      ? new StartError('BACKUP_PASSPHRASE: the backup was made with another passphrase')
      : new StartError('the backup is damaged');
  }
  const header = Buffer.concat([begin, seed, check]);
  for (let frame = 0; ; frame += 1) {
    const word = (await readWhole(reader, 4)).readUInt32BE();
    const isLast = word >= LAST;
    const length = isLast ? word - LAST : word;
    if (length > FRAME_BYTES) throw new StartError('the backup is damaged');
    const sealed = await readWhole(reader, length + TAG_BYTES);
    const cipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame, isLast)).setAAD(header);
    cipher.setAuthTag(sealed.subarray(length));
    const content = cipher.update(sealed.subarray(0, length));
    try {
      cipher.final();
    } catch {
      throw new StartError('the backup is damaged');
    }
    yield content;
    if (!isLast) continue;
    if (!(await reader.isAtEnd())) throw new StartError('the backup is damaged: something follows its end');
    return;
  }
}

async function readWhole(reader: ByteReader, bytes: number): Promise<Buffer> {
  const content = await reader.read(bytes);
  if (content === null) throw new StartError('the backup is cut off: its end is missing');
  return content;
}
