import type { EngineStatus } from '@switchyard/contracts/engine-protocol';

const STARTING_UP: ReadonlySet<EngineStatus> = new Set([
  'initializing',
  'browser_started',
  'navigating',
  'waiting_for_whatsapp_page',
  'syncing',
]);

/** Whether the engine is on its way to a connection (spec 000 section 4.1). */
export const isStartingUp = (status: EngineStatus): boolean => STARTING_UP.has(status);

/**
 * The status to show (spec 000 section 4.1). With a live connection the engine's own word counts when it is connected, starting up or shows a QR
 * code; without one only starting up does. Everything else is what the engine said last if that is worse than disconnected, else disconnected.
 */
export function effectiveStatus(own: EngineStatus, hasLiveConnection: boolean): EngineStatus {
  if (isStartingUp(own)) return own;
  if (own === 'connected' || own === 'qrcode') return hasLiveConnection ? own : 'disconnected';
  return own;
}
