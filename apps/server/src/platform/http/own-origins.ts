const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Origins whose pages may act for people: the public URL and, for a request to this machine itself, its loopback names
 * on the same port. The name in `host` is checked, so that a foreign name that resolves to this machine gains nothing.
 */
export function ownOrigins(publicUrl: string, host: string | null): string[] {
  const origins = [new URL(publicUrl).origin];
  if (host === null || !URL.canParse(`http://${host}`)) return origins;
  const { hostname, port } = new URL(`http://${host}`);
  if (!LOOPBACK.includes(hostname)) return origins;
  return [...origins, ...LOOPBACK.map((name) => `http://${name}${port === '' ? '' : `:${port}`}`)];
}

/** Whether a name (in a URL, or an address to listen on) always means this machine, independent of DNS. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);

/** Whether a request's `host` is a loopback address or the host of the public URL. */
export function isOwnHost(publicUrl: string, host: string | undefined): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return isLoopback(hostname) || hostname === new URL(publicUrl).hostname;
}
