import type { Me } from '@switchyard/contracts/accounts/operations';
import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { v7 as uuid } from 'uuid';
import { failureText } from '../../../components/failure-text.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { invalidatePart } from '../../../lib/api/invalidate.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { saveFile } from '../../../lib/workbook/save-file.ts';
import { WorkbookError } from '../../../lib/workbook/workbook-error.ts';
import { faultsFileName } from '../workbook/export-name.ts';
import type { ImportPreview } from '../workbook/import-file.ts';
import type { Findings, ImportPlan, RowFault, SentRow } from '../workbook/import-plan.ts';
import { WorkbookClient } from '../workbook/workbook-client.ts';
import { checkRows } from './check-rows.ts';
import {
  decisionsOf,
  type ImportAction,
  type ImportChoices,
  type ImportState,
  importReducer,
  needsReread,
} from './import-state.ts';
import type { RetryDeps } from './retry-while-unavailable.ts';
import { type RowResult, uploadRows } from './upload-rows.ts';

/** Rows without a date were sent at once, so an earlier import may have created them within this time before now. */
const AT_ONCE_WITHIN_MS = 7 * 86_400_000;

const FIRST_CHOICES = {
  order: 'refuse',
  past: 'refuse',
  undated: 'ask',
  repeats: 'leave-out',
  undatedDue: '',
  engineId: null,
} as const;

/**
 * State and actions of the import dialog: reads a file, has the server check its rows, rereads it with other choices,
 * sends the rows, and stops.
 */
