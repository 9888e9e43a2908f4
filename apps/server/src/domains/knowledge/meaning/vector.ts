/**
 * What a text means, as it is stored: the direction of a model's vector in a byte for each number, and its signs alone.
 */
export interface Vector {
  /** `1` for each number above zero, else `0`. */
  signs: string;
  numbers: Buffer;
}

/**
 * The largest number of a vector is this, and the others in proportion: a direction is off by less than a hundredth.
 */
const LARGEST = 127;

export function packVector(values: readonly number[]): Vector {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest === 0 ? 0 : LARGEST / largest;
  return {
    signs: values.map((value) => (value > 0 ? '1' : '0')).join(''),
    numbers: Buffer.from(Int8Array.from(values, (value) => Math.round(value * scale)).buffer),
  };
}

/**
 * How near two meanings are: the cosine of their directions, 1 for the same. Of vectors of different lengths, and of
 * those that point nowhere: 0.
 */
export function cosineSimilarity(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return 0;
  const [a, b] = [signed(one), signed(other)];
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
