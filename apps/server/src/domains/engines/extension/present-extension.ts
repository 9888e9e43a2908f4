import type { Engine } from '@switchyard/contracts/engines/engine';
import type { ExtensionConnection } from './extension-presence.ts';

/** The extension as a row of the engines list: always connected, and managed in its browser only (spec 000 section 4.2). `k8sNamespace`: of the others. */
export function presentExtension(
  { connectionId, userId, domain, connectionTime }: ExtensionConnection,
  k8sNamespace: string,
): Engine {
  return {
    _id: connectionId,
    owner: userId,
    name: 'WhatsApp Web',
    type: 'whatsapp-web',
    engineType: 'extension',
    gatewayType: 'whatsapp-web',
    driver: 'extension',
    status: 'connected',
    active: true,
    isLegacy: false,
    k8sNamespace,
    podName: null,
    phoneNumber: null,
    qrcode: null,
    qrcodeUntil: null,
    pairing: [],
    trouble: null,
    silentSince: null,
    isHeldByPlan: false,
    connection: { id: connectionId, browserType: 'WhatsApp Web', connectedFrom: 'mqtt', domain, connectionTime },
    lastRestart: null,
    createdAt: connectionTime,
    updatedAt: connectionTime,
    canDelete: false,
    canRestart: false,
    abilities: { logOut: false, refreshQr: false, pairByCode: false, restart: false },
  };
}
