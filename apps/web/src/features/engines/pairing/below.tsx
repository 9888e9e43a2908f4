import { lazy, Suspense } from 'react';
import { openConnect, useConnectRequest } from '../../../lib/dialogs/dialog-requests.ts';
import { withTexts } from '../../../lib/i18n/texts-on-demand.ts';

const ConnectDialog = lazy(async () => ({
  default: (await withTexts(import('./connect-dialog.tsx'))).ConnectDialog,
}));

/** On every screen: the dialog that connects WhatsApp, loaded when it is asked for. */
export function ConnectOverlay() {
  const isAsked = useConnectRequest() !== null;
  return <Suspense fallback={null}>{isAsked && <ConnectDialog onClose={() => openConnect(null)} />}</Suspense>;
}
