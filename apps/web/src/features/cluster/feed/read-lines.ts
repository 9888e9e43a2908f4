/**
 * The lines of a response body as they arrive, including a last one without a line end. Ends or throws with the
 * connection.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest) yield rest;
  } finally {
    // Ends the request when the consumer stops reading.
    void reader.cancel().catch(() => undefined);
  }
}
