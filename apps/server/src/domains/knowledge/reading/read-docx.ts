import { MAX_UNPACKED_MEGABYTES } from '@switchyard/contracts/knowledge/limits';
import { type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import mammoth from 'mammoth';
import type { Section } from '../passages/split.ts';
import { sectionsOfHtml } from './read-html.ts';
import { ReadingError } from './reading-error.ts';

const MAX_UNPACKED_BYTES = MAX_UNPACKED_MEGABYTES * 1024 * 1024;
const MAX_PARTS = 5_000;
/** Signature of a password-protected Word document: an encrypted OLE container instead of an archive. */
const OLE = 'd0cf11e0';

/** @throws ReadingError; a zip bomb is rejected before the library sees it */
export async function readDocx(bytes: Uint8Array): Promise<Section[]> {
  if (Buffer.from(bytes.subarray(0, 4)).toString('hex') === OLE) throw new ReadingError('encrypted');
  await checkUnpackedSize(bytes);
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    );
    return sectionsOfHtml(value);
  } catch (error) {
    throw error instanceof ReadingError ? error : new ReadingError('damaged');
  }
}

/** Unpacks every part once and discards it, so that false sizes in the directory are detected. */
async function checkUnpackedSize(bytes: Uint8Array): Promise<void> {
  let unpacked = 0;
  const count = new WritableStream<Uint8Array>({
    write(piece) {
      unpacked += piece.length;
      if (unpacked > MAX_UNPACKED_BYTES) throw new ReadingError('unpacks-too-large');
    },
  });
  try {
    const parts: FileEntry[] = [];
    const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
    for await (const part of new ZipReader(stream, { useWebWorkers: false }).getEntriesGenerator()) {
      if (!part.directory) parts.push(part);
      if (parts.length > MAX_PARTS) throw new ReadingError('unpacks-too-large');
    }
    const declared = parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (declared > MAX_UNPACKED_BYTES) throw new ReadingError('unpacks-too-large');
    if (parts.some(({ encrypted }) => encrypted)) throw new ReadingError('encrypted');
    for (const part of parts) await part.getData(count, { preventClose: true });
  } catch (error) {
    if (error instanceof ReadingError) throw error;
    throw new ReadingError(unpacked > MAX_UNPACKED_BYTES ? 'unpacks-too-large' : 'damaged');
  }
}
