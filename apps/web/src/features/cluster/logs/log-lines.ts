import { nextTask } from '../feed/next-task.ts';
import { LineSplitter } from './log-line.ts';

/** Lines are taken for at most this long before the page may draw and answer. */
const SLICE_MS = 12;

/**
 * The raw lines of a log as they come, however many and however long. The reader is never faster than the page: what it
 * does not take waits in the connection, and holds up the server and the node behind it.
 * @param onChunk told of every sign of life
 */
export async function* logLines(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<string> {
  // What is not UTF-8 becomes replacement characters here.
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const splitter = new LineSplitter();
  let sliceEndsAt = performance.now() + SLICE_MS;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      onChunk();
      yield* splitter.push(value);
      if (performance.now() < sliceEndsAt) continue;
      await nextTask();
      sliceEndsAt = performance.now() + SLICE_MS;
    }
    yield* splitter.end();
  } finally {
    // Ends the request when the reader of the lines has had enough.
    void reader.cancel().catch(() => undefined);
  }
}
