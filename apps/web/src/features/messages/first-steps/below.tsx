import { lazy, Suspense, useEffect, useState } from 'react';
import { openCompose, useAskedMessage } from '../../../lib/dialogs/asked-dialogs.ts';
import { withTexts } from '../../../lib/i18n/texts-on-demand.ts';
import { FirstStepsStrip } from './first-steps-strip.tsx';

const loadComposeDialog = async () => ({
  default: (await withTexts(import('../compose/compose-dialog.tsx'))).ComposeDialog,
});
const ComposeDialog = lazy(loadComposeDialog);

/**
 * On every screen: what keeps messages from going out, the way of a new workspace, and the dialog for a message
 * wherever one is asked for.
 */
export default function MessageOverlays() {
  const asked = useAskedMessage();
  const [wasAsked, setWasAsked] = useState(false);
  if (asked && !wasAsked) setWasAsked(true);
  // Here before it is asked for, but not before the screen that is being opened.
  useEffect(() => {
    const idle = window.requestIdleCallback?.(() => void loadComposeDialog());
    return () => window.cancelIdleCallback?.(idle);
  }, []);
  return (
    <>
      <FirstStepsStrip />
      <Suspense fallback={null}>
        {wasAsked && <ComposeDialog composed={asked} onClose={() => openCompose(null)} />}
      </Suspense>
    </>
  );
}
