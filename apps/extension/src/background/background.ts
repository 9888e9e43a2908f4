import { ServerRefusal } from '../../../engine/src/connection/server-answer.ts';
import type { LaneEnd } from '../../../engine/src/lane/lane.ts';
import { reasonOf } from '../../../engine/src/log.ts';
import { PAGE_PORT } from '../shared/page-messages.ts';
import type { PopupRequest, PopupState } from '../shared/popup-messages.ts';
import { permissionFor } from '../shared/server-address.ts';
import { text } from '../shared/texts.ts';
import { loadState, saveState } from './saved-state.ts';
import { connectToServer, pair } from './server.ts';
import { WhatsAppTabs } from './whatsapp-tabs.ts';
import { WorkingLane } from './working-lane.ts';

/** Alarm that wakes a suspended worker, and detects a lane that has ended. */
const TICK = 'tick';
const TICK_MINUTES = 0.5;

// A worker may be terminated at any time and has no state when it starts again: what it needs is stored, and every
// event that wakes it restarts the lane.
const tabs = new WhatsAppTabs();
let lane: WorkingLane | null = null;
/** Runs wake-ups one after the other, so that two at once start only one lane. */
let turn: Promise<unknown> = Promise.resolve();

const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
  const done = turn.then(act);
  turn = done.catch(() => undefined);
  return done;
};

chrome.runtime.onConnect.addListener((port) => {
  if (port.name !== PAGE_PORT || port.sender?.id !== chrome.runtime.id) return port.disconnect();
  tabs.add(port);
  void inTurn(work);
});
chrome.alarms.onAlarm.addListener(() => void inTurn(work));
chrome.runtime.onStartup.addListener(() => void inTurn(work));
chrome.runtime.onInstalled.addListener(() => void inTurn(work));
chrome.permissions.onAdded.addListener(() => void inTurn(pairPending));
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  // Pages use their port; only the extension's own popup sends messages here.
  if (!sender.url?.startsWith(`chrome-extension://${chrome.runtime.id}/`)) return;
  void inTurn(() => carryOut(message as PopupRequest)).then(respond);
  return true;
});
void inTurn(work);

/** Starts or stops the lane, depending on the saved state. */
async function work(): Promise<void> {
  const { pairing, isPaused, browserId } = await loadState();
  if (!pairing || isPaused) return rest();
  await chrome.alarms.create(TICK, { periodInMinutes: TICK_MINUTES });
  lane ??= new WorkingLane({
    pairing,
    browserId,
    tabs,
    acted: (last) => void saveState({ last }),
    ended: (why) => void inTurn(() => ended(why)),
  });
}

async function rest(): Promise<void> {
  const working = lane;
  lane = null;
  await chrome.alarms.clear(TICK);
  await working?.stop();
}

/** Handles a lane that ended by itself: the next tick starts another, unless the server has revoked the pairing. */
async function ended(why: LaneEnd): Promise<void> {
  if (why === 'stopped') return;
  lane = null;
  if (why === 'unauthorized') await clearPairing(text('revoked'));
}

async function carryOut(request: PopupRequest): Promise<PopupState> {
  switch (request.kind) {
    case 'state':
      break;
    case 'pair':
      await saveState({ pending: { serverUrl: request.serverUrl, code: request.code }, fault: null });
      await pairPending();
      break;
    case 'allowed':
      await pairPending();
      break;
    case 'pause':
      await saveState({ isPaused: request.isPaused });
      await work();
      break;
    case 'unpair':
      await unpair();
      break;
    case 'open-whatsapp':
      await openWhatsApp();
      break;
  }
  return describe();
}

/** Exchanges the code once the browser has granted permission for the server; the popup may be closed by then. */
async function pairPending(): Promise<void> {
  const { pending } = await loadState();
  if (!pending || !(await chrome.permissions.contains(permissionFor(pending.serverUrl)))) return;
  const { serverUrl, code } = pending;
  try {
    const { engineId, token, workspaceName, person } = await pair(serverUrl, code);
    await rest();
    await saveState({
      pending: null,
      pairing: { serverUrl, engineId, token, workspaceName, ...person },
      isPaused: false,
      fault: null,
      last: null,
    });
    await chrome.runtime.setUninstallURL(`${serverUrl}/uninstall`);
    await work();
  } catch (error) {
    await saveState({ pending: null, fault: pairingFault(error) });
  }
}

/** A server refuses a pairing only because of its code. */
const pairingFault = (error: unknown): string =>
  error instanceof ServerRefusal && error.code === 'INVALID'
    ? text('codeInvalid')
    : text('unreachable', reasonOf(error));

/** Sends in progress are settled first; then the server removes the engine. */
async function unpair(): Promise<void> {
  const { pairing } = await loadState();
  await rest();
  if (pairing)
    await connectToServer(pairing.serverUrl, pairing.token)
      .unpair()
      .catch(() => undefined);
  await clearPairing(null);
}

async function clearPairing(fault: string | null): Promise<void> {
  const { pairing } = await loadState();
  await rest();
  await saveState({ pairing: null, pending: null, isPaused: false, last: null, fault });
  if (!pairing) return;
  await chrome.permissions.remove(permissionFor(pairing.serverUrl)).catch(() => false);
  await chrome.runtime.setUninstallURL('');
}

const whatsAppPages = (): string[] => chrome.runtime.getManifest().content_scripts[0]?.matches ?? [];

/**
 * Shows WhatsApp Web. A tab without the extension's scripts is reloaded, because it was opened before the extension.
 */
async function openWhatsApp(): Promise<void> {
  const pages = whatsAppPages();
  const [tab] = await chrome.tabs.query({ url: pages });
  if (tab?.id === undefined) await chrome.tabs.create({ url: (pages[0] ?? '').replace(/\*$/, '') });
  else {
    await chrome.tabs.update(tab.id, { active: true });
    if (!tabs.isOpen()) await chrome.tabs.reload(tab.id);
  }
}

async function describe(): Promise<PopupState> {
  const { pairing, fault, isPaused, last } = await loadState();
  const facts = lane?.facts ?? {
    lane: 'starting' as const,
    page: 'disconnected' as const,
    pageReason: null,
    phoneNumber: null,
  };
  const isThere = tabs.isOpen() || (await chrome.tabs.query({ url: whatsAppPages() })).length > 0;
  return {
    pairing: pairing && {
      serverUrl: pairing.serverUrl,
      workspaceName: pairing.workspaceName,
      fullName: pairing.fullName,
      email: pairing.email,
    },
    fault,
    isPaused,
    ...facts,
    page: tabs.isOpen() ? facts.page : isThere ? 'reload' : 'closed',
    queue: pairing && !isPaused ? ((await lane?.readQueue()) ?? null) : null,
    last,
  };
}
