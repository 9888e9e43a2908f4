/** One file of a zip that is stored without compression. `crc` is its CRC-32 as the source archive declared it. */
export interface StoredEntry {
  name: string;
  data: Uint8Array;
  crc: number;
}

const UTF8_NAMES = 0x0800;

/** Packs entries into a zip without compressing them. */
export function packStored(entries: readonly StoredEntry[]): Uint8Array {
  const encoder = new TextEncoder();
  const named = entries.map((entry) => ({ ...entry, nameBytes: encoder.encode(entry.name) }));
  const total = named.reduce((sum, entry) => sum + 76 + 2 * entry.nameBytes.length + entry.data.length, 22);
  const zip = new Uint8Array(total);
  const view = new DataView(zip.buffer);
  const starts: number[] = [];
  let at = 0;
  const writeHeader = (entry: (typeof named)[number], signature: number, isDirectory: boolean) => {
    view.setUint32(at, signature, true);
    const fields = at + (isDirectory ? 6 : 4);
    if (isDirectory) view.setUint16(at + 4, 20, true);
    view.setUint16(fields, 20, true);
    view.setUint16(fields + 2, UTF8_NAMES, true);
    view.setUint32(fields + 10, entry.crc, true);
    view.setUint32(fields + 14, entry.data.length, true);
    view.setUint32(fields + 18, entry.data.length, true);
    view.setUint16(fields + 22, entry.nameBytes.length, true);
  };
  for (const entry of named) {
    starts.push(at);
    writeHeader(entry, 0x04034b50, false);
    zip.set(entry.nameBytes, at + 30);
    zip.set(entry.data, at + 30 + entry.nameBytes.length);
    at += 30 + entry.nameBytes.length + entry.data.length;
  }
  const directoryAt = at;
  named.forEach((entry, index) => {
    writeHeader(entry, 0x02014b50, true);
    view.setUint32(at + 42, starts[index] ?? 0, true);
    zip.set(entry.nameBytes, at + 46);
    at += 46 + entry.nameBytes.length;
  });
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, named.length, true);
  view.setUint16(at + 10, named.length, true);
  view.setUint32(at + 12, at - directoryAt, true);
  view.setUint32(at + 16, directoryAt, true);
  return zip;
}
