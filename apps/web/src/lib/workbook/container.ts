import { text } from '@switchyard/contracts/text/text';
import { MAX_FILE_BYTES } from './limits.ts';
import { parsingError } from './workbook-error.ts';

export type Container = 'zip' | 'compound';

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP_FILE = [0x50, 0x4b, 0x03, 0x04];
const EMPTY_ZIP_FILE = [0x50, 0x4b, 0x05, 0x06];
const PDF_FILE = [0x25, 0x50, 0x44, 0x46];
/** Compound files name their streams in UTF-16; an encrypted .xlsx is a compound file with this stream. */
const ENCRYPTED_STREAM = utf16('EncryptedPackage');
const WORKBOOK_STREAMS = [utf16('Workbook'), utf16('Book')];

/** Only names ending in .xlsx or .xls are accepted (spec 002 section 5). */
export function hasWorkbookName(fileName: string): boolean {
  return /\.xlsx?$/i.test(fileName);
}

/**
 * Identifies the kind of workbook by its first bytes: `zip` (.xlsx) or `compound` (.xls). A .xlsx named .xls, or the
 * other way round, is accepted.
 * @throws WorkbookError that says what the file is instead
 */
export function identifyContainer(bytes: Uint8Array, fileName: string): Container {
  if (!hasWorkbookName(fileName)) throw parsingError(text('fileKinds'));
  if (bytes.length === 0) throw parsingError(text('fileIsEmpty'));
  if (bytes.length > MAX_FILE_BYTES) {
    throw parsingError(text('fileLargerSplit', { maximum: MAX_FILE_BYTES / 1024 / 1024 }));
  }
  if (startsWith(bytes, ZIP_FILE)) return 'zip';
  if (startsWith(bytes, COMPOUND_FILE)) return checkedCompound(bytes);
  if (startsWith(bytes, EMPTY_ZIP_FILE)) throw parsingError(text('fileEmptyArchive'));
  if (startsWith(bytes, PDF_FILE)) throw parsingError(text('filePdf'));
  throw parsingError(text(looksLikeText(bytes) ? 'fileText' : 'fileNoBook'));
}

function checkedCompound(bytes: Uint8Array): Container {
  if (isCutCompound(bytes)) throw truncatedFileError();
  if (contains(bytes, ENCRYPTED_STREAM)) throw passwordError();
  if (!WORKBOOK_STREAMS.some((name) => contains(bytes, name))) {
    throw parsingError(text('fileOldOffice'));
  }
  return 'compound';
}

const HEADER_BYTES = 512;
const LISTED_TABLES = 109;
/** Greater numbers in a table are markers: free, end of chain. */
const LAST_SECTOR = 0xffff_fffa;

/**
 * Whether a compound file ends before a sector that its own allocation table refers to ([MS-CFB] 2.2 and 2.3). Checks
 * only the tables listed in the header, which cover at least 7 MB; a cut beyond them fails when the file is read.
 */
function isCutCompound(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_BYTES) return true;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorBytes = 2 ** view.getUint16(30, true);
  const offsetOf = (sector: number) => (sector + 1) * sectorBytes;
  if (offsetOf(view.getUint32(48, true)) >= bytes.length) return true;
  const tables = Math.min(view.getUint32(44, true), LISTED_TABLES);
  for (let table = 0; table < tables; table += 1) {
    const at = offsetOf(view.getUint32(76 + 4 * table, true));
    if (at + sectorBytes > bytes.length) return true;
    for (let entry = at; entry < at + sectorBytes; entry += 4) {
      const next = view.getUint32(entry, true);
      if (next <= LAST_SECTOR && offsetOf(next) >= bytes.length) return true;
    }
  }
  return false;
}

export function truncatedFileError() {
  return parsingError(text('fileCut'));
}

export function passwordError() {
  return parsingError(text('filePassword'));
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function looksLikeText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096);
  return !head.some((byte) => byte === 0 || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d));
}

function contains(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return true;
  }
  return false;
}

function utf16(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((char) => [char.charCodeAt(0), 0]));
}
