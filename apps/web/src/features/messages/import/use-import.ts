import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { v7 as uuid } from 'uuid';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { readMessagesAgain } from '../api/messages.ts';
import type { ImportPreview } from '../workbook/import-file.ts';
import { WorkbookClient } from '../workbook/workbook-client.ts';
import { type ImportChoices, type ImportState, importReducer } from './import-state.ts';
import { type RowResult, uploadRows } from './upload-rows.ts';

/** Everything the import dialog does: reads a file, reads it again with other choices, sends its rows, stops. */
export function useImport(workspaceZone: string) {
  const queries = useQueryClient();
  const [state, dispatch] = useReducer(importReducer, { step: 'choose', error: undefined } satisfies ImportState);
  const workbook = useRef<WorkbookClient | null>(null);
  const stop = useRef<AbortController | null>(null);
  // A UUID of version 7, so that imports sort by time. Stays the same for every try of one file, so that nothing is created twice.
  const importId = useRef('');

  const leave = () => {
    stop.current?.abort();
    workbook.current?.end();
    workbook.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog goes away
  useEffect(() => leave, []);

  const read = async (client: WorkbookClient, fileName: string, choices: ImportChoices) => {
    const { order, zone } = choices;
    const preview = await client.ask({ kind: 'read', options: { order, zone, nowMs: Date.now() } });
    if (workbook.current === client) dispatch({ kind: 'read', fileName, preview, choices });
  };

  const open = async (file: File) => {
    leave();
    const client = new WorkbookClient();
    workbook.current = client;
    importId.current = uuid();
    dispatch({ kind: 'reading', fileName: file.name });
    try {
      await client.ask({ kind: 'open', file });
      await read(client, file.name, { order: 'refuse', zone: workspaceZone, past: 'refuse' });
    } catch (error) {
      if (workbook.current === client) dispatch({ kind: 'unreadable', error: textOf(error) });
    }
  };

  const choose = async (fileName: string, choices: ImportChoices) => {
    if (!workbook.current) return;
    // Rows that are read in another way are other messages.
    importId.current = uuid();
    await read(workbook.current, fileName, choices).catch((error) =>
      dispatch({ kind: 'unreadable', error: textOf(error) }),
    );
  };

  const start = async (preview: ImportPreview, choices: ImportChoices) => {
    const client = workbook.current;
    if (!client) return;
    const controller = new AbortController();
    stop.current = controller;
    dispatch({ kind: 'started', total: preview.validRows });
    const outcome = await uploadRows(preview.validRows, {
      take: (from, count) => client.ask({ kind: 'take', from, count }),
      // Batches in flight finish when the user stops: the counts must be true.
      send: async (rows): Promise<RowResult[]> => {
        const { results } = await api.messages.createBatch({
          importId: importId.current,
          rows: rows.map(({ row, message }) => ({
            row,
            message: { ...message, zone: choices.zone, pastDue: choices.past },
          })),
        });
        return results;
      },
      isPassing: (error) =>
        error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500),
      onProgress: (progress) => dispatch({ kind: 'progress', progress }),
      signal: controller.signal,
      wait: (milliseconds, signal) =>
        new Promise((resolve) => {
          const timer = window.setTimeout(resolve, milliseconds);
          signal.addEventListener('abort', () => {
            window.clearTimeout(timer);
            resolve();
          });
        }),
      nowMs: () => performance.now(),
    });
    void readMessagesAgain(queries);
    dispatch({ kind: 'ended', outcome, preview });
  };

  return {
    state,
    open,
    choose,
    start,
    stop: () => {
      stop.current?.abort();
      dispatch({ kind: 'stopping' });
    },
    reset: () => {
      leave();
      dispatch({ kind: 'reset' });
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
