import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Draws what is in it in a step of its own, which the browser may interrupt: the frame of a screen stands at once, and a heavy part of it
 * never holds the page up as a whole. Until then, and until `when`, it shows what is there `instead`. A step of its own and no deferred value: steps
 * within steps would be taken together, and one thing among them that changes meanwhile would have React draw them all at one go.
 */
export function Deferred(props: { children: ReactNode; when?: boolean; instead?: ReactNode }) {
  const { children, when = true, instead = null } = props;
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (when) startTransition(() => setIsDue(true));
  }, [when]);
  return isDue ? children : instead;
}
