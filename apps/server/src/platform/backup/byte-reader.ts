/** Reads exact numbers of bytes from a stream of chunks of any size. Holds one chunk plus the bytes requested. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @returns null if the stream ends before that many bytes */
  async read(bytes: number): Promise<Buffer | null> {
    const parts = [this.#held];
    let length = this.#held.length;
    while (length < bytes) {
      const { done, value } = await this.#pieces.next();
      if (done) return null;
      parts.push(value);
      length += value.length;
    }
    const whole = parts.length === 1 ? this.#held : Buffer.concat(parts);
    this.#held = whole.subarray(bytes);
    return whole.subarray(0, bytes);
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const { done, value } = await this.#pieces.next();
      if (done) return true;
      this.#held = value;
    }
    return false;
  }
}
