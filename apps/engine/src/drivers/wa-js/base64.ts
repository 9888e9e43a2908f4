/** More are too many arguments for one call. */
const CHUNK = 32_768;

/** In Node.js and in a browser alike. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
