import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { withTexts } from '../../../lib/i18n/texts-on-demand.ts';
import type { ComposeDialog } from './compose-dialog.tsx';

const loadComposeDialog = async () => ({
  default: (await withTexts(import('./compose-dialog.tsx'))).ComposeDialog,
});
const Dialog = lazy(loadComposeDialog);

/** Drawn closed at first: a dialog gives the focus back to what had it as it opened, and is to see itself open. */
function OpeningDialog({ composed, ...more }: ComponentProps<typeof ComposeDialog>) {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => setIsDrawn(true), []);
  return <Dialog {...more} composed={isDrawn ? composed : null} />;
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * The dialog for a message, whose code weighs as much as a screen: it comes when somebody begins to use the page, and
 * so before it is asked for, but not while the screen that is being opened waits for its own.
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
