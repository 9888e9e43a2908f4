import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import { ByteReader } from './byte-reader.ts';

/** What every backup begins with. */
const MAGIC = Buffer.from('switchyard backup 1\n');
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const CHECK_BYTES = 16;
const TAG_BYTES = 16;
const FRAME_BYTES = 1024 * 1024;
/** Of a frame's length: it is the last. */
const LAST = 0x8000_0000;
/** 128 MB and half a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 };
const NO_PASSPHRASE = 0;
const WITH_PASSPHRASE = 1;

const deriveKey = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);
const checkOf = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'backup passphrase', CHECK_BYTES));

/**
 * Each frame has a nonce of its own: its number, and whether it is the last, so that none can be moved, left out or cut
 * off unnoticed.
 */
function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(frame, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Puts pieces into frames of AES-256-GCM. Without a passphrase the key is in the file: then the frames show damage, and
 * hide nothing. The file: magic, 1 byte that says whether there is a passphrase, salt or key, check, and frames: 4
 * bytes of length and flag, ciphertext, tag.
 */
export async function* sealPieces(pieces: AsyncIterable<Buffer>, passphrase: string | null): AsyncGenerator<Buffer> {
  const open = randomBytes(passphrase === null ? KEY_BYTES : SALT_BYTES);
  const key = passphrase === null ? open : await deriveKey(passphrase, open, KEY_BYTES, SCRYPT);
  const kind = Buffer.from([passphrase === null ? NO_PASSPHRASE : WITH_PASSPHRASE]);
  const header = Buffer.concat([MAGIC, kind, open, checkOf(key)]);
  yield header;
  let frame = 0;
  const seal = (content: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(frame, isLast)).setAAD(header);
    frame += 1;
    const length = Buffer.alloc(4);
    length.writeUInt32BE((isLast ? LAST : 0) + content.length);
    return Buffer.concat([length, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < FRAME_BYTES) continue;
    let whole = Buffer.concat(held);
    for (; whole.length > FRAME_BYTES; whole = whole.subarray(FRAME_BYTES)) {
      yield seal(whole.subarray(0, FRAME_BYTES), false);
    }
    held = [whole];
    bytes = whole.length;
  }
  yield seal(Buffer.concat(held), true);
}

/** @throws StartError for what is no backup, a wrong passphrase, a damaged or a cut-off file */
export async function* openPieces(pieces: AsyncIterable<Buffer>, passphrase: string | null): AsyncGenerator<Buffer> {
  const reader = new ByteReader(pieces);
  const begin = await reader.read(MAGIC.length + 1);
  if (begin === null || !begin.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new StartError('the file is no backup of Switchyard, or one of another format');
  }
  const isSealed = begin[MAGIC.length] === WITH_PASSPHRASE;
  const open = await readWhole(reader, isSealed ? SALT_BYTES : KEY_BYTES);
  const check = await readWhole(reader, CHECK_BYTES);
  if (isSealed && passphrase === null) {
    throw new StartError('BACKUP_PASSPHRASE: the backup is encrypted; set the passphrase that it was made with');
  }
  const key = isSealed ? await deriveKey(passphrase ?? '', open, KEY_BYTES, SCRYPT) : open;
  if (!checkOf(key).equals(check)) {
    throw isSealed
      ? new StartError('BACKUP_PASSPHRASE: the backup was made with another passphrase')
      : new StartError('the backup is damaged');
  }
  const header = Buffer.concat([begin, open, check]);
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
  const read = await reader.read(bytes);
  if (read === null) throw new StartError('the backup is cut off: its end is missing');
  return read;
}
