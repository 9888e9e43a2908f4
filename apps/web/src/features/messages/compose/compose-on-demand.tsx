import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { withTexts } from '../../../lib/i18n/texts-on-demand.ts';
import type { ComposeDialog } from './compose-dialog.tsx';

const loadComposeDialog = async () => ({
  default: (await withTexts(import('./compose-dialog.tsx'))).ComposeDialog,
});
const Dialog = lazy(loadComposeDialog);

/** Mounts closed first: a dialog returns focus to the element that had it when it opened. */
function OpeningDialog({ target, ...more }: ComponentProps<typeof ComposeDialog>) {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return <Dialog {...more} target={isMounted ? target : null} />;
}

const USE_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * The compose dialog, loaded on demand because its code is as large as a whole screen. Loading starts when the person
 * begins to use the page, after the screen's own code.
 */
export function ComposeOnDemand(props: ComponentProps<typeof ComposeDialog>) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.target && !wasOpened) setWasOpened(true);
  useEffect(() => {
    const controller = new AbortController();
    const load = () => {
      controller.abort();
      void loadComposeDialog();
    };
    for (const type of USE_EVENTS) window.addEventListener(type, load, { signal: controller.signal });
    return () => controller.abort();
  }, []);
  return <Suspense fallback={null}>{wasOpened && <OpeningDialog {...props} />}</Suspense>;
}
