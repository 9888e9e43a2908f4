import { inEnglish, type Text } from '@switchyard/contracts/text/registry';

let say: (text: Text) => string | null = () => null;

/** Takes what finds a text in the reader's language; the login page, which needs few words, goes without. */
export function knowSentences(finder: typeof say): void {
  say = finder;
}

/**
 * What the server, a rule or a text's template says, in the reader's language where its sentence is known; otherwise as
 * it is.
 */
export const translateText = (text: Text): string => say(text) ?? inEnglish(text);
