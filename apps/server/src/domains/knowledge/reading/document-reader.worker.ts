import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentContent, readContent } from './read-content.ts';
import type { ReaderNews } from './read-in-thread.ts';
import { ReadingError } from './reading-error.ts';

// Reads one document in a thread of its own, which its owner ends when it takes too long or too much.

const tell = (news: ReaderNews) => parentPort?.postMessage(news);

try {
  tell({ read: await readContent(workerData as DocumentContent, (share) => tell({ share })) });
} catch (error) {
  if (!(error instanceof ReadingError)) throw error;
  tell({ fault: error.fault });
}
