import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../../test/english.ts';
import type { SentRow } from '../workbook/import-plan.ts';
import { rowErrorLines } from './row-errors.ts';
import { type UploadPorts, type UploadProgress, uploadRows } from './upload-rows.ts';

const t = i18next.getFixedT('en', 'messages');
const rows = Array.from({ length: 2_300 }, (_, index) => ({ row: index + 2, message: {} }) as SentRow);

function ports(more: Partial<UploadPorts> = {}): UploadPorts & { seen: UploadProgress[]; created: Set<number> } {
  const reports: UploadProgress[] = [];
  const created = new Set<number>();
  return {
    seen: reports,
    created,
    take: async (from, count) => rows.slice(from, from + count),
    send: async (batch) =>
      batch.map(({ row }) => {
        created.add(row);
        return { row, _id: String(row) };
      }),
    isTransient: (error) => error === 'passing',
    onProgress: (progress) => reports.push(progress),
    signal: new AbortController().signal,
    wait: async () => undefined,
    nowMs: () => 0,
    ...more,
  };
}

describe('an upload', () => {
  it('sends every row once and reports progress', async () => {
    const testPorts = ports();
    expect(await uploadRows(rows.length, testPorts)).toMatchObject({ imported: 2_300, failed: 0, unsent: 0 });
    expect(testPorts.created.size).toBe(2_300);
    expect(testPorts.seen.map(({ done }) => done)).toEqual([500, 1_000, 1_500, 2_000, 2_300]);
  });

  it('retries a batch with the same rows when the server cannot be reached', async () => {
    const batches: number[] = [];
    const outcome = await uploadRows(
      600,
      ports({
        send: async (batch) => {
          batches.push(batch[0]?.row ?? 0);
          if (batches.length < 3) throw 'passing';
          return batch.map(({ row }) => ({ row, _id: String(row) }));
        },
      }),
    );
    expect(outcome).toMatchObject({ imported: 600, unsent: 0, error: undefined });
    expect(batches.sort((a, b) => a - b)).toEqual([2, 2, 502, 502]);
  });

  it('stops when a whole call is refused and counts the unsent rows', async () => {
    const outcome = await uploadRows(2_300, ports({ send: () => Promise.reject('refused') }));
    expect(outcome).toMatchObject({ imported: 0, unsent: 2_300, error: 'refused', isCancelled: false });
  });

  it('keeps what was created when cancelled', async () => {
    const controller = new AbortController();
    const outcome = await uploadRows(2_300, ports({ signal: controller.signal, onProgress: () => controller.abort() }));
    expect(outcome).toMatchObject({ imported: 2_000, unsent: 300, isCancelled: true });
  });

  it('lists the rows that the server refuses, in order', async () => {
    const outcome = await uploadRows(
      1_100,
      ports({
        send: async (batch) =>
          batch.map(({ row }) =>
            row % 500 === 0
              ? { row, faults: [{ field: 'contactName', message: 'no such contact' }] }
              : { row, _id: 'x' },
          ),
      }),
    );
    expect(outcome).toMatchObject({ imported: 1_098, failed: 2 });
    expect(rowErrorLines(t, outcome.faults, 2)).toEqual(['Row 500: no such contact', 'Row 1000: no such contact']);
  });
});

it('shows five row errors and the number of the rest', () => {
  const faults = Array.from({ length: 9 }, (_, index) => ({ row: index + 2, reason: 'r' }));
  expect(rowErrorLines(t, faults, 9)).toEqual([
    'Row 2: r',
    'Row 3: r',
    'Row 4: r',
    'Row 5: r',
    'Row 6: r',
    '... and 4 more',
  ]);
  expect(rowErrorLines(t, faults.slice(0, 5), 5)).toHaveLength(5);
});
