import type { IncomingMessage, ServerResponse } from 'node:http';
import { openLine } from './open-line.ts';
import { openStore } from './open-store.ts';
import { startWhatsAppWeb } from './start-whatsapp-web.ts';
import { takeMessages } from './take-messages.ts';
import { wppChat } from './wpp-chat.ts';
import { wppModels } from './wpp-models.ts';
import { wppWords } from './wpp-words.ts';

/** The simulated WhatsApp Web, which the `wa-js` driver opens instead of the real one. */
const PAGE_PATH = '/simulator/web';
const PROGRAM_PATH = '/simulator/web.js';

/** As strict as WhatsApp's own policy: no scripts but the page's, and those that the browser's owner injects. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self' ws: wss:";

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Simulated WhatsApp Web</title>
<script src="web.js" defer></script>
<h1>Simulated WhatsApp Web</h1>
<p>Engines with the driver wa-js open this page. State: <output>loading</output></p>
</html>
`;

/** Whether the path is the page or its program. They reveal nothing about the network and need no sign-in. */
export const isPagePath = (pathname: string): boolean => pathname === PAGE_PATH || pathname === PROGRAM_PATH;

/** Serves the page and its program. @returns false if the path is another one and nothing was answered */
export function serveWhatsAppWeb(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET') return false;
  const { pathname } = new URL(request.url ?? '/', 'http://simulator');
  if (!isPagePath(pathname)) return false;
  const [type, text] =
    pathname === PAGE_PATH ? (['text/html', HTML] as const) : (['text/javascript', program()] as const);
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
  });
  response.end(text);
  return true;
}

/** The serialized functions: they need no build of their own and work with whatever names a bundler gave them. */
function program(): string {
  const functions = Object.entries({ openLine, openStore, wppWords, wppModels, wppChat, takeMessages }).map(
    ([name, run]) => `${name}: ${run}`,
  );
  return `(${startWhatsAppWeb})({ ${functions} });`;
}
