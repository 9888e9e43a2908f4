import type { ComponentProps, CSSProperties } from 'react';
import classes from './page-frame.module.css';

/**
 * Every screen of the shell: parts under one another, in the middle of a window wider than `widthPx` (left out: as wide
 * as the window). `isFilling`: as high as the window, so that a part may scroll within. `gapPx` between the parts is at
 * most 16 on a phone.
 */
export function PageFrame(
  props: { widthPx?: number; gapPx?: number; isFilling?: boolean } & Pick<
    ComponentProps<'div'>,
    'role' | 'aria-label' | 'children'
  >,
) {
  const { widthPx, gapPx = 16, isFilling, ...others } = props;
  const style = {
    '--page-width': widthPx === undefined ? 'none' : `${widthPx}px`,
    '--page-gap': `${gapPx}px`,
  } as CSSProperties;
  return <div className={classes.frame} style={style} data-filling={isFilling || undefined} {...others} />;
}
