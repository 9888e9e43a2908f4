import { passwordFault } from './container.ts';
import { crc32 } from './crc32.ts';
import { MAX_UNPACKED_BYTES, MAX_ZIP_ENTRIES } from './limits.ts';
import { packStored, type StoredEntry } from './pack-stored.ts';
import { parsingFault } from './workbook-fault.ts';

interface ZipEntry {
  name: string;
  method: number;
  encrypted: boolean;
  packedBytes: number;
  unpackedBytes: number;
  crc: number;
  headerAt: number;
}

const END_RECORD = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** Cells, texts and formats are all XML. Pictures, macros, fonts and the like are never unpacked. */
const NEEDED_PART = /\.(xml|rels)$/i;

/**
 * Unpacks an .xlsx with the platform's own inflater, under a limit of entries and of bytes (the declared sum first, then every byte
 * that really comes out), and packs the needed parts again without compression. The spreadsheet library then never inflates
 * anything itself: a zip bomb ends here, and its slower inflater is not used.
 *
 * @param bytes the file; @returns a zip with stored entries only. Throws a WorkbookFault for anything broken.
 */
export async function unpackZip(bytes: Uint8Array, maxUnpackedBytes = MAX_UNPACKED_BYTES): Promise<Uint8Array> {
  const entries = readDirectory(bytes);
  if (entries.some((entry) => entry.encrypted)) throw passwordFault();
  if (!entries.some((entry) => /^xl\/workbook\.(xml|bin)$/i.test(entry.name))) {
    throw parsingFault('the file is an archive, but not an Excel workbook');
  }
  if (entries.some((entry) => /^xl\/workbook\.bin$/i.test(entry.name))) {
    throw parsingFault('the file is a binary workbook (.xlsb); save it as .xlsx');
  }
  const declaredBytes = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (declaredBytes > maxUnpackedBytes) throw tooLargeUnpacked(maxUnpackedBytes);
  const stored: StoredEntry[] = [];
  let leftBytes = maxUnpackedBytes;
  for (const entry of entries) {
    if (!NEEDED_PART.test(entry.name)) continue;
    const data = await unpackEntry(bytes, entry, leftBytes, maxUnpackedBytes);
    leftBytes -= data.length;
    stored.push({ name: entry.name, data, crc: entry.crc });
  }
  return packStored(stored);
}

function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endAt = findEndRecord(view);
  const count = view.getUint16(endAt + 10, true);
  if (count > MAX_ZIP_ENTRIES) throw parsingFault(`the workbook has more than ${MAX_ZIP_ENTRIES} parts`);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(endAt + 16, true);
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      headerAt: view.getUint32(at + 42, true),
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/'),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEndRecord(view: DataView): number {
  // The record is 22 bytes plus a comment of at most 65,535.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at -= 1) {
    if (view.getUint32(at, true) === END_RECORD) return at;
  }
  throw parsingFault('the file is cut off or damaged');
}

async function unpackEntry(bytes: Uint8Array, entry: ZipEntry, leftBytes: number, limit: number): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.headerAt + 30 > bytes.length || view.getUint32(entry.headerAt, true) !== LOCAL_HEADER) throw damaged();
  const start =
    entry.headerAt + 30 + view.getUint16(entry.headerAt + 26, true) + view.getUint16(entry.headerAt + 28, true);
  if (start + entry.packedBytes > bytes.length) throw damaged();
  const packed = bytes.subarray(start, start + entry.packedBytes);
  if (entry.method !== STORED && entry.method !== DEFLATED) throw damaged();
  const data = entry.method === STORED ? packed : await inflate(packed, entry.unpackedBytes, leftBytes, limit);
  if (data.length !== entry.unpackedBytes || crc32(data) !== entry.crc) throw damaged();
  return data;
}

async function inflate(
  packed: Uint8Array,
  declaredBytes: number,
  leftBytes: number,
  limit: number,
): Promise<Uint8Array> {
  const target = new Uint8Array(declaredBytes);
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  let filled = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (filled + part.value.length > leftBytes) throw tooLargeUnpacked(limit);
      // More than declared: the directory lies, so nothing of it can be trusted.
      if (filled + part.value.length > declaredBytes) throw damaged();
      target.set(part.value, filled);
      filled += part.value.length;
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof TypeError || !(error instanceof Error) || 'code' in error ? damaged() : error;
  }
  return target.subarray(0, filled);
}

function damaged() {
  return parsingFault('the file is cut off or damaged');
}

function tooLargeUnpacked(limit: number) {
  return parsingFault(`the workbook unpacks to more than ${Math.round(limit / 1024 / 1024)} MB`);
}
