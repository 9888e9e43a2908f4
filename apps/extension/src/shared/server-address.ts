export interface PairingLink {
  serverUrl: string;
  code: string;
}

const LOOPBACK = ['localhost', '127.0.0.1'];

/**
 * Reads what the engines page shows: `https://switchyard.example.com/#ABCDE-FGHJK`. Null: it is something else, or not
 * safe to send a token to.
 */
export function readPairingLink(text: string): PairingLink | null {
  const url = URL.parse(text.trim());
  if (!url || url.hash.length < 2) return null;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  return isSafe ? { serverUrl: url.origin, code: url.hash.slice(1) } : null;
}

/** The server as the browser's permissions name it; they know no ports. */
export const permissionFor = (serverUrl: string): { origins: string[] } => {
  const { protocol, hostname } = new URL(serverUrl);
  return { origins: [`${protocol}//${hostname}/*`] };
};
