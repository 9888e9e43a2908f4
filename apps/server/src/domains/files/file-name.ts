const MAX_LENGTH = 200;
/** An ending that is longer is no ending. */
const MAX_ENDING = 16;
/** Controls, and marks that turn the direction of writing: `photo\u202Egpj.exe` would look like a picture. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const RESERVED = /[<>:"|?*]/g;

/**
 * A name that is safe to show and to save under: no folders, nothing unseen, no leading or trailing dot, at most 200
 * characters with its ending kept.
 */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(UNSEEN, '')
    .replace(RESERVED, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  if (clean === '') return 'file';
  if (clean.length <= MAX_LENGTH) return clean;
  const dot = clean.lastIndexOf('.');
  const ending = dot > 0 && clean.length - dot <= MAX_ENDING ? clean.slice(dot) : '';
  return (
    clean
      .slice(0, MAX_LENGTH - ending.length)
      .toWellFormed()
      .replace(/\uFFFD$/, '') + ending
  );
}

/** The header value that names a download in every script (RFC 6266). */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7E]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
