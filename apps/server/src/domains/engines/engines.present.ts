import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import type { Engine } from '@switchyard/contracts/engines/engine';
import type { SessionEvent } from '@switchyard/contracts/engines/session-events';
import type { EnginePresence } from '@switchyard/contracts/live/topics';
import type { Actor } from '../../platform/actor.ts';
import { engineState, isStarting } from './engine-standing.ts';
import { isInBrowser, isLegacy, manageEnginesRefusal, restartRefusal, runEngineRefusal } from './engines.policy.ts';
import type { EngineRow } from './engines.queries.ts';
import type { sessionEvents } from './engines.schema.ts';

/** An engine for the wire. */
export function presentEngine(
  row: EngineRow,
  presence: EnginePresence | null,
  actor: Pick<Actor, 'onBehalfOf'>,
): Engine {
  const state = engineState(row, presence);
  const { isLive, silentSince } = state;
  // Nobody starts a browser but its owner: one that is closed is not starting.
  const status = isInBrowser(row) && !isLive ? 'disconnected' : state.status;
  const { pairing, domain } = driverFacts(row.driver);
  const mayManage = manageEnginesRefusal(actor) === null;
  const waitsForPairing = isLive && (status === 'qrcode' || status === 'unpaired');
  return {
    _id: row.id,
    owner: row.ownerId,
    name: row.name,
    type: isInBrowser(row) ? 'whatsapp-web' : 'gateway',
    engineType: row.engineType,
    gatewayType: row.gatewayType,
    driver: row.driver,
    status,
    active: row.active,
    isLegacy: isLegacy(row),
    k8sNamespace: row.k8sNamespace,
    podName: row.podName,
    phoneNumber: row.phoneNumber,
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
    lastRestart: row.lastRestart?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
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

/** A session event by the specification's field names. */
export function presentSessionEvent(
  row: typeof sessionEvents.$inferSelect & { engineName: string | null },
): SessionEvent {
  return {
    _id: row.id,
    sessionId: row.engineId,
    engineName: row.engineName,
    fromDateTime: row.fromDateTime.toISOString(),
    event: row.event,
    state: row.state,
    sessionType: row.sessionType,
    podId: row.podId,
    triggerdBy: row.triggerdBy,
    details: row.details,
  };
}
