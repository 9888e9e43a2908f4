/** What we are sent is a few levels deep. */
const MAX_DEPTH = 64;
/** The largest of it, a report with 2,000 receipts or a batch of 500 messages, has about 10,000. */
const MAX_VALUES = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Refuses JSON that is small to send and dear to work on, by one look over its characters: what validates and copies it
 * later goes down into every level and makes a fault of every value.
 * @throws 400
 */
export function checkJsonShape(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // `[` and `{`, `]` and `}`: they differ in one bit.
    const bracket = code | 0x20;
    if (code === QUOTE) at = endOfString(text, at);
    else if (bracket === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) throw refusal('too deep');
    } else if (bracket === 0x7d) depth -= 1;
    else if (code === COMMA) values += 1;
    if (values > MAX_VALUES) throw refusal('too many values');
  }
}

/** The index of the quote that ends the string that begins at `start`; the text's length when none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

const refusal = (why: string) =>
  Object.assign(new Error(`The JSON of the body is ${why === 'too deep' ? why : `of ${why}`}.`), { statusCode: 400 });
