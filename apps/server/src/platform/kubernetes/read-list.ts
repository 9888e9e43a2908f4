const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;

/**
 * Parses the JSON of a Kubernetes list as a stream and passes on one item after the other, so that neither its text nor
 * its objects exist as a whole. The pods of a large fleet are tens of megabytes, and garbage of that size makes a
 * process grow.
 * @returns the list without its items
 * @throws SyntaxError if the body is not JSON
 */
export async function readList<Item>(
  body: AsyncIterable<Buffer>,
  onItem: (item: Item) => void,
): Promise<Record<string, unknown>> {
  const cutter = new ListCutter((text) => onItem(JSON.parse(text) as Item));
  for await (const chunk of body) cutter.take(chunk);
  return JSON.parse(cutter.rest()) as Record<string, unknown>;
}

/**
 * Cuts the elements of the outermost object's `items` out of JSON text. It counts brackets outside strings;
 * `JSON.parse` does the rest.
 */
class ListCutter {
  readonly #onItem: (text: string) => void;
  readonly #outside: Buffer[] = [];
  /** Beginning of an item whose end has not arrived yet. */
  #item: Buffer[] = [];
  #depth = 0;
  #inItems = false;
  #inString = false;
  #escaped = false;

  constructor(onItem: (text: string) => void) {
    this.#onItem = onItem;
  }

  take(chunk: Buffer): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#inString) {
        at = this.#endOfString(chunk, at);
        continue;
      }
      const byte = chunk[at];
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#depth += 1;
        if (byte !== OPEN_BRACKET || this.#depth !== 2 || !this.#endsWithItems(chunk.subarray(from, at))) continue;
        this.#outside.push(chunk.subarray(from, at + 1));
        this.#inItems = true;
        from = at + 1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.#depth -= 1;
        if (!this.#inItems || this.#depth !== 1) continue;
        this.#endItem(chunk.subarray(from, at));
        this.#inItems = false;
        from = at;
      } else if (byte === COMMA && this.#inItems && this.#depth === 2) {
        this.#endItem(chunk.subarray(from, at));
        from = at + 1;
      }
    }
    (this.#inItems ? this.#item : this.#outside).push(chunk.subarray(from));
  }

  /** The text around the items, with an empty list in their place. */
  rest(): string {
    return Buffer.concat(this.#outside).toString('utf8');
  }

  #endItem(last: Buffer): void {
    const text = (this.#item.length === 0 ? last : Buffer.concat([...this.#item, last])).toString('utf8').trim();
    this.#item = [];
    if (text) this.#onItem(text);
  }

  /** @returns the index of the string's end, or the end of the chunk */
  #endOfString(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      if (this.#escaped) this.#escaped = false;
      else if (chunk[at] === BACKSLASH) this.#escaped = true;
      else if (chunk[at] === QUOTE) {
        this.#inString = false;
        return at;
      }
    }
    return chunk.length;
  }

  /** Only called for arrays directly in the outermost object, of which there are few. */
  #endsWithItems(last: Buffer): boolean {
    return /"items"\s*:\s*$/.test(this.rest() + last.toString('utf8'));
  }
}
