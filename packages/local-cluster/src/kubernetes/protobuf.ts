import { badRequest } from './status-error.ts';

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/**
 * The fields of a protobuf message that contain bytes, texts or messages, by number; for a repeated field, the last.
 * Numeric fields are skipped.
 * @throws StatusError 400 for a truncated message, or one with a wire type that Kubernetes doesn't use
 */
export function decodeFields(message: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++];
      if (byte === undefined || scale > 2 ** 49) throw badRequest('the body is not a protobuf message');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const kind = tag % 8;
    const number = Math.floor(tag / 8);
    const value = kind === VARINT || kind === LENGTH_DELIMITED ? varint() : Number.NaN;
    if (kind === VARINT) continue;
    if (!(at + value <= message.length)) throw badRequest('the body is not a protobuf message');
    fields.set(number, message.subarray(at, at + value));
    at += value;
  }
  return fields;
}

/** A text field; empty if it is absent. */
export const textOf = (field: Buffer | undefined): string => field?.toString('utf8') ?? '';
