import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentContent, readContent } from './read-content.ts';
import type { ReaderNews } from './read-in-thread.ts';
import { ReadingError } from './reading-error.ts';

// Reads one document in its own thread, which the parent terminates if it uses too much time or memory.

const tell = (news: ReaderNews) => parentPort?.postMessage(news);

try {
  tell({ read: await readContent(workerData as DocumentContent, (share) => tell({ share })) });
} catch (error) {
  if (!(error instanceof ReadingError)) throw error;
  tell({ fault: error.fault });
}
