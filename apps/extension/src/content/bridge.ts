import { PAGE_PORT, type ToPage } from '../shared/page-messages.ts';
import { takePort } from './channel.ts';

const ALIVE_MS = 20_000;
const RECONNECT_MS = 250;
/** Maximum number of messages from the page that are buffered while the worker restarts. */
const MAX_WAITING = 500;

/**
 * Relays messages between WhatsApp's page and the worker. It trusts neither and stores nothing; connecting wakes a
 * suspended worker.
 */
takePort((page) => {
  let worker: chrome.runtime.Port | null = null;
  const waiting: unknown[] = [];

  const say = (message: unknown) => {
    try {
      if (!worker) throw new Error('the worker is unavailable');
      worker.postMessage(message);
    } catch {
      if (waiting.length < MAX_WAITING) waiting.push(message);
    }
  };
  const connect = () => {
    try {
      worker = chrome.runtime.connect({ name: PAGE_PORT });
    } catch {
      // The extension was removed or replaced: this page belongs to the old one.
      page.close();
      clearInterval(alive);
      return;
    }
    worker.onMessage.addListener((message) => page.postMessage(message as ToPage));
    worker.onDisconnect.addListener(() => {
      worker = null;
      setTimeout(connect, RECONNECT_MS);
    });
    for (const message of waiting.splice(0)) say(message);
  };
  page.onmessage = ({ data }) => say(data);
  const alive = setInterval(() => say({ kind: 'alive' }), ALIVE_MS);
  connect();
});
