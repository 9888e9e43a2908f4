import { nextTask } from '../feed/next-task.ts';
import { LineSplitter } from './log-line.ts';

/** Lines are accepted for at most this long before the page may render and respond. */
const SLICE_MS = 12;

/**
 * The raw lines of a log as they arrive, however many and however long. Reading never outpaces the page: unread data
 * wait in the connection, which throttles the server and the node behind it.
 * @param onChunk called on every sign of life
 */
export async function* logLines(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<string> {
  // Invalid UTF-8 becomes replacement characters here.
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
    // Ends the request when the consumer stops reading.
    void reader.cancel().catch(() => undefined);
  }
}
