/**
 * Measures the longest turn of the event loop in CPU time of its thread, since on a busy machine a turn takes longer by
 * the clock but costs the same.
 * @returns the longest turn while `work` ran, in milliseconds
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const spentUs = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  let last = spentUs();
  const tick = () => {
    const now = spentUs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  try {
    await work();
  } finally {
    isDone = true;
    // The turn in which the work ended counts too.
    longest = Math.max(longest, spentUs() - last);
  }
  return longest / 1_000;
}
