import type { MediaType } from '@switchyard/contracts/messages/body';

/** Bytes at the start of a file that tell its type, as far as `file-type` ever looks. */
export const HEAD_BYTES = 4_100;

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

/** Other names of the same types, and kinds of them that nobody needs to tell apart. */
const ALIASES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-aac': 'audio/aac',
  'application/ogg': 'audio/ogg',
  'video/ogg': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
  'video/3gpp2': 'video/3gpp',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
};

/** `file-type` looks further into these, and says nothing of one that is damaged or very short. */
const BEGINNINGS: Record<string, string> = { '\x89PNG\r\n\x1a\n': 'image/png', OggS: 'audio/ogg', ID3: 'audio/mpeg' };

/** Types of one container whose brand says too little to tell them apart. */
const ISO_FAMILY = ['video/mp4', 'audio/mp4', 'video/3gpp', 'video/quicktime'];
const ZIP = 'application/zip';
const IN_ZIP = /^application\/.*(openxmlformats|opendocument|macroenabled|zip|epub|java-archive|android)/;
const IN_OLE = /^application\/(msword|vnd\.ms-(excel|powerpoint|outlook|project|visio))$/;
const TEXT = /^(text\/|application\/(xml|rtf|json)$)/;
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

export interface FileType {
  mimeType: string;
  media: MediaType;
}

/**
 * The type of a file by its first bytes and by what its owner says; null when the two contradict each other.
 * @param declared a content type, perhaps with parameters; empty or `application/octet-stream`: its owner does not
 *   know.
 */
export async function fileType(head: Buffer, declared: string): Promise<FileType | null> {
  // Loaded by the first upload: a server starts without it.
  const { fileTypeFromBuffer, supportedMimeTypes } = await import('file-type');
  const found = (await fileTypeFromBuffer(head))?.mime ?? beginningOf(head);
  const seen = readType(found);
  const said = readType(declared);
  const known: ReadonlySet<string> = supportedMimeTypes;
  const isTelltale = said !== null && known.has(said);
  const mimeType =
    said === null ? (seen ?? 'application/octet-stream') : agreed(seen, said, isTelltale, !head.includes(0));
  return mimeType === null ? null : { mimeType, media: MEDIA[mimeType] ?? 'document' };
}

function beginningOf(head: Buffer): string {
  const start = head.toString('latin1', 0, 8);
  return Object.entries(BEGINNINGS).find(([bytes]) => start.startsWith(bytes))?.[1] ?? '';
}

function readType(declared: string): string | null {
  const plain = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const known = ALIASES[plain] ?? plain;
  return MIME_TYPE.test(known) && known !== 'application/octet-stream' ? known : null;
}

/** `isTelltale`: files of the type that was said are known by their bytes. */
function agreed(seen: string | null, said: string, isTelltale: boolean, isReadable: boolean): string | null {
  if (seen === said) return said;
  if (TEXT.test(said)) return (seen === null || TEXT.test(seen)) && isReadable ? said : null;
  // What is in a zip may stand behind the first bytes.
  if (IN_ZIP.test(said)) return seen === ZIP || (said === ZIP && IN_ZIP.test(seen ?? '')) ? said : null;
  if (IN_OLE.test(said)) return seen === 'application/x-cfb' ? said : null;
  if (seen !== null && ISO_FAMILY.includes(seen) && ISO_FAMILY.includes(said)) return said;
  if (isTelltale) return null;
  // A name for which we know no bytes: a picture, film or sound of a known kind may only have another name of its own
  // kind.
  const kind = kindOf(seen);
  return kind === null ? said : kind === kindOf(said) ? seen : null;
}

function kindOf(type: string | null): 'picture' | 'film or sound' | null {
  if (type?.startsWith('image/')) return 'picture';
  return /^(video|audio)\//.test(type ?? '') ? 'film or sound' : null;
}
