/** What the keys of a pod's row do; a row that has no such act does nothing. */
interface PodKeys {
  describe: () => void;
  logs?: () => void;
  remove?: () => void;
}

/** @returns whether the key did something */
export function pressOnPod(key: string, acts: PodKeys): boolean {
  const act = { d: acts.describe, Enter: acts.describe, l: acts.logs, Delete: acts.remove }[key];
  act?.();
  return act !== undefined;
}
