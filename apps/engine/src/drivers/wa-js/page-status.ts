import type { EngineStatus } from '@switchyard/contracts/engine/protocol';
import type { PageState } from './page/updates.ts';

const BLOCKED: Record<string, string> = {
  PROXYBLOCK: 'WhatsApp refuses connections from this network (proxy block)',
  TOS_BLOCK: 'WhatsApp has blocked the account for breaking its terms',
  SMB_TOS_BLOCK: 'WhatsApp has blocked the business account for breaking its terms',
  DEPRECATED_VERSION: 'WhatsApp Web no longer accepts this version of the page',
};

/** Interprets WhatsApp Web's state for the engine session. */
export function statusOf(state: PageState): { status: EngineStatus; reason?: string } {
  const { mode, info, authenticated, code } = state;
  const blocked = BLOCKED[mode];
  if (blocked) return { status: 'error', reason: blocked };
  if (mode === 'CONFLICT') return { status: 'disconnected', reason: 'replaced' };
  if (authenticated) {
    if (mode === 'OFFLINE' || (mode === 'MAIN' && info === 'OFFLINE')) {
      return { status: 'disconnected', reason: 'WhatsApp Web has lost its connection' };
    }
    // `conn.main_ready` also fires while a QR code is shown: only both together mean that it is linked.
    return { status: mode === 'MAIN' ? 'connected' : 'syncing' };
  }
  if (mode === 'SYNCING') return { status: 'syncing' };
  if (code !== null) return { status: 'qrcode' };
  return { status: info === 'OPENING' ? 'waiting_for_whatsapp_page' : 'unpaired' };
}
