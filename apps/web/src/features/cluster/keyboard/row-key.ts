/** What the keys do on a pod's row; those without an action do nothing. */
interface PodKeyActions {
  describe: () => void;
  logs?: () => void;
  remove?: () => void;
}

/** @returns whether the key had an effect */
export function handlePodKey(key: string, acts: PodKeyActions): boolean {
  const act = { d: acts.describe, Enter: acts.describe, l: acts.logs, Delete: acts.remove }[key];
  act?.();
  return act !== undefined;
}
