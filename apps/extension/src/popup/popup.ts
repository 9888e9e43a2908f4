import type { LaneState, LastAction, PopupRequest, PopupState } from '../shared/popup-messages.ts';
import { permissionFor, readPairingLink } from '../shared/server-address.ts';

const READ_AGAIN_MS = 2_000;

const part = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the popup has no ${id}`);
  return found;
};
const ask = async (request: PopupRequest) => (await chrome.runtime.sendMessage(request)) as PopupState;
const show = (id: string, text: string | null) => {
  part(id).textContent = text;
  part(id).hidden = text === null;
};

const PAGE: Record<PopupState['page'], string> = {
  closed: 'Not open in this browser',
  reload: 'Open, but needs a reload',
  disconnected: 'Not connected',
  initializing: 'Starting',
  browser_started: 'Starting',
  navigating: 'Starting',
  waiting_for_whatsapp_page: 'Loading',
  unpaired: 'Not linked to a phone',
  qrcode: 'Not linked to a phone',
  syncing: 'Syncing',
  connected: 'Connected',
  error: 'Not working',
};
const LANE: Record<LaneState, string | null> = {
  starting: 'Connecting to the server…',
  working: null,
  held: 'Another browser of yours is sending now. This one takes over when it closes.',
  'server-away': 'The server isn’t responding. Trying again.',
};
const ACTION: Record<LastAction['kind'], string> = {
  sent: 'Sent to',
  'not-sent': 'Not sent to',
  received: 'Received from',
};

/** What is wrong with what was typed here. */
let complaint: string | null = null;
const complain = (text: string | null) => {
  complaint = text;
  show('fault', text);
};

function draw({ pairing, fault, isPaused, lane, page, pageReason, phoneNumber, queue, last }: PopupState): void {
  show('fault', complaint ?? fault);
  part('pairing').hidden = pairing !== null;
  part('paired').hidden = pairing === null;
  if (!pairing) return;
  part('person').textContent = `${pairing.fullName} (${pairing.email})`;
  part('workspace').textContent = pairing.workspaceName;
  part('server').textContent = pairing.serverUrl;
  const state = PAGE[page];
  const reason = page === 'error' || page === 'disconnected' ? pageReason : null;
  part('whatsapp').textContent = [state, page === 'connected' ? phoneNumber : reason].filter(Boolean).join(' · ');
  part('queue').textContent = isPaused
    ? 'Paused'
    : queue === null
      ? 'Unknown'
      : queue.pending === 0
        ? 'Nothing waits'
        : `${queue.pending} waiting, ${queue.due} due now`;
  part('last').textContent = last
    ? [`${ACTION[last.kind]} ${last.chat}`, last.reason, new Date(last.atMs).toLocaleString()]
        .filter(Boolean)
        .join(' · ')
    : 'Nothing yet';
  show('lane', isPaused ? 'Paused. Messages wait until you resume.' : LANE[lane]);
  part('pause').textContent = isPaused ? 'Resume' : 'Pause';
  part('pause').dataset.to = isPaused ? 'resume' : 'pause';
  part('open').textContent = page === 'reload' ? 'Reload WhatsApp Web' : 'Open WhatsApp Web';
}

const drawAfter = (request: PopupRequest) => void ask(request).then(draw);

part('pairing').addEventListener('submit', (event) => {
  event.preventDefault();
  const link = readPairingLink((part('link') as HTMLInputElement).value);
  if (!link) return complain('Copy the whole pairing link, beginning with https://.');
  complain(null);
  // The worker goes on when this popup is closed by the browser's question.
  void ask({ kind: 'pair', ...link });
  void chrome.permissions.request(permissionFor(link.serverUrl)).then((isAllowed) => {
    if (isAllowed) return drawAfter({ kind: 'allowed' });
    complain('The browser has to allow this server before it can be paired.');
  });
});
part('open').addEventListener('click', () => drawAfter({ kind: 'open-whatsapp' }));
part('pause').addEventListener('click', () =>
  drawAfter({ kind: 'pause', isPaused: part('pause').dataset.to === 'pause' }),
);
part('unpair').addEventListener('click', () => {
  part('confirm').hidden = false;
});
part('keep').addEventListener('click', () => {
  part('confirm').hidden = true;
});
part('unpair-now').addEventListener('click', () => {
  part('confirm').hidden = true;
  drawAfter({ kind: 'unpair' });
});

drawAfter({ kind: 'state' });
setInterval(() => drawAfter({ kind: 'state' }), READ_AGAIN_MS);
