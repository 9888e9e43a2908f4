import { DisconnectReason } from 'baileys';

/**
 * What a closed connection calls for. `now`, `later`: connect again, at once or after a wait. `pair`: the link is gone,
 * forget it and show a code. `rest`: nothing helps but a person; `replaced` most of all, since connecting again would
 * throw out the one that replaced us.
 */
export type AfterClose = 'now' | 'later' | 'much-later' | 'pair' | 'rest' | 'replaced' | 'codes-ran-out';

/** Baileys' reasons (its `DisconnectReason`) as a table. Any other: connect again later. */
const BY_CODE: Record<number, AfterClose> = {
  [DisconnectReason.restartRequired]: 'now',
  [DisconnectReason.loggedOut]: 'pair',
  [DisconnectReason.connectionReplaced]: 'replaced',
  [DisconnectReason.forbidden]: 'rest',
  [DisconnectReason.multideviceMismatch]: 'rest',
  // The client is too old for WhatsApp: asking often does not make it younger.
  405: 'much-later',
};

/** Reasons that all drivers call alike. WhatsApp's words for them are the same, such as "Stream Errored (conflict)". */
const SHARED_REASONS: Partial<Record<AfterClose, string>> = { pair: 'logged-out', replaced: 'replaced' };

interface Close {
  action: AfterClose;
  code: number | null;
  reason: string;
  /** In Baileys' words. */
  said: string;
}

/** @param error Baileys' `lastDisconnect.error`, a Boom. */
export function afterClose(error: unknown): Close {
  const { message = '', output } = (error ?? {}) as { message?: string; output?: { statusCode?: number } };
  const code = output?.statusCode ?? null;
  const said = message || 'the connection was closed';
  if (message.includes('QR refs attempts ended')) return { action: 'codes-ran-out', code, reason: said, said };
  const action = (code !== null && BY_CODE[code]) || 'later';
  return { action, code, reason: SHARED_REASONS[action] ?? said, said };
}
