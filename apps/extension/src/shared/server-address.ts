export interface PairingLink {
  serverUrl: string;
  code: string;
}

const LOOPBACK = ['localhost', '127.0.0.1'];

/**
 * Parses a pairing link from the engines page: `https://switchyard.example.com/#ABCDE-FGHJK`. Null if it is something
 * else, or not safe to send a token to.
 */
export function readPairingLink(text: string): PairingLink | null {
  const url = URL.parse(text.trim());
  if (!url || url.hash.length < 2) return null;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  return isSafe ? { serverUrl: url.origin, code: url.hash.slice(1) } : null;
}

/** The server in the form of the browser's permissions, which have no ports. */
export const permissionFor = (serverUrl: string): { origins: string[] } => {
  const { protocol, hostname } = new URL(serverUrl);
  return { origins: [`${protocol}//${hostname}/*`] };
};
