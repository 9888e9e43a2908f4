/** Those who wait, and whose turn it is. */
const waiting: (() => void)[] = [];
let current: (() => void) | null = null;

/** Begins at once when it is nobody's turn, else when all who came before are done. @returns ends the turn, or the waiting for it; twice does no harm */
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
  current = waiting.shift() ?? null;
  current?.();
}
