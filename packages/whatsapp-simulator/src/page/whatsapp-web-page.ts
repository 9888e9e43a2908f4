import type { IncomingMessage, ServerResponse } from 'node:http';
import { openLine } from './open-line.ts';
import { openStore } from './open-store.ts';
import { startWhatsAppWeb } from './start-whatsapp-web.ts';
import { takeMessages } from './take-messages.ts';
import { wppChat } from './wpp-chat.ts';
import { wppModels } from './wpp-models.ts';
import { wppWords } from './wpp-words.ts';

/** The simulated WhatsApp Web: what the `wa-js` driver opens instead of the real one. */
const PAGE_PATH = '/simulator/web';
const PROGRAM_PATH = '/simulator/web.js';

/** As strict as WhatsApp's own: no program but the page's and what the browser's owner injects. */
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

/** The page itself tells nothing of the network, and a browser that opens it is nobody's: it needs no sign-in. */
export const isPagePath = (pathname: string): boolean => pathname === PAGE_PATH || pathname === PROGRAM_PATH;

/** Serves the page and its program. @returns false when the path is not ours and nothing was answered. */
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

/** The functions themselves, as text: no build of its own, and whatever names a bundler gave them. */
function program(): string {
  const parts = Object.entries({ openLine, openStore, wppWords, wppModels, wppChat, takeMessages }).map(
    ([name, run]) => `${name}: ${run}`,
  );
  return `(${startWhatsAppWeb})({ ${parts} });`;
}
