import { isLoopback } from '../../../platform/http/own-origins.ts';

/** Editors that receive redirects under their own custom scheme instead of a domain's. */
const EDITOR_SCHEMES = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'];
/** A scheme that is a reversed domain name, which the owner of the domain may claim. */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/** Whether a redirect goes to an editor by its own scheme. */
export const isEditor = (uri: string): boolean => EDITOR_SCHEMES.includes(URL.parse(uri)?.protocol ?? '');

/** Whether a redirect goes to a program on the person's own machine, not to a site. */
export function isOnDevice(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:' ? isLoopback(url.hostname) : true);
}

/** Whether a browser may be redirected there with a code: a site over TLS, or a program on the person's own machine. */
export function isRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url || uri.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return !isLoopback(url.hostname);
  if (url.protocol === 'http:') return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return isEditor(uri) || REVERSE_DOMAIN.test(url.protocol);
}

/** Short name of a redirect's target: the host, or a program's scheme. */
export function describeRedirect(uri: string): string {
  const url = URL.parse(uri);
  if (!url) return uri;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.host : url.protocol;
}
