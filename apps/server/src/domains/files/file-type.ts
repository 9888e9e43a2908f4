import type { MediaType } from '@switchyard/contracts/message-body';

/** Bytes at the start of a file that tell its type. */
export const HEAD_BYTES = 512;

/** What WhatsApp shows as picture, film or sound; everything else goes as a document. */
const MEDIA: Record<string, MediaType> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'video/mp4': 'video',
  'video/3gpp': 'video',
  'audio/aac': 'audio',
  'audio/amr': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/ogg': 'audio',
};

/** Other names of the same types. */
const ALIASES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/aacp': 'audio/aac',
  'audio/x-aac': 'audio/aac',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'video/ogg': 'audio/ogg',
  'audio/x-wav': 'audio/wav',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
};

const latin = (head: Buffer, from: number, to: number) => head.subarray(from, to).toString('latin1');
const starts =
  (...bytes: number[]) =>
  (head: Buffer) =>
    bytes.every((byte, at) => head[at] === byte);
const says =
  (text: string, from = 0) =>
  (head: Buffer) =>
    latin(head, from, from + text.length) === text;

/** First match counts. */
const SIGNATURES: [mimeType: string, matches: (head: Buffer) => boolean][] = [
  ['image/jpeg', starts(0xff, 0xd8, 0xff)],
  ['image/png', starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/gif', says('GIF8')],
  ['image/webp', (head) => says('RIFF')(head) && says('WEBP', 8)(head)],
  ['audio/wav', (head) => says('RIFF')(head) && says('WAVE', 8)(head)],
  ['audio/ogg', says('OggS')],
  ['audio/amr', says('#!AMR')],
  ['audio/aac', (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0],
  ['audio/mpeg', (head) => says('ID3')(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)],
  ['video/webm', starts(0x1a, 0x45, 0xdf, 0xa3)],
  ['application/pdf', says('%PDF-')],
  ['application/zip', (head) => says('PK\x03\x04')(head) || says('PK\x05\x06')(head)],
  ['application/x-ole-storage', starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
];

/** The ISO container of films, sounds and pictures: its brand tells which. */
function brandedType(head: Buffer): string | null {
  if (!says('ftyp', 4)(head)) return null;
  const brand = latin(head, 8, 12);
  if (/^M4[AB] /.test(brand)) return 'audio/mp4';
  if (/^3g[p2]/.test(brand)) return 'video/3gpp';
  if (brand === 'qt  ') return 'video/quicktime';
  if (/^(hei[cx]|hev[cx]|mif1|msf1|avif)/.test(brand)) return brand === 'avif' ? 'image/avif' : 'image/heic';
  return 'video/mp4';
}

/** Types of one container whose brand says too little to tell them apart. */
const ISO_FAMILY = ['video/mp4', 'audio/mp4', 'video/3gpp', 'video/quicktime'];
const TELLTALE = new Set([...SIGNATURES.map(([mimeType]) => mimeType), ...ISO_FAMILY, 'image/heic', 'image/avif']);
const IN_ZIP = /^application\/.*(openxmlformats|opendocument|zip|epub|java-archive|android)/;
const IN_OLE = /^application\/(msword|vnd\.ms-(excel|powerpoint|outlook|project|visio))/;
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

export interface FileType {
  mimeType: string;
  media: MediaType;
}

/**
 * The type of a file by its first bytes and by what its owner says; null when the two contradict each other.
 * @param declared a content type, perhaps with parameters; empty or `application/octet-stream`: its owner does not know.
 */
export function fileType(head: Buffer, declared: string): FileType | null {
  const seen = brandedType(head) ?? SIGNATURES.find(([, matches]) => matches(head))?.[0] ?? null;
  const said = readType(declared);
  const mimeType = said === null ? (seen ?? 'application/octet-stream') : agreed(seen, said, head);
  return mimeType === null ? null : { mimeType, media: MEDIA[mimeType] ?? 'document' };
}

function readType(declared: string): string | null {
  const plain = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const known = ALIASES[plain] ?? plain;
  return MIME_TYPE.test(known) && known !== 'application/octet-stream' ? known : null;
}

function agreed(seen: string | null, said: string, head: Buffer): string | null {
  if (seen === said) return said;
  if (seen !== null && ISO_FAMILY.includes(seen) && ISO_FAMILY.includes(said)) return said;
  if (TELLTALE.has(said)) return null;
  if (IN_ZIP.test(said)) return seen === 'application/zip' ? said : null;
  if (IN_OLE.test(said)) return seen === 'application/x-ole-storage' ? said : null;
  if (said.startsWith('text/')) return seen === null && !head.includes(0) ? said : null;
  // A name for which we know no bytes: what is no picture, film or sound of a known kind may call itself so.
  return seen === null || !/^(image|video|audio)\//.test(seen) ? said : null;
}
