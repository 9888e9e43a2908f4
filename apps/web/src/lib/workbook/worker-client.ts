import { type CodedText, text } from '@switchyard/contracts/text/text';
import { READ_TIMEOUT_MS } from './limits.ts';
import type { WorkerReply } from './serve.ts';
import { parsingError, WorkbookError } from './workbook-error.ts';

type Waiting = { resolve: (answer: never) => void; reject: (fault: WorkbookError) => void; timer: number };

/** The page's end of a worker that uses `serve`; `Answers` maps the kind of request to its answer. */
export class WorkerClient<Request extends { kind: string }, Answers extends Record<Request['kind'], unknown>> {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];

  /** @param lost message for when the worker runs out of memory or its script fails to load */
  constructor(worker: Worker, lost: CodedText) {
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<WorkerReply<unknown>>) => {
      const first = this.waiting.shift();
      if (!first) return;
      window.clearTimeout(first.timer);
      if ('fault' in data) first.reject(new WorkbookError(data.fault, data.hiddenSheets));
      else first.resolve(data.answer as never);
    };
    worker.onerror = () => this.fail(lost);
  }

  /** @throws WorkbookError with a message for the user */
  ask<Kind extends Request['kind']>(request: Extract<Request, { kind: Kind }>): Promise<Answers[Kind]> {
    return new Promise<Answers[Kind]>((resolve, reject) => {
      const timer = window.setTimeout(() => this.fail(text('bookSlow')), READ_TIMEOUT_MS);
      this.waiting.push({ resolve: resolve as Waiting['resolve'], reject, timer });
      this.worker.postMessage(request);
    });
  }

  /** Stops any current work and frees its memory. */
  end(): void {
    this.fail(text('bookCancelled'));
  }

  private fail(reason: CodedText): void {
    this.worker.terminate();
    for (const request of this.waiting.splice(0)) {
      window.clearTimeout(request.timer);
      request.reject(parsingError(reason));
    }
  }
}
