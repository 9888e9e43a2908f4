import { serveDriver } from '../../engine/test/conformance/serve-driver.ts';
import { readWire, toWire } from '../../engine/test/conformance/wire.ts';
import { extensionDriver } from '../src/background/extension-driver.ts';
import { WhatsAppTabs } from '../src/background/whatsapp-tabs.ts';
import { PAGE_PORT } from '../src/shared/page-messages.ts';

// The extension's worker, with the test in place of the lane (`apps/engine/test/conformance/extension-process.ts`).
// Driver,
// bridge and page are real. Several engines share the worker, each with its own tabs.
const tabsOf = new Map<string, WhatsAppTabs>();

chrome.runtime.onConnect.addListener((port) => {
  const { searchParams } = new URL(port.sender?.url ?? '');
  const tabs = tabsOf.get(searchParams.get('life') ?? '');
  if (port.name === PAGE_PORT) tabs?.add(port);
});

Object.assign(globalThis, {
  beginTest(url: string) {
    const socket = new WebSocket(url);
    const channel = {
      send: (message: unknown) => socket.send(toWire(message)),
      on: (_event: 'message', listener: (message: unknown) => void) =>
        socket.addEventListener('message', ({ data }) => listener(readWire(String(data)))),
    };
    serveDriver(channel, async (setup) => (life, context) => {
      const tabs = new WhatsAppTabs();
      tabsOf.set(life, tabs);
      const page = new URL(setup.url);
      page.hostname = `${context.engineId}.localhost`;
      // Shorter time-outs than in real life, since the network is local.
      return extensionDriver(tabs, { pageUrl: page.href, answerTimeoutMs: 1_500, offlineGraceMs: 100 })(context);
    });
  },
});
