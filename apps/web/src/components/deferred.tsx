import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { takeTurn } from './drawing-turns.ts';

/**
 * Draws what is in it in a step of its own, which the browser may interrupt: the frame of a screen stands at once, and a heavy part of it
 * never holds the page up as a whole. Until then, and until `when`, it shows what is there `instead`. Steps follow one another: what React is told
 * to draw in one moment it draws together, and where one thing of it changes meanwhile, all at one go.
 */
export function Deferred(props: { children: ReactNode; when?: boolean; instead?: ReactNode }) {
  const { children, when = true, instead = null } = props;
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    // The turn ends with this effect: once it is drawn, or gone.
    return when && !isDue ? takeTurn(() => startTransition(() => setIsDue(true))) : undefined;
  }, [when, isDue]);
  return isDue ? children : instead;
}
