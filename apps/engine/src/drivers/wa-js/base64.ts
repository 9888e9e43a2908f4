/** Larger chunks would be too many arguments for one call. */
const CHUNK = 32_768;

/** Works in Node.js and in browsers. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
