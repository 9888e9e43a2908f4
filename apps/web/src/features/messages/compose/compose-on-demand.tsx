import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { withTexts } from '../../../lib/i18n/texts-on-demand.ts';
import type { ComposeDialog } from './compose-dialog.tsx';

const loadComposeDialog = async () => ({
  default: (await withTexts(import('./compose-dialog.tsx'))).ComposeDialog,
});
const Dialog = lazy(loadComposeDialog);

/** Mounts closed first: a dialog returns focus to the element that had it when it opened. */
function OpeningDialog({ composed, ...more }: ComponentProps<typeof ComposeDialog>) {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => setIsDrawn(true), []);
  return <Dialog {...more} composed={isDrawn ? composed : null} />;
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * The compose dialog, loaded on demand because its code is as large as a whole screen. Loading starts when the person
 * begins to use the page, after the screen's own code.
 */
export function ComposeOnDemand(props: ComponentProps<typeof ComposeDialog>) {
  const [wasAsked, setWasAsked] = useState(false);
  if (props.composed && !wasAsked) setWasAsked(true);
  useEffect(() => {
    const begun = new AbortController();
    const begin = () => {
      begun.abort();
      void loadComposeDialog();
    };
    for (const sign of SIGNS) window.addEventListener(sign, begin, { signal: begun.signal });
    return () => begun.abort();
  }, []);
  return <Suspense fallback={null}>{wasAsked && <OpeningDialog {...props} />}</Suspense>;
}
