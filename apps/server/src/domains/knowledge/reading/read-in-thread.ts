import { Worker } from 'node:worker_threads';
import type { DocumentFault } from '@switchyard/contracts/knowledge/operations';
import { workerProgram } from '../../../platform/paths.ts';
import type { PreparedText } from '../passages/prepare-passages.ts';
import type { DocumentContent } from './read-content.ts';
import { ReadingError } from './reading-error.ts';

export type ReaderMessage = { share: number } | { read: PreparedText } | { fault: DocumentFault };

export interface ReaderLimits {
  timeoutMs: number;
  /** On top of the process's memory at the start; includes buffers, which V8's own limits don't cover. */
  memoryBytes: number;
}

/** Together with the server's own 400 MB or so, this stays below its pod's limit (768Mi, `deploy/`). */
const LIMITS: ReaderLimits = { timeoutMs: 60_000, memoryBytes: 300 * 1024 * 1024 };
const HEAP_MEGABYTES = 250;
const POLL_INTERVAL_MS = 100;

/**
 * Reads a document in its own thread, so that neither its size nor its faults affect anything else.
 * @param onProgress receives the share read so far, from 0 to 1
 * @param signal aborts it; the promise rejects with the signal's reason
 * @throws ReadingError; any other error is a bug
 */
export async function readInThread(
  content: DocumentContent,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  { timeoutMs, memoryBytes }: ReaderLimits = LIMITS,
): Promise<PreparedText> {
  signal.throwIfAborted();
  const worker = new Worker(workerProgram(new URL('./document-reader.worker.ts', import.meta.url)), {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    // Discards the libraries' warnings.
    stdout: true,
    stderr: true,
  });
  const mostBytes = process.memoryUsage.rss() + memoryBytes;
  let checkMemory: NodeJS.Timeout | undefined;
  let end: NodeJS.Timeout | undefined;
  try {
    return await new Promise<PreparedText>((resolve, reject) => {
      worker.on('message', (message: ReaderMessage) => {
        if ('share' in message) onProgress(message.share);
        else if ('read' in message) resolve(message.read);
        else reject(new ReadingError(message.fault));
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReadingError('too-much-memory') : error),
      );
      worker.on('exit', () => reject(new Error('the reader of a document ended without a word')));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      end = setTimeout(() => reject(new ReadingError('too-slow')), timeoutMs);
      checkMemory = setInterval(() => {
        if (process.memoryUsage.rss() > mostBytes) reject(new ReadingError('too-much-memory'));
      }, POLL_INTERVAL_MS);
    });
  } finally {
    clearTimeout(end);
    clearInterval(checkMemory);
    await worker.terminate();
  }
}
