import { lazy, Suspense } from 'react';
import { openConnect, useConnectRequest } from '../../../lib/dialogs/dialog-requests.ts';
import { withTexts } from '../../../lib/i18n/texts-on-demand.ts';

const ConnectDialog = lazy(async () => ({
  default: (await withTexts(import('./connect-dialog.tsx'))).ConnectDialog,
}));

/** Shown on every screen: the dialog that connects WhatsApp, loaded on request. */
export function ConnectOverlay() {
  const isOpen = useConnectRequest() !== null;
  return <Suspense fallback={null}>{isOpen && <ConnectDialog onClose={() => openConnect(null)} />}</Suspense>;
}
