const MAX_LENGTH = 200;
/** Anything longer is not a file extension. */
const MAX_EXTENSION_LENGTH = 16;
/** Control characters, and marks that change the writing direction: `photo\u202Egpj.exe` would look like a picture. */
const INVISIBLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const RESERVED = /[<>:"|?*]/g;

/**
 * Makes a name safe to show and save: no folders, nothing invisible, no leading or trailing dot, at most 200 characters
 * with the extension kept.
 */
export function cleanFileName(input: string): string {
  const last = input.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(INVISIBLE, '')
    .replace(RESERVED, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  if (clean === '') return 'file';
  if (clean.length <= MAX_LENGTH) return clean;
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 && clean.length - dot <= MAX_EXTENSION_LENGTH ? clean.slice(dot) : '';
  return (
    clean
      .slice(0, MAX_LENGTH - extension.length)
      .toWellFormed()
      .replace(/\uFFFD$/, '') + extension
  );
}

/** The header value that names a download in any script (RFC 6266). */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7E]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
