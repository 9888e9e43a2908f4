/** A span of a message as WhatsApp shows it. */
export type FormattedSpan =
  | { kind: 'text' | 'mono'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'struck'; parts: FormattedSpan[] };

const FENCE = '```';
const MARKS = { '*': 'bold', _: 'italic', '~': 'struck' } as const;
type Mark = keyof typeof MARKS;
const isMark = (letter: string | undefined): letter is Mark => letter !== undefined && letter in MARKS;
const isWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
const isBlank = (letter: string | undefined): boolean => letter === undefined || /\s/.test(letter);
/** An address ends before the punctuation that closes a sentence. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>]*[^\s<>.,;:!?)\]'"*_~]/y;

/**
 * Parses the marks that WhatsApp's own programs render: *bold*, _italic_, ~struck~ within a line, ```monospaced``` over
 * several, and addresses. A mark counts where it touches its words and no other word. Runs in time linear in the text's
 * length.
 */
export function parseFormatting(text: string): FormattedSpan[] {
  const spans: FormattedSpan[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf(FENCE, at);
    const close = open < 0 ? -1 : text.indexOf(FENCE, open + FENCE.length + 1);
    if (close < 0) return [...spans, ...inLines(text.slice(at))];
    spans.push(...inLines(text.slice(at, open)), { kind: 'mono', text: text.slice(open + FENCE.length, close) });
    at = close + FENCE.length;
  }
  return spans;
}

/** Whether any of it is formatted. */
export const isFormatted = (spans: readonly FormattedSpan[]): boolean => spans.some(({ kind }) => kind !== 'text');

function inLines(text: string): FormattedSpan[] {
  const spans: FormattedSpan[] = [];
  for (const line of text.split(/(?<=\n)/)) spans.push(...inLine(line));
  return spans;
}

function inLine(line: string): FormattedSpan[] {
  const spans: FormattedSpan[] = [];
  /** Marks that nothing closes from here on. */
  const unclosed = new Set<Mark>();
  let from = 0;
  let at = 0;
  const push = (span: FormattedSpan, end: number) => {
    if (at > from) spans.push({ kind: 'text', text: line.slice(from, at) });
    spans.push(span);
    at = end;
    from = end;
  };
  while (at < line.length) {
    const letter = line[at];
    const isFree = !isWord(line[at - 1]);
    if (isFree && (letter === 'h' || letter === 'w')) {
      LINK.lastIndex = at;
      const address = LINK.exec(line)?.[0];
      if (address) {
        push(
          { kind: 'link', text: address, href: address.startsWith('www.') ? `https://${address}` : address },
          at + address.length,
        );
        continue;
      }
    }
    if (isFree && isMark(letter) && !isBlank(line[at + 1]) && !unclosed.has(letter)) {
      const end = findClosing(line, letter, at);
      if (end > 0) {
        push({ kind: MARKS[letter], parts: inLine(line.slice(at + 1, end)) }, end + 1);
        continue;
      }
      unclosed.add(letter);
    }
    at += 1;
  }
  if (at > from) spans.push({ kind: 'text', text: line.slice(from) });
  return spans;
}

/** Where the mark at `open` is closed; -1 if nowhere in this line. */
function findClosing(line: string, mark: Mark, open: number): number {
  let end = line.indexOf(mark, open + 2);
  while (end > 0 && (isBlank(line[end - 1]) || isWord(line[end + 1]))) end = line.indexOf(mark, end + 1);
  return end;
}
