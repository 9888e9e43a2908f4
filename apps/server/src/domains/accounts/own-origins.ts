const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The origins whose pages may sign people in: the public URL, and, when the request came to this machine itself, its loopback names on the
 * same port. The name in `host` is checked, so that a foreign name that resolves to this machine gains nothing.
 */
export function ownOrigins(publicUrl: string, host: string | null): string[] {
  const origins = [new URL(publicUrl).origin];
  if (host === null || !URL.canParse(`http://${host}`)) return origins;
  const { hostname, port } = new URL(`http://${host}`);
  if (!LOOPBACK.includes(hostname)) return origins;
  return [...origins, ...LOOPBACK.map((name) => `http://${name}${port === '' ? '' : `:${port}`}`)];
}
