import type { ContainerLog } from './container-log.ts';

export interface LogQuery {
  follow: boolean;
  timestamps: boolean;
  /** Number of lines from the end; null for all. */
  tailLines: number | null;
  /** Only lines written at or after this time; null for all. */
  sinceMs: number | null;
  limitBytes: number | null;
}

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/**
 * Yields the lines of a container's log in pieces, as they become available. Following ends with the container, or when
 * `signal` aborts. A last line without a newline is returned as it is; while following, only once it is complete.
 */
export async function* readLog(log: ContainerLog, query: LogQuery, signal: AbortSignal): AsyncGenerator<Buffer> {
  let left = query.limitBytes ?? Number.POSITIVE_INFINITY;
  let position = firstOffset(log, query);
  let partial = Buffer.alloc(0);
  while (left > 0 && !signal.aborted) {
    position = Math.max(position, log.start);
    // Read before the log: a change between the two must not be missed.
    const open = log.isOpen;
    const { changes } = log;
    const chunk = log.read(position, CHUNK_BYTES);
    const lineStart = position - partial.length;
    position += chunk.length;
    const bytes = partial.length > 0 ? Buffer.concat([partial, chunk]) : chunk;
    const end = chunk.length === 0 && !(query.follow && open) ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
    partial = Buffer.from(bytes.subarray(end));
    if (end > 0) {
      const lines = bytes.subarray(0, end);
      const piece = query.timestamps ? withTimes(log, lines, lineStart) : lines;
      const sent = piece.subarray(0, Math.min(piece.length, left));
      left -= sent.length;
      yield sent;
    }
    if (chunk.length > 0) continue;
    if (!query.follow || !open) return;
    await log.changeAfter(changes, signal);
  }
}

function firstOffset(log: ContainerLog, query: LogQuery): number {
  let offset = log.start;
  if (query.sinceMs !== null) offset = Math.max(offset, lineStartFrom(log, log.offsetSince(query.sinceMs)));
  if (query.tailLines !== null) offset = Math.max(offset, tailOffset(log, query.tailLines));
  return offset;
}

/** Offset of the last `lines` lines, found from the end. */
function tailOffset(log: ContainerLog, lines: number): number {
  const { start, end } = log;
  if (lines === 0) return end;
  let newlines = 0;
  for (let upTo = end; upTo > start; ) {
    const from = Math.max(start, upTo - CHUNK_BYTES);
    const chunk = readExactly(log, from, upTo - from);
    for (let at = chunk.length - 1; at >= 0; at--) {
      // A newline at the very end closes the last line; it doesn't start another.
      if (chunk[at] !== NEWLINE || from + at === end - 1) continue;
      newlines += 1;
      if (newlines === lines) return from + at + 1;
    }
    upTo = from;
  }
  return start;
}

/** A read may stop where one file ends and the next begins. */
function readExactly(log: ContainerLog, offset: number, length: number): Buffer {
  const first = log.read(offset, length);
  if (first.length === 0 || first.length === length) return first;
  return Buffer.concat([first, log.read(offset + first.length, length - first.length)]);
}

/** Offset of the first line that begins at or after `offset`. */
function lineStartFrom(log: ContainerLog, offset: number): number {
  if (offset <= log.start) return log.start;
  for (let at = offset - 1; at < log.end; ) {
    const chunk = log.read(at, CHUNK_BYTES);
    if (chunk.length === 0) break;
    const newline = chunk.indexOf(NEWLINE);
    if (newline >= 0) return at + newline + 1;
    at += chunk.length;
  }
  return log.end;
}

function withTimes(log: ContainerLog, lines: Buffer, firstOffset: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < lines.length; ) {
    const newline = lines.indexOf(NEWLINE, at);
    const end = newline < 0 ? lines.length : newline + 1;
    const time = new Date(log.timeOf(firstOffset + at)).toISOString().replace('Z', '000000Z');
    pieces.push(Buffer.from(`${time} `), lines.subarray(at, end));
    at = end;
  }
  return Buffer.concat(pieces);
}
