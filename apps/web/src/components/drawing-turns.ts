/** A part that is not drawn by then (it waits for something, or what is around it does) holds up those after it no longer. */
export const LONGEST_TURN_MS = 2_000;

/** Those who wait, and whose turn it is. */
const waiting: (() => void)[] = [];
let current: (() => void) | null = null;
let limit: ReturnType<typeof setTimeout> | undefined;

/**
 * Begins at once when it is nobody's turn, else when the turns of all who came before are over: ended, or as long as one may be.
 * @returns ends the turn, or the waiting for it; twice does no harm, nor does it when the turn is over
 */
export function takeTurn(begin: () => void): () => void {
  waiting.push(begin);
  if (current === null) goOn();
  return () => {
    const at = waiting.indexOf(begin);
    if (at >= 0) waiting.splice(at, 1);
    else if (current === begin) goOn();
  };
}

function goOn(): void {
  clearTimeout(limit);
  current = waiting.shift() ?? null;
  if (current === null) return;
  // Before it begins: one that throws as it begins is passed over too.
  limit = setTimeout(goOn, LONGEST_TURN_MS);
  current();
}
