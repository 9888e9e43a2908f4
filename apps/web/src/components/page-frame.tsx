import type { ComponentProps, CSSProperties } from 'react';
import classes from './page-frame.module.css';

/** A screen whose parts stand under one another, in the middle of a wide window. `gapPx` between the parts is at most 16 on a phone. */
export function PageFrame(
  props: { widthPx: number; gapPx?: number } & Pick<ComponentProps<'div'>, 'role' | 'aria-label' | 'children'>,
) {
  const { widthPx, gapPx = 16, ...others } = props;
  const style = { '--page-width': `${widthPx}px`, '--page-gap': `${gapPx}px` } as CSSProperties;
  return <div className={classes.frame} style={style} {...others} />;
}
