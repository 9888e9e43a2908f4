/** A text's embedding as stored: a model's vector with one byte per component, and its signs. */
export interface Vector {
  /** `1` for each positive component, otherwise `0`. */
  signs: string;
  numbers: Buffer;
}

/** Components are scaled so that the largest has this value: the direction is off by less than a hundredth. */
const LARGEST = 127;

export function packVector(values: readonly number[]): Vector {
  const largest = values.reduce((maximum, value) => Math.max(maximum, Math.abs(value)), 0);
  const scale = largest === 0 ? 0 : LARGEST / largest;
  return {
    signs: values.map((value) => (value > 0 ? '1' : '0')).join(''),
    numbers: Buffer.from(Int8Array.from(values, (value) => Math.round(value * scale)).buffer),
  };
}

/** The cosine of two vectors' directions, 1 for the same. Returns 0 for different lengths and for zero vectors. */
export function cosineSimilarity(first: Buffer, second: Buffer): number {
  if (first.length !== second.length) return 0;
  const [a, b] = [signed(first), signed(second)];
  let [product, squareOfOne, squareOfOther] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] as number, b[at] as number];
    product += x * y;
    squareOfOne += x * x;
    squareOfOther += y * y;
  }
  const lengths = Math.sqrt(squareOfOne * squareOfOther);
  return lengths === 0 ? 0 : product / lengths;
}

const signed = (bytes: Buffer) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
