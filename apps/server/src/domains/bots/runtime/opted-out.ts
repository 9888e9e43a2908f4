/** Words that also answer a question (cancel, end, no) are not among them. */
const STOP_WORDS = new Set(['stop', 'stop all', 'stopall', 'unsubscribe', 'opt out', 'optout']);

/** Whether somebody asks not to be written to any more. */
export const isStopWord = (text: string): boolean =>
  STOP_WORDS.has(
    text
      .trim()
      .toLowerCase()
      .replace(/[.!]+$/, ''),
  );