export function useImport({ zone: workspaceZone, exampleNumber }: Pick<Me['workspace'], 'zone' | 'exampleNumber'>) {
  const queries = useQueryClient();
  const [state, dispatch] = useReducer(importReducer, {
    step: 'choose',
    error: undefined,
    hiddenSheets: [],
  } satisfies ImportState);
  const workbook = useRef<WorkbookClient | null>(null);
  const opened = useRef<File | null>(null);
  /** Aborts the current check or upload. */
  const stop = useRef<AbortController | null>(null);
  // A UUID of version 7, so that imports sort by time. It stays the same for every attempt at one file, which prevents
  // duplicates.
  const importId = useRef('');

  const leave = () => {
    stop.current?.abort();
    workbook.current?.end();
    workbook.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on unmount
  useEffect(() => leave, []);

  const begin = (): AbortSignal => {
    stop.current?.abort();
    stop.current = new AbortController();
    return stop.current.signal;
  };

  const read = async (client: WorkbookClient, fileName: string, choices: ImportChoices, isLate = false) => {
    const signal = begin();
    // Rows read differently are different messages.
    importId.current = uuid();
    const { order, zone, undated, undatedDue } = choices;
    const options = {
      order,
      zone,
      exampleNumber,
      nowMs: serverNowMs(),
      ...(undated === 'one-date' && undatedDue && { undatedDue }),
    };
    const preview = await client.ask({ kind: 'read', options });
    if (signal.aborted) return;
    dispatch({ kind: 'read', fileName, preview, choices, isLate });
    await check(client, preview, choices, signal);
  };

  const check = async (client: WorkbookClient, preview: ImportPreview, choices: ImportChoices, signal: AbortSignal) => {
    try {
      const scope = { rows: preview.validRows, recipients: preview.recipients, due: dueSpan(preview) };
      const findings = await checkRows(scope, {
        recipients: (from, count) => client.ask({ kind: 'recipients', from, count }),
        candidates: (from, count) => client.ask({ kind: 'candidates', from, count }),
        check: (recipients, due) => api.messages.checkImport({ recipients, ...(due && { due }) }, { signal }),
        repeats: (rows) => api.messages.findRepeats({ rows: toSentRows(rows, choices) }, { signal }),
        ...retryDeps(signal),
      });
      await plan(client, preview, choices, findings, signal);
    } catch (error) {
      if (!signal.aborted) dispatch({ kind: 'checked', check: { is: 'failed', error } });
    }
  };

  const plan = async (
    client: WorkbookClient,
    preview: ImportPreview,
    choices: ImportChoices,
    findings: Findings,
    signal: AbortSignal,
  ) => {
    const planned = await client.ask({ kind: 'plan', decisions: decisionsOf(preview, choices), findings });
    if (!signal.aborted) dispatch({ kind: 'checked', check: { is: 'done', findings, plan: planned } });
  };

  const open = async (file: File, sheetName?: string) => {
    leave();
    opened.current = file;
    const client = new WorkbookClient();
    workbook.current = client;
    dispatch({ kind: 'reading', fileName: file.name });
    try {
      await client.ask({ kind: 'open', file, sheetName });
      await read(client, file.name, { ...FIRST_CHOICES, zone: workspaceZone });
    } catch (error) {
      if (workbook.current === client) dispatch(unreadable(error));
    }
  };

  const choose = async (now: Extract<ImportState, { step: 'preview' }>, choices: ImportChoices, isLate = false) => {
    const client = workbook.current;
    if (!client) return;
    dispatch({ kind: 'chosen', choices });
    const reading =
      now.check.is !== 'done' || isLate || needsReread(now.choices, choices)
        ? read(client, now.fileName, choices, isLate)
        : plan(client, now.preview, choices, now.check.findings, begin());
    await reading.catch((error) => dispatch(unreadable(error)));
  };

  /** Sends the rows of a preview. If rows have become overdue since, shows the preview again first. */
  const start = async (now: Extract<ImportState, { step: 'preview' }>, planned: ImportPlan) => {
    const { soonestMs } = planned;
    if (soonestMs !== null && soonestMs < serverNowMs() - PAST_TOLERANCE_MS) return choose(now, now.choices, true);
    await send(planned, now.choices);
  };

  const send = async (planned: ImportPlan, choices: ImportChoices) => {
    const client = workbook.current;
    if (!client) return;
    const signal = begin();
    dispatch({ kind: 'started', plan: planned });
    const outcome = await uploadRows(planned.rows, {
      take: (from, count) => client.ask({ kind: 'take', from, count }),
      // Batches in flight finish after a stop, so that the counts are correct.
      send: async (rows): Promise<RowResult[]> => {
        const batch = { importId: importId.current, rows: toSentRows(rows, choices) };
        return (await api.messages.createBatch(batch)).results;
      },
      onProgress: (progress) => dispatch({ kind: 'progress', progress }),
      nowMs: () => performance.now(),
      ...retryDeps(signal),
    });
    void invalidatePart(queries, 'messages');
    dispatch({ kind: 'ended', importId: importId.current, outcome });
  };

  return {
    state,
    open: (file: File) => open(file),
    /** Reads another sheet of the same file; it may be hidden. */
    openSheet: async (sheetName: string) => {
      if (opened.current) await open(opened.current, sheetName);
    },
    choose,
    start,
    send,
    /** Downloads the failed rows, including those refused by the server, as a workbook to fix. */
    saveFaults: async (refused: RowFault[]) => {
      const client = workbook.current;
      if (!client) return;
      // The worker has no translations: the page puts the reasons into the reader's language.
      const found = await client.ask({ kind: 'faults' });
      const faults = [...found, ...refused].map(({ row, reason }) => ({ row, reason: translateText(reason) }));
      saveFile(await client.ask({ kind: 'write-faults', faults }), faultsFileName(new Date()));
    },
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

const toSentRows = (rows: SentRow[], { zone, past, engineId }: ImportChoices) =>
  rows.map(({ row, message }) => ({ row, message: { ...message, zone, pastDue: past, engineId } }));

/** Range of due times in which an earlier import may have created these rows. Rows without a date were sent at once. */
function dueSpan({ firstDueMs, lastDueMs, due }: ImportPreview) {
  const now = serverNowMs();
  const moments = [firstDueMs, lastDueMs, ...(due.none > 0 ? [now - AT_ONCE_WITHIN_MS, now] : [])];
  const known = moments.filter((moment) => moment !== null);
  if (known.length === 0) return undefined;
  return { from: new Date(Math.min(...known)).toISOString(), to: new Date(Math.max(...known)).toISOString() };
}

const retryDeps = (signal: AbortSignal): RetryDeps => ({
  signal,
  isTransient: (error) =>
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500),
  wait: (milliseconds) =>
    new Promise((resolve) => {
      const timer = window.setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => {
        window.clearTimeout(timer);
        resolve();
      });
    }),
});

const unreadable = (error: unknown): ImportAction => ({
  kind: 'unreadable',
  error: failureText(error),
  hiddenSheets: error instanceof WorkbookError ? error.hiddenSheets : [],
});
