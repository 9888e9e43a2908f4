import i18next from 'i18next';
import '../texts.ts';

/** One line of a container's log. */
export interface LogLine {
  container: string;
  /** Milliseconds since 1970, with the timestamp's fraction; the time of arrival if the line has no timestamp. */
  atMs: number;
  text: string;
}

/** Longer lines are truncated here, with a note: a single line must not freeze the page. */
export const MAX_LINE_LENGTH = 16_384;

/** RFC 3339 with up to nanoseconds, as `timestamps=true` prefixes each line. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d) ?/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colour codes start with the escape character
const TERMINAL_CODES = /\u001b\[[0-9;?]*[A-Za-z]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for the control characters of binary output
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Parses one line of the log call with `timestamps=true`. Binary data become visible replacement characters. */
export function parseLogLine(container: string, raw: string, arrivedAtMs: number): LogLine {
  const stamp = TIMESTAMP.exec(raw);
  const wholeMs = stamp ? Date.parse(`${stamp[1]}${stamp[3]}`) : Number.NaN;
  const atMs = Number.isNaN(wholeMs) ? arrivedAtMs : wholeMs + Number(`0${stamp?.[2] ?? '.0'}`) * 1000;
  const text = Number.isNaN(wholeMs) || !stamp ? raw : raw.slice(stamp[0].length);
  return { container, atMs, text: toDisplayText(text) };
}

function toDisplayText(text: string): string {
  const isTruncated = text.length > MAX_LINE_LENGTH;
  const shown = (isTruncated ? text.slice(0, MAX_LINE_LENGTH) : text)
    .replace(TERMINAL_CODES, '')
    .replace(CONTROL_CHARACTERS, '\ufffd');
  return isTruncated
    ? `${shown} … (${i18next.t('cluster:logs.moreCharacters', { count: text.length - MAX_LINE_LENGTH })})`
    : shown;
}

/** The second in which a line was written, in the log call's format; null for a line without a timestamp. */
export function secondOf(raw: string): string | null {
  const stamp = TIMESTAMP.exec(raw);
  return stamp ? `${stamp[1]}${stamp[3]}` : null;
}

/**
 * Splits a stream of text into lines. The unterminated rest becomes a line only through `end`. An overlong unterminated
 * line is returned once it exceeds the display limit, and the rest of it is discarded.
 */
export class LineSplitter {
  #rest = '';
  #isSkipping = false;

  push(chunk: string): string[] {
    let text = this.#rest + chunk;
    if (this.#isSkipping) {
      const end = text.indexOf('\n');
      if (end < 0) return [];
      text = text.slice(end + 1);
      this.#isSkipping = false;
    }
    const lines = text.split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > 4 * MAX_LINE_LENGTH) {
      lines.push(this.#rest);
      this.#rest = '';
      this.#isSkipping = true;
    }
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }

  end(): string[] {
    const rest = this.#rest;
    this.#rest = '';
    return rest ? [rest] : [];
  }
}
