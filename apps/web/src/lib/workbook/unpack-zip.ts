import { text } from '@switchyard/contracts/text/text';
import { type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { passwordError, truncatedFileError } from './container.ts';
import { MAX_UNPACKED_BYTES, MAX_ZIP_ENTRIES } from './limits.ts';
import { parsingError, WorkbookError } from './workbook-error.ts';

/** One file of the archive. */
export interface ZipPart {
  name: string;
  data: Uint8Array;
}

/** Cells, texts and formats are all XML. Pictures, macros, fonts and other parts are never unpacked. */
const NEEDED_PART = /\.(xml|rels)$/i;

/**
 * Unpacks the relevant parts of an .xlsx within limits on parts and bytes: first the directory's total, then no part
 * beyond the size that the directory gives. The spreadsheet library never inflates anything itself, so a zip bomb ends
 * here.
 * @throws WorkbookError for anything broken
 */
export async function unpackZip(bytes: Uint8Array, maxUnpackedBytes = MAX_UNPACKED_BYTES): Promise<ZipPart[]> {
  try {
    const files = await readDirectory(bytes);
    const names = files.map(nameOf);
    if (files.some((file) => file.encrypted)) throw passwordError();
    if (names.some((name) => /^xl\/workbook\.bin$/i.test(name))) {
      throw parsingError(text('fileBinary'));
    }
    if (!names.some((name) => /^xl\/workbook\.xml$/i.test(name))) {
      throw parsingError(text('fileArchive'));
    }
    if (files.reduce((sum, file) => sum + file.uncompressedSize, 0) > maxUnpackedBytes) {
      throw parsingError(text('bookUnpacked', { maximum: Math.round(maxUnpackedBytes / 1024 / 1024) }));
    }
    const parts: ZipPart[] = [];
    for (const file of files) {
      if (NEEDED_PART.test(file.filename)) parts.push({ name: nameOf(file), data: await unpack(file) });
    }
    return parts;
  } catch (error) {
    throw error instanceof WorkbookError ? error : truncatedFileError();
  }
}

async function readDirectory(bytes: Uint8Array): Promise<FileEntry[]> {
  const files: FileEntry[] = [];
  // This is already a worker.
  const reader = new ZipReader(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(), {
    useWebWorkers: false,
    checkSignature: true,
  });
  for await (const entry of reader.getEntriesGenerator()) {
    if (!entry.directory) files.push(entry);
    if (files.length > MAX_ZIP_ENTRIES) throw parsingError(`the workbook has more than ${MAX_ZIP_ENTRIES} parts`);
  }
  return files;
}

const nameOf = (file: FileEntry): string => file.filename.replaceAll('\\', '/');

async function unpack(file: FileEntry): Promise<Uint8Array> {
  const data = new Uint8Array(file.uncompressedSize);
  let filled = 0;
  await file.getData(
    new WritableStream<Uint8Array>({
      write(part) {
        // Throws when a part inflates beyond the size in the directory: the directory lies, so nothing in the archive
        // can be trusted.
        data.set(part, filled);
        filled += part.length;
      },
    }),
  );
  return data;
}
