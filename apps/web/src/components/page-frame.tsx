import type { ComponentProps, CSSProperties } from 'react';
import classes from './page-frame.module.css';

/**
 * Layout of every screen in the shell: sections in a column, centred when the window is wider than `widthPx` (omitted:
 * full width). `isFilling`: as tall as the window, so that a section can scroll inside. `gapPx` between sections is at
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
