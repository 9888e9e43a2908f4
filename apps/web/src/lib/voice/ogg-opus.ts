/** Matroska ids of the elements read from a recording (RFC 9559). */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const CODEC_PRIVATE = 0x63a2;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;
const PARENTS = new Set([SEGMENT, CLUSTER, TRACKS, TRACK_ENTRY, BLOCK_GROUP]);
/** Bytes of a block after its track number: a two-byte time and a byte of flags. */
const BLOCK_HEAD = 3;

const SAMPLES_PER_MS = 48;
const MAX_SEGMENTS = 255;
const SEGMENT_BYTES = 255;
const SERIAL = 1;

/** A number whose first byte gives its length. @param keepsMark keep the length marker, as in element ids */
function readVint(bytes: Uint8Array, at: number, keepMarker: boolean): { value: number; length: number } {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new Error('the recording is damaged');
  let value = keepMarker ? first : first & ((1 << (8 - length)) - 1);
  let isUnknown = value === (1 << (8 - length)) - 1;
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value: isUnknown && !keepMarker ? Number.POSITIVE_INFINITY : value, length };
}

/** The codec's head and the packets of a single-track WebM recording. */
function readWebm(bytes: Uint8Array): { head: Uint8Array | null; packets: Uint8Array[] } {
  const packets: Uint8Array[] = [];
  let head: Uint8Array | null = null;
  let at = 0;
  while (at < bytes.length) {
    const id = readVint(bytes, at, true);
    const size = readVint(bytes, at + id.length, false);
    const from = at + id.length + size.length;
    if (PARENTS.has(id.value)) {
      at = from;
      continue;
    }
    const to = Math.min(from + size.value, bytes.length);
    if (id.value === CODEC_PRIVATE) head = bytes.subarray(from, to);
    if (id.value === SIMPLE_BLOCK || id.value === BLOCK) {
      packets.push(bytes.subarray(from + readVint(bytes, from, false).length + BLOCK_HEAD, to));
    }
    at = to;
  }
  return { head, packets };
}

/** Duration of a packet in samples at 48 kHz (RFC 6716, section 3.1). */
function samplesOf(packet: Uint8Array): number {
  const toc = packet[0] ?? 0;
  const config = toc >> 3;
  const frameMs =
    config < 12
      ? ([10, 20, 40, 60][config % 4] ?? 20)
      : config < 16
        ? ([10, 20][config % 2] ?? 20)
        : ([2.5, 5, 10, 20][config % 4] ?? 20);
  const code = toc & 3;
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 0x3f : 2;
  return frameMs * SAMPLES_PER_MS * frames;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  return sum;
});

/** A page of Ogg (RFC 3533). @param flags 2: the first, 4: the last */
function page(packets: readonly Uint8Array[], of: { number: number; flags: number; samples: number }): Uint8Array {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / SEGMENT_BYTES) }, () => SEGMENT_BYTES),
    length % SEGMENT_BYTES,
  ]);
  const bodyAt = 27 + lacing.length;
  const bytes = new Uint8Array(bodyAt + packets.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('OggS'));
  bytes[5] = of.flags;
  view.setBigUint64(6, BigInt(of.samples), true);
  view.setUint32(14, SERIAL, true);
  view.setUint32(18, of.number, true);
  bytes[26] = lacing.length;
  bytes.set(lacing, 27);
  let at = bodyAt;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ (CRC[((sum >>> 24) ^ byte) & 0xff] ?? 0);
  view.setUint32(22, sum >>> 0, true);
  return bytes;
}

const segmentsOf = ({ length }: Uint8Array): number => Math.floor(length / SEGMENT_BYTES) + 1;

/**
 * Repackages a WebM recording as Ogg, the format of WhatsApp's voice notes: Chromium records Opus in WebM only. Packets
 * are copied, not re-encoded.
 * @throws Error if it is not an Opus recording
 */
export function oggFromWebm(webm: Uint8Array): Uint8Array<ArrayBuffer> {
  const { head, packets } = readWebm(webm);
  if (head === null || packets.length === 0) throw new Error('the recording is empty');
  const tags = new Uint8Array(26);
  tags.set(new TextEncoder().encode('OpusTags'));
  new DataView(tags.buffer).setUint32(8, 10, true);
  tags.set(new TextEncoder().encode('switchyard'), 12);
  const pages = [page([head], { number: 0, flags: 2, samples: 0 }), page([tags], { number: 1, flags: 0, samples: 0 })];
  let samples = 0;
  let waiting: Uint8Array[] = [];
  const flush = (flags: number) => {
    pages.push(page(waiting, { number: pages.length, flags, samples }));
    waiting = [];
  };
  for (const packet of packets) {
    const segments = [...waiting, packet].reduce((sum, buffered) => sum + segmentsOf(buffered), 0);
    if (segments > MAX_SEGMENTS) flush(0);
    waiting.push(packet);
    samples += samplesOf(packet);
  }
  flush(4);
  const ogg = new Uint8Array(pages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of pages) {
    ogg.set(part, at);
    at += part.length;
  }
  return ogg;
}
