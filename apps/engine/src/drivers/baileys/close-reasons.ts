import { DisconnectReason } from 'baileys';

/**
 * The reaction to a closed connection. `now`, `later`, `much-later`: reconnect immediately or after a wait. `pair`: the
 * link is gone; delete it and show a code. `rest`: only a person can help. `replaced`: likewise, because reconnecting
 * would disconnect the session that replaced ours. `codes-ran-out`: no code was scanned.
 */
export type AfterClose = 'now' | 'later' | 'much-later' | 'pair' | 'rest' | 'replaced' | 'codes-ran-out';

/** Reactions by Baileys' `DisconnectReason`. For any other: reconnect later. */
const BY_CODE: Record<number, AfterClose> = {
  [DisconnectReason.restartRequired]: 'now',
  [DisconnectReason.loggedOut]: 'pair',
  [DisconnectReason.connectionReplaced]: 'replaced',
  [DisconnectReason.forbidden]: 'rest',
  [DisconnectReason.multideviceMismatch]: 'rest',
  // The client is too old for WhatsApp; frequent retries do not help.
  405: 'much-later',
};

/** Reasons shared by all drivers. WhatsApp's texts for them are ambiguous, such as "Stream Errored (conflict)". */
const SHARED_REASONS: Partial<Record<AfterClose, string>> = { pair: 'logged-out', replaced: 'replaced' };

interface Close {
  action: AfterClose;
  code: number | null;
  reason: string;
  /** Baileys' text. */
  detail: string;
}

/** @param error Baileys' `lastDisconnect.error`, a Boom */
export function afterClose(error: unknown): Close {
  const { message = '', output } = (error ?? {}) as { message?: string; output?: { statusCode?: number } };
  const code = output?.statusCode ?? null;
  const detail = message || 'the connection was closed';
  if (message.includes('QR refs attempts ended')) return { action: 'codes-ran-out', code, reason: detail, detail };
  const action = (code !== null && BY_CODE[code]) || 'later';
  return { action, code, reason: SHARED_REASONS[action] ?? detail, detail };
}
