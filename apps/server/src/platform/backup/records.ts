import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StartError } from '../start-error.ts';
import { ByteReader } from './byte-reader.ts';
import { openChunks } from './sealed-file.ts';

/** First record of a backup: describes it as a whole. */
export interface Manifest {
  kind: 'manifest';
  madeAt: string;
  /** Timestamp of the last migration (ms since 1970), and the number of migrations. */
  migration: { at: number; count: number };
  secretFingerprint: string;
  sequences: { name: string; value: string }[];
}

/** Start of a table or of a file of the data folder; the contents follow. */
export interface Begin {
  kind: 'table' | 'file';
  name: string;
  /** Columns of a table, in the order of its contents. */
  columns: string[];
}

export interface End {
  kind: 'end';
  /** Number of rows; 0 for a file. */
  rows: number;
  sha256: string;
}

export type Note = Manifest | Begin | End;

export type Part = { note: Note } | { data: Buffer };

const NOTE = 1;
const DATA = 2;
/** PostgreSQL sends each row as one chunk, and none of our rows comes near this size. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

function encode(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = type;
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

export const encodeNote = (note: Note): Buffer => encode(NOTE, Buffer.from(JSON.stringify(note)));

/** Encodes one table or file with its digest. @param rows number of a table's rows, called after it has been read */
export async function* encodeContents(
  begin: Begin,
  chunks: AsyncIterable<Buffer>,
  rows: () => number,
): AsyncGenerator<Buffer, End> {
  yield encodeNote(begin);
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield encode(DATA, chunk);
  }
  const end: End = { kind: 'end', rows: rows(), sha256: hash.digest('hex') };
  yield encodeNote(end);
  return end;
}

/** All parts of a backup in order, to its end. @throws StartError if the backup cannot be read */
export async function* readParts(file: string, passphrase: string | null): AsyncGenerator<Part> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  const unzipped = createGunzip();
  const opened = Readable.from(openChunks(source, passphrase), { objectMode: false });
  opened.once('error', (error) => unzipped.destroy(error));
  opened.pipe(unzipped);
  try {
    const reader = new ByteReader(unzipped);
    while (!(await reader.isAtEnd())) {
      const head = await reader.read(5);
      const length = head?.readUInt32BE(1) ?? 0;
      if (length > MAX_RECORD_BYTES) throw new StartError('the backup is damaged');
      const content = await reader.read(length);
      if (head === null || content === null) throw new StartError('the backup is cut off: its end is missing');
      yield head[0] === NOTE ? { note: JSON.parse(content.toString()) as Note } : { data: content };
    }
  } finally {
    unzipped.destroy();
    opened.destroy();
    source.destroy();
  }
}

/** Reads the manifest, which is a backup's first record. */
export async function readManifest(parts: AsyncGenerator<Part>): Promise<Manifest> {
  const { value } = await parts.next();
  if (!value || !('note' in value) || value.note.kind !== 'manifest') throw new StartError('the backup is damaged');
  return value.note;
}
