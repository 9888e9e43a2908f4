import type { QueueAnswer } from '@switchyard/contracts/engine/extension';
import type { EngineStatus } from '@switchyard/contracts/engine/protocol';

/** What the server is told of a page that wa-js does not work in; the popup says it in the person's language. */
export const NOT_READY =
  'WhatsApp Web did not become ready. Reload its tab; if that does not help, update the extension.';

/** Popup → worker. Each is answered with a {@link PopupState}. */
export type PopupRequest =
  | { kind: 'state' }
  /** The code is exchanged once the browser has allowed its server. */
  | { kind: 'pair'; serverUrl: string; code: string }
  /** The browser allows it. */
  | { kind: 'allowed' }
  | { kind: 'pause'; isPaused: boolean }
  | { kind: 'unpair' }
  | { kind: 'open-whatsapp' };

/** What happened last, for the person at this browser. */
export interface LastAction {
  kind: 'sent' | 'not-sent' | 'received';
  /** Number or group. */
  chat: string;
  reason?: string;
  atMs: number;
}

/** How the lane of this browser is. `held`: another browser of the same person works it. */
export type LaneState = 'starting' | 'working' | 'held' | 'server-away';

export interface PopupState {
  /** Null: not paired. */
  pairing: { serverUrl: string; workspaceName: string; fullName: string; email: string } | null;
  /** Why pairing came to nothing, or that it was taken away; null: neither. */
  fault: string | null;
  isPaused: boolean;
  lane: LaneState;
  /**
   * Of WhatsApp Web in this browser. `closed`: no tab; `reload`: a tab that was open before the extension was there.
   */
  page: 'closed' | 'reload' | EngineStatus;
  /** What WhatsApp Web says beside. */
  pageReason: string | null;
  phoneNumber: string | null;
  /** Null: unknown. */
  queue: QueueAnswer | null;
  last: LastAction | null;
}
