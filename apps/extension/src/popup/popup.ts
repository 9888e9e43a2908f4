import type { LaneState, LastAction, PopupRequest, PopupState } from '../shared/popup-messages.ts';
import { NOT_READY } from '../shared/popup-messages.ts';
import { permissionFor, readPairingLink } from '../shared/server-address.ts';
import { type TextName, text, translatePage } from '../shared/texts.ts';

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

const PAGE: Record<PopupState['page'], TextName> = {
  closed: 'pageClosed',
  reload: 'pageReload',
  disconnected: 'pageDisconnected',
  initializing: 'pageStarting',
  browser_started: 'pageStarting',
  navigating: 'pageStarting',
  waiting_for_whatsapp_page: 'pageLoading',
  unpaired: 'pageUnlinked',
  qrcode: 'pageUnlinked',
  syncing: 'pageSyncing',
  connected: 'pageConnected',
  error: 'pageError',
};
const LANE: Record<LaneState, TextName | null> = {
  starting: 'laneStarting',
  working: null,
  held: 'laneHeld',
  'server-away': 'laneAway',
};
const ACTION: Record<LastAction['kind'], TextName> = { sent: 'sent', 'not-sent': 'notSent', received: 'received' };

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
  const state = text(PAGE[page]);
  const said = pageReason === NOT_READY ? text('notReady') : pageReason;
  const reason = page === 'error' || page === 'disconnected' ? said : null;
  part('whatsapp').textContent = [state, page === 'connected' ? phoneNumber : reason].filter(Boolean).join(' · ');
  part('queue').textContent = isPaused
    ? text('paused')
    : queue === null
      ? text('unknown')
      : queue.pending === 0
        ? text('queueEmpty')
        : text('queueCounts', String(queue.pending), String(queue.due));
  part('last').textContent = last
    ? [
        text(ACTION[last.kind], `\u2068${last.chat}\u2069`),
        last.reason,
        new Date(last.atMs).toLocaleString(text('language')),
      ]
        .filter(Boolean)
        .join(' · ')
    : text('lastNone');
  const stands = isPaused ? 'pausedText' : LANE[lane];
  show('lane', stands && text(stands));
  part('pause').textContent = text(isPaused ? 'resume' : 'pause');
  part('pause').dataset.to = isPaused ? 'resume' : 'pause';
  part('open').textContent = text(page === 'reload' ? 'reload' : 'open');
}

const drawAfter = (request: PopupRequest) => void ask(request).then(draw);

part('pairing').addEventListener('submit', (event) => {
  event.preventDefault();
  const link = readPairingLink((part('link') as HTMLInputElement).value);
  if (!link) return complain(text('linkWrong'));
  complain(null);
  // The worker goes on when this popup is closed by the browser's question.
  void ask({ kind: 'pair', ...link });
  void chrome.permissions.request(permissionFor(link.serverUrl)).then((isAllowed) => {
    if (isAllowed) return drawAfter({ kind: 'allowed' });
    complain(text('notAllowed'));
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

translatePage();
drawAfter({ kind: 'state' });
setInterval(() => drawAfter({ kind: 'state' }), READ_AGAIN_MS);
