/** Thrown for a text that is not a Kubernetes quantity. Callers show "unknown" for it and never guess a number. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
  readonly text: string;
  constructor(text: string) {
    super(`"${text}" is not a Kubernetes quantity`);
    this.text = text;
  }
}

/**
 * apimachinery `quantity.go`, `suffix.go`: `K` and `ki` don't exist, `m` is legal on memory, `1E` is 10^18 and `1E3` is
 * 1000.
 */
const GRAMMAR = /^([+-]?)(\d+\.?\d*|\.\d+)(?:(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)|[eE]([+-]?\d+))?$/;
const DECIMAL_EXPONENT: Record<string, number> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY_SHIFT: Record<string, bigint> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
const NANO = 1_000_000_000n;
/** Kubernetes caps every quantity at the largest 64-bit integer. */
const LARGEST_NANO = (2n ** 63n - 1n) * NANO;
/** Digits beyond this exponent can't change the result; the limit keeps `1e999999999` from building a huge number. */
const EXPONENT_LIMIT = 400;

/**
 * The exact value of a Kubernetes quantity in billionths of its unit (core, byte). Finer fractions round away from
 * zero, larger values are capped, as in the API server.
 * @throws QuantityError if the text is not a quantity
 */
export function quantityNano(text: string): bigint {
  const parts = GRAMMAR.exec(text);
  if (!parts || text.length > 512) throw new QuantityError(text);
  const [, sign, number = '', suffix = '', exponentText] = parts;
  const [whole = '', fraction = ''] = number.split('.');
  const mantissa = BigInt(`${whole}${fraction}` || '0') << (BINARY_SHIFT[suffix] ?? 0n);
  const stated = exponentText === undefined ? (DECIMAL_EXPONENT[suffix] ?? 0) : Number(exponentText);
  const exponent = Math.max(-2 * EXPONENT_LIMIT, Math.min(2 * EXPONENT_LIMIT, stated)) - fraction.length + 9;
  const nano = mantissa === 0n ? 0n : scale(mantissa, exponent);
  const capped = nano > LARGEST_NANO ? LARGEST_NANO : nano;
  return sign === '-' ? -capped : capped;
}

function scale(mantissa: bigint, exponent: number): bigint {
  if (exponent >= 0) return mantissa * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (mantissa + divisor - 1n) / divisor;
}

function inUnits(nano: bigint, nanoPerUnit: bigint): number {
  return Number(nano / nanoPerUnit) + Number(nano % nanoPerUnit) / Number(nanoPerUnit);
}

/**
 * Fast path for the quantities that metrics consist of, of which a fleet has 40,000 at a time: whole numbers that a
 * double represents exactly.
 */
const PLAIN = /^(\d{1,12})(n|u|m|Ki|Mi|Gi)?$/;
const CPU_FACTOR: Record<string, number> = { '': 1000, m: 1 };
const CPU_DIVISOR: Record<string, number> = { n: 1_000_000, u: 1000 };
const MEMORY_FACTOR: Record<string, number> = { '': 1, Ki: 1024, Mi: 1024 ** 2 };

/**
 * CPU in millicores. Spec 001 section 9: `n` divides by 1,000,000, `m` is millicores, a plain number is multiplied by
 * 1000; the rest of the grammar follows Kubernetes.
 * @throws QuantityError
 */
export function cpuMillicores(text: string): number {
  const [, digits, suffix = ''] = PLAIN.exec(text) ?? [];
  if (digits !== undefined && suffix in CPU_FACTOR) return Number(digits) * (CPU_FACTOR[suffix] ?? 0);
  if (digits !== undefined && suffix in CPU_DIVISOR) return Number(digits) / (CPU_DIVISOR[suffix] ?? 1);
  return inUnits(quantityNano(text), 1_000_000n);
}

/**
 * Memory in bytes. Spec 001 section 9: Ki, Mi and Gi convert in steps of 1024, otherwise bytes; the rest of the grammar
 * follows Kubernetes.
 * @throws QuantityError
 */
export function memoryBytes(text: string): number {
  const [, digits, suffix = ''] = PLAIN.exec(text) ?? [];
  // Up to 10^9 Mi: beyond that the product could exceed what a double represents exactly, so the slow path is used.
  if (digits !== undefined && digits.length <= 9 && suffix in MEMORY_FACTOR) {
    return Number(digits) * (MEMORY_FACTOR[suffix] ?? 0);
  }
  return inUnits(quantityNano(text), NANO);
}
