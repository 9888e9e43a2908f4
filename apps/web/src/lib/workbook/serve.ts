import type { Text } from '@switchyard/contracts/text/registry';
import { truncatedFileError } from './container.ts';
import { WorkbookError } from './workbook-error.ts';

export type WorkerReply<Answer> = { answer: Answer } | { fault: Text; hiddenSheets: readonly string[] };

/** In a worker: answers the page's requests, each once. */
export function serve<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  self.onmessage = async ({ data }: MessageEvent<Request>) => {
    let reply: WorkerReply<Answer>;
    try {
      reply = { answer: await answer(data) };
    } catch (error) {
      const { text: fault, hiddenSheets } = error instanceof WorkbookError ? error : truncatedFileError();
      reply = { fault, hiddenSheets };
    }
    self.postMessage(reply);
  };
}
