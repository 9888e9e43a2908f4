import type { LastAction, PopupState } from '../shared/popup-messages.ts';

/** A pairing: everything needed to continue working the lane after the worker was suspended. */
export interface Pairing {
  serverUrl: string;
  engineId: string;
  token: string;
  workspaceName: string;
  fullName: string;
  email: string;
}

interface SavedState {
  /** Identifies this browser to the server for as long as the extension is installed. */
  browserId: string;
  pairing: Pairing | null;
  /** Exchanged once the browser has granted permission for its server. */
  pending: { serverUrl: string; code: string } | null;
  isPaused: boolean;
  fault: PopupState['fault'];
  last: LastAction | null;
}

const INITIAL: Omit<SavedState, 'browserId'> = {
  pairing: null,
  pending: null,
  isPaused: false,
  fault: null,
  last: null,
};

/** Loads the state from this browser's storage, which only the extension's own pages and worker can read. */
export async function loadState(): Promise<SavedState> {
  await chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
  const found = (await chrome.storage.local.get(['browserId', ...Object.keys(INITIAL)])) as Partial<SavedState>;
  const browserId = found.browserId ?? crypto.randomUUID();
  if (found.browserId === undefined) await saveState({ browserId });
  return { ...INITIAL, ...found, browserId };
}

export const saveState = (changes: Partial<SavedState>): Promise<void> => chrome.storage.local.set(changes);
