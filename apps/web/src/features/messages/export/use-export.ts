import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../components/failure-text.ts';
import { api } from '../../../lib/api/client.ts';
import { recordExport } from '../../../lib/workbook/record-export.ts';
import { saveFile } from '../../../lib/workbook/save-file.ts';
import { exportFileName } from '../workbook/export-name.ts';
import { WorkbookClient } from '../workbook/workbook-client.ts';

const PAGE_ROWS = 1_000;

export type ExportState =
  | { step: 'idle'; error?: string; isEmpty?: boolean }
  | { step: 'running'; done: number; total: number; isWriting: boolean };

/**
 * Exports every message that matches the filters, not only the visible page. Reads pages in order of creation, each
 * starting after the last message of the previous one, so that concurrent changes neither skip nor repeat a message.
 * The worker writes the workbook.
 */
export function useExport(zone: string) {
  const [state, setState] = useState<ExportState>({ step: 'idle' });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const start = async (filters: Record<string, string | undefined>) => {
    const controller = new AbortController();
    stop.current = controller;
    const client = new WorkbookClient();
    setState({ step: 'running', done: 0, total: 0, isWriting: false });
    try {
      let done = 0;
      let total = 0;
      let after: string | undefined;
      do {
        const exactTotal = after === undefined ? 'true' : 'false';
        const input = { ...filters, limit: PAGE_ROWS, skip: 0, sort: 'createdAt', exactTotal, ...(after && { after }) };
        const page = await api.messages.list(input, { signal: controller.signal });
        done = await client.ask({ kind: 'collect', messages: page.data });
        total = Math.max(page.total, total, done);
        setState({ step: 'running', done, total, isWriting: false });
        after = page.data[PAGE_ROWS - 1]?._id;
      } while (after !== undefined);
      if (done === 0) return setState({ step: 'idle', isEmpty: true });
      setState({ step: 'running', done, total, isWriting: true });
      const bytes = await client.ask({ kind: 'write-export', zone });
      await recordExport('messages', done);
      saveFile(bytes, exportFileName(new Date()));
      setState({ step: 'idle' });
    } catch (error) {
      const isStopped = controller.signal.aborted;
      setState(isStopped ? { step: 'idle' } : { step: 'idle', error: failureText(error) });
    } finally {
      client.end();
    }
  };
  return { state, start, stop: () => stop.current?.abort() };
}
