import { isLoopback } from '../../../platform/http/own-origins.ts';

/** Editors that people connect, and that take a person back by a scheme of their own, which is no domain's. */
const EDITOR_SCHEMES = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'];
/** A scheme that is a domain written backwards, which whoever has the domain may claim. */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/** Whether a browser is sent back to an editor by the editor's own scheme. */
export const isEditor = (uri: string): boolean => EDITOR_SCHEMES.includes(URL.parse(uri)?.protocol ?? '');

/** Whether a program on the person's own machine takes them back, and no site. */
export function isOnDevice(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:' ? isLoopback(url.hostname) : true);
}

/**
 * Whether a browser may be sent to an address with a code: a site over TLS, or a program on the person's own machine.
 */
export function isRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url || uri.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return !isLoopback(url.hostname);
  if (url.protocol === 'http:') return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return isEditor(uri) || REVERSE_DOMAIN.test(url.protocol);
}

/** Where it leads, in short: the host, or the scheme of a program. */
export function placeOf(uri: string): string {
  const url = URL.parse(uri);
  if (!url) return uri;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.host : url.protocol;
}
