import type { MediaType } from '@switchyard/contracts/messages/body';

/** Number of leading bytes that determine a type; `file-type` reads no more. */
export const HEAD_BYTES = 4_100;

/** Types that WhatsApp shows as picture, video or audio; everything else is sent as a document. */
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

/** Other names of the same types, and variants that need no distinction. */
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

/** Magic bytes of types that `file-type` parses further and doesn't report if the file is damaged or very short. */
const MAGIC_BYTES: Record<string, string> = { '\x89PNG\r\n\x1a\n': 'image/png', OggS: 'audio/ogg', ID3: 'audio/mpeg' };

/** Types that share a container and whose brand doesn't tell them apart. */
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
 * The type of a file, from its first bytes and its declared type. Null if they contradict each other.
 * @param declared a content type, perhaps with parameters; empty or `application/octet-stream`: unknown
 */
export async function fileType(head: Buffer, declared: string): Promise<FileType | null> {
  // Loaded on the first upload to keep server start fast.
  const { fileTypeFromBuffer, supportedMimeTypes } = await import('file-type');
  const found = (await fileTypeFromBuffer(head))?.mime ?? typeOfMagicBytes(head);
  const detected = readType(found);
  const declaredType = readType(declared);
  const known: ReadonlySet<string> = supportedMimeTypes;
  const isDetectable = declaredType !== null && known.has(declaredType);
  const isText = !head.includes(0);
  const mimeType =
    declaredType === null
      ? (detected ?? 'application/octet-stream')
      : reconcileTypes(detected, declaredType, isDetectable, isText);
  return mimeType === null ? null : { mimeType, media: MEDIA[mimeType] ?? 'document' };
}

function typeOfMagicBytes(head: Buffer): string {
  const start = head.toString('latin1', 0, 8);
  return Object.entries(MAGIC_BYTES).find(([bytes]) => start.startsWith(bytes))?.[1] ?? '';
}

function readType(declared: string): string | null {
  const plain = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const known = ALIASES[plain] ?? plain;
  return MIME_TYPE.test(known) && known !== 'application/octet-stream' ? known : null;
}

/**
 * Reconciles the detected type with the declared one.
 * @param isDetectable whether files of the declared type can be recognised by their bytes
 */
function reconcileTypes(
  detected: string | null,
  declaredType: string,
  isDetectable: boolean,
  isText: boolean,
): string | null {
  if (detected === declaredType) return declaredType;
  if (TEXT.test(declaredType)) return (detected === null || TEXT.test(detected)) && isText ? declaredType : null;
  // What distinguishes a zip-based format may come after the first bytes.
  if (IN_ZIP.test(declaredType))
    return detected === ZIP || (declaredType === ZIP && IN_ZIP.test(detected ?? '')) ? declaredType : null;
  if (IN_OLE.test(declaredType)) return detected === 'application/x-cfb' ? declaredType : null;
  if (detected !== null && ISO_FAMILY.includes(detected) && ISO_FAMILY.includes(declaredType)) return declaredType;
  if (isDetectable) return null;
  // A type without known bytes: if picture or media content was detected, its declared name must be of the same kind.
  const kind = kindOf(detected);
  return kind === null ? declaredType : kind === kindOf(declaredType) ? detected : null;
}

function kindOf(type: string | null): 'picture' | 'film or sound' | null {
  if (type?.startsWith('image/')) return 'picture';
  return /^(video|audio)\//.test(type ?? '') ? 'film or sound' : null;
}
