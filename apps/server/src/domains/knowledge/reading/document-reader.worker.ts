import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentContent, readContent } from './read-content.ts';
import type { ReaderMessage } from './read-in-thread.ts';
import { ReadingError } from './reading-error.ts';

// Reads one document in its own thread, which the parent terminates if it uses too much time or memory.

const post = (message: ReaderMessage) => parentPort?.postMessage(message);

try {
  post({ read: await readContent(workerData as DocumentContent, (share) => post({ share })) });
} catch (error) {
  if (!(error instanceof ReadingError)) throw error;
  post({ fault: error.fault });
}
