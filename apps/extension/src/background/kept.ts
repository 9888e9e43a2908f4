import type { LastAction, PopupState } from '../shared/popup-messages.ts';

/** What a pairing is: everything that is needed to work the lane again after the worker was suspended. */
export interface Pairing {
  serverUrl: string;
  engineId: string;
  token: string;
  workspaceName: string;
  fullName: string;
  email: string;
}

interface Kept {
  /** Names this browser to the server, for as long as the extension is installed. */
  browserId: string;
  pairing: Pairing | null;
  /** To be exchanged once the browser has allowed its server. */
  pending: { serverUrl: string; code: string } | null;
  isPaused: boolean;
  fault: PopupState['fault'];
  last: LastAction | null;
}

const NOTHING: Omit<Kept, 'browserId'> = { pairing: null, pending: null, isPaused: false, fault: null, last: null };

/** Kept in this browser, where only the extension's own pages and worker can read it. */
export async function readKept(): Promise<Kept> {
  await chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
  const found = (await chrome.storage.local.get(['browserId', ...Object.keys(NOTHING)])) as Partial<Kept>;
  const browserId = found.browserId ?? crypto.randomUUID();
  if (found.browserId === undefined) await keep({ browserId });
  return { ...NOTHING, ...found, browserId };
}

export const keep = (changes: Partial<Kept>): Promise<void> => chrome.storage.local.set(changes);
