import { type CodedText, text } from '@switchyard/contracts/text/text';
import { READ_TIMEOUT_MS } from '../../../lib/workbook/limits.ts';
import { parsingFault, WorkbookError } from '../../../lib/workbook/workbook-error.ts';
import type { WorkbookAnswers, WorkbookReply, WorkbookRequest } from './workbook.worker.ts';

type Waiting = { resolve: (answer: never) => void; reject: (fault: WorkbookError) => void; timer: number };

/** The page's end of a workbook worker. One file or one export each; `end` frees its memory. */
export class WorkbookClient {
  private readonly worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting: Waiting[] = [];

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<WorkbookReply>) => {
      const first = this.waiting.shift();
      if (!first) return;
      window.clearTimeout(first.timer);
      if ('fault' in data) first.reject(new WorkbookError(data.fault, data.hiddenSheets));
      else first.resolve(data.answer as never);
    };
    // Out of memory, or the worker's script could not be loaded.
    this.worker.onerror = () => this.fail(text('bookTooLargeHere'));
  }

  /** Throws a WorkbookFault whose message is meant for the user. */
  ask<Kind extends WorkbookRequest['kind']>(
    request: Extract<WorkbookRequest, { kind: Kind }>,
  ): Promise<WorkbookAnswers[Kind]> {
    return new Promise<WorkbookAnswers[Kind]>((resolve, reject) => {
      const timer = window.setTimeout(() => this.fail(text('bookSlow')), READ_TIMEOUT_MS);
      this.waiting.push({ resolve: resolve as Waiting['resolve'], reject, timer });
      this.worker.postMessage(request);
    });
  }

  /** Stops whatever is going on. */
  end(): void {
    this.fail(text('bookCancelled'));
  }

  private fail(reason: CodedText): void {
    this.worker.terminate();
    for (const one of this.waiting.splice(0)) {
      window.clearTimeout(one.timer);
      one.reject(parsingFault(reason));
    }
  }
}
