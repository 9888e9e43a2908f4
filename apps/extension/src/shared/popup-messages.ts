import type { QueueAnswer } from '@switchyard/contracts/engine/extension';
import type { EngineStatus } from '@switchyard/contracts/engine/protocol';

/**
 * Reason reported to the server for a page in which wa-js doesn't work; the popup shows it in the person's language.
 */
export const NOT_READY =
  'WhatsApp Web did not become ready. Reload its tab; if that does not help, update the extension.';

/** Popup → worker. Each is answered with a {@link PopupState}. */
export type PopupRequest =
  | { kind: 'state' }
  /** The code is exchanged once the browser has granted permission for its server. */
  | { kind: 'pair'; serverUrl: string; code: string }
  /** The browser has granted permission. */
  | { kind: 'allowed' }
  | { kind: 'pause'; isPaused: boolean }
  | { kind: 'unpair' }
  | { kind: 'open-whatsapp' };

/** The last action, shown to the person at this browser. */
export interface LastAction {
  kind: 'sent' | 'not-sent' | 'received';
  /** A number or group. */
  chat: string;
  reason?: string;
  atMs: number;
}

/** State of this browser's lane. `held`: another browser of the same person works it. */
export type LaneState = 'starting' | 'working' | 'held' | 'server-away';

export interface PopupState {
  /** Null if not paired. */
  pairing: { serverUrl: string; workspaceName: string; fullName: string; email: string } | null;
  /** Why pairing failed or was withdrawn; null if neither. */
  fault: string | null;
  isPaused: boolean;
  lane: LaneState;
  /**
   * State of WhatsApp Web in this browser. `closed`: no tab; `reload`: a tab opened before the extension was installed.
   */
  page: 'closed' | 'reload' | EngineStatus;
  /** The reason that WhatsApp Web gives for its state. */
  pageReason: string | null;
  phoneNumber: string | null;
  /** Null if unknown. */
  queue: QueueAnswer | null;
  last: LastAction | null;
}
