import type { LaneState, LastAction, PopupRequest, PopupState } from '../shared/popup-messages.ts';
import { NOT_READY } from '../shared/popup-messages.ts';
import { permissionFor, readPairingLink } from '../shared/server-address.ts';
import { type TextName, text, translatePage } from '../shared/texts.ts';

const REFRESH_MS = 2_000;

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

/** Fault of the current input. */
let inputFault: string | null = null;
const showInputFault = (text: string | null) => {
  inputFault = text;
  show('fault', text);
};

function render({ pairing, fault, isPaused, lane, page, pageReason, phoneNumber, queue, last }: PopupState): void {
  show('fault', inputFault ?? fault);
  part('pairing').hidden = pairing !== null;
  part('paired').hidden = pairing === null;
  if (!pairing) return;
  part('person').textContent = `${pairing.fullName} (${pairing.email})`;
  part('workspace').textContent = pairing.workspaceName;
  part('server').textContent = pairing.serverUrl;
  const state = text(PAGE[page]);
  const pageText = pageReason === NOT_READY ? text('notReady') : pageReason;
  const reason = page === 'error' || page === 'disconnected' ? pageText : null;
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
  const laneText = isPaused ? 'pausedText' : LANE[lane];
  show('lane', laneText && text(laneText));
  part('pause').textContent = text(isPaused ? 'resume' : 'pause');
  part('pause').dataset.to = isPaused ? 'resume' : 'pause';
  part('open').textContent = text(page === 'reload' ? 'reload' : 'open');
}

const renderAfter = (request: PopupRequest) => void ask(request).then(render);

part('pairing').addEventListener('submit', (event) => {
  event.preventDefault();
  const link = readPairingLink((part('link') as HTMLInputElement).value);
  if (!link) return showInputFault(text('linkWrong'));
  showInputFault(null);
  // The browser's question may close this popup; the worker then continues.
  void ask({ kind: 'pair', ...link });
  void chrome.permissions.request(permissionFor(link.serverUrl)).then((isAllowed) => {
    if (isAllowed) return renderAfter({ kind: 'allowed' });
    showInputFault(text('notAllowed'));
  });
});
part('open').addEventListener('click', () => renderAfter({ kind: 'open-whatsapp' }));
part('pause').addEventListener('click', () =>
  renderAfter({ kind: 'pause', isPaused: part('pause').dataset.to === 'pause' }),
);
part('unpair').addEventListener('click', () => {
  part('confirm').hidden = false;
});
part('keep').addEventListener('click', () => {
  part('confirm').hidden = true;
});
part('unpair-now').addEventListener('click', () => {
  part('confirm').hidden = true;
  renderAfter({ kind: 'unpair' });
});

translatePage();
renderAfter({ kind: 'state' });
setInterval(() => renderAfter({ kind: 'state' }), REFRESH_MS);
