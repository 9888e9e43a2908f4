import { Worker } from 'node:worker_threads';
import type { DocumentFault } from '@switchyard/contracts/knowledge/operations';
import { workerProgram } from '../../../platform/paths.ts';
import type { PreparedText } from '../passages/prepare-passages.ts';
import type { DocumentContent } from './read-content.ts';
import { ReadingError } from './reading-error.ts';

export type ReaderNews = { share: number } | { read: PreparedText } | { fault: DocumentFault };

export interface ReaderLimits {
  timeoutMs: number;
  /** Beyond what the process has when it begins; buffers, which the engine's own limits do not see, among it. */
  memoryBytes: number;
}

/** With what a server has itself, some 400 MB, it stays below the limit of its pod (768Mi, `deploy/`). */
const LIMITS: ReaderLimits = { timeoutMs: 60_000, memoryBytes: 300 * 1024 * 1024 };
const HEAP_MEGABYTES = 250;
const LOOK_MS = 100;

/**
 * Reads a document in a thread of its own, so that neither its size nor its faults hold up or end anything else.
 * @param tell how much of it is read, from 0 to 1
 * @param signal ends it before its time; it rejects with the signal's reason then
 * @throws ReadingFault; any other error is ours
 */
export async function readInThread(
  content: DocumentContent,
  tell: (share: number) => void,
  signal: AbortSignal,
  { timeoutMs, memoryBytes }: ReaderLimits = LIMITS,
): Promise<PreparedText> {
  signal.throwIfAborted();
  const worker = new Worker(workerProgram(new URL('./document-reader.worker.ts', import.meta.url)), {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    // What libraries have to say of a document goes nowhere.
    stdout: true,
    stderr: true,
  });
  const mostBytes = process.memoryUsage.rss() + memoryBytes;
  let look: NodeJS.Timeout | undefined;
  let end: NodeJS.Timeout | undefined;
  try {
    return await new Promise<PreparedText>((resolve, reject) => {
      worker.on('message', (news: ReaderNews) => {
        if ('share' in news) tell(news.share);
        else if ('read' in news) resolve(news.read);
        else reject(new ReadingError(news.fault));
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReadingError('too-much-memory') : error),
      );
      worker.on('exit', () => reject(new Error('the reader of a document ended without a word')));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      end = setTimeout(() => reject(new ReadingError('too-slow')), timeoutMs);
      look = setInterval(() => {
        if (process.memoryUsage.rss() > mostBytes) reject(new ReadingError('too-much-memory'));
      }, LOOK_MS);
    });
  } finally {
    clearTimeout(end);
    clearInterval(look);
    await worker.terminate();
  }
}
