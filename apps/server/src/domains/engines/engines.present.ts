import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { type Engine, engine } from '@switchyard/contracts/engines/engine';
import { type SessionEvent, sessionEvent } from '@switchyard/contracts/engines/session-events';
import type { EnginePresence } from '@switchyard/contracts/live/topics';
import type { Actor } from '../../platform/actor.ts';
import { presenter } from '../../platform/presenter.ts';
import { engineState, isStarting } from './engine-state.ts';
import { isInBrowser, isLegacy, manageEnginesRefusal, restartRefusal, runEngineRefusal } from './engines.policy.ts';
import type { EngineRow } from './engines.queries.ts';
import type { sessionEvents } from './engines.schema.ts';

const sameOfEngine = presenter(engine);
/** An engine for the API. */
export function presentEngine(
  row: EngineRow,
  presence: EnginePresence | null,
  actor: Pick<Actor, 'onBehalfOf'>,
): Engine {
  const state = engineState(row, presence);
  const { isLive, silentSince } = state;
  // Only the owner can open a browser, so an engine in a closed one is not starting.
  const status = isInBrowser(row) && !isLive ? 'disconnected' : state.status;
  const { pairing, domain } = driverFacts(row.driver);
  const mayManage = manageEnginesRefusal(actor) === null;
  const waitsForPairing = isLive && (status === 'qrcode' || status === 'unpaired');
  return {
    ...sameOfEngine(row),
    owner: row.ownerId,
    type: isInBrowser(row) ? 'whatsapp-web' : 'gateway',
    status,
    isLegacy: isLegacy(row),
    qrcode: status === 'qrcode' ? row.qrcode : null,
    qrcodeUntil: status === 'qrcode' ? (row.qrcodeUntil?.toISOString() ?? null) : null,
    pairing,
    trouble: status === 'connected' ? null : row.trouble,
    silentSince: isInBrowser(row) ? null : (silentSince?.toISOString() ?? null),
    isHeldByPlan: row.planHeldAt !== null,
    connection: isLive
      ? {
          id: row.leaseInstanceId ?? row.id,
          browserType: isInBrowser(row) ? 'WhatsApp Web' : 'Gateway',
          connectedFrom: 'mqtt',
          domain,
          connectionTime: row.connectedAt?.toISOString() ?? null,
        }
      : null,
    canDelete: runEngineRefusal(actor, row) === null,
    canRestart: restartRefusal(actor, { ...row, isStarting: false }) === null,
    abilities: {
      logOut: mayManage && !isInBrowser(row) && isLive && status === 'connected',
      refreshQr: mayManage && waitsForPairing && pairing.includes('qr'),
      pairByCode: mayManage && waitsForPairing && pairing.includes('code'),
      restart: restartRefusal(actor, { ...row, isStarting: isStarting(row) }) === null,
    },
  };
}

const sameOfEvent = presenter(sessionEvent);
/** A session event with the specification's field names. */
export const presentSessionEvent = (
  row: typeof sessionEvents.$inferSelect & { engineName: string | null },
): SessionEvent => ({ ...sameOfEvent(row), sessionId: row.engineId });
