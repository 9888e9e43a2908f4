/** Legitimate input is only a few levels deep. */
const MAX_DEPTH = 64;
/** The largest legitimate input, a report with 2,000 receipts or a batch of 500 messages, has about 10,000. */
const MAX_VALUES = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Refuses JSON that is small to send but expensive to process, in one pass over its characters. Validation and copying
 * later descend into every level and create a fault for every value.
 * @throws 400
 */
export function checkJsonShape(text: string): void {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // `[` and `{`, `]` and `}` differ in one bit.
    const bracket = code | 0x20;
    if (code === QUOTE) index = endOfString(text, index);
    else if (bracket === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) throw refusal('too deep');
    } else if (bracket === 0x7d) depth -= 1;
    else if (code === COMMA) values += 1;
    if (values > MAX_VALUES) throw refusal('too many values');
  }
}

/** The index of the closing quote of the string that begins at `start`; the text's length if there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index += 1;
  }
  return text.length;
}

const refusal = (why: string) =>
  Object.assign(new Error(`The JSON of the body is ${why === 'too deep' ? why : `of ${why}`}.`), { statusCode: 400 });
