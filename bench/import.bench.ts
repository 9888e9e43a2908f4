// Time to import a workbook of 100,000 rows through the screen in a real browser, from the file to stored rows,
// compared with just the spreadsheet library's parsing plus a COPY of the same rows into a table with the same indexes;
// and the longest task of the page while it reads.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read } from '@e965/xlsx';
import { chromium, type Page } from 'playwright-core';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { copy } from './import/copy.ts';
import { makeWorkbook } from './import/workbook.ts';
import { reportMeasurements } from './measurement.ts';
import { countProcessorTime } from './processor.ts';

const ROWS = Number(process.env.IMPORT_ROWS ?? 100_000);
const TIMEOUT_MS = 240_000;
/**
 * Number of COPY runs, of which the median counts because a machine's speed varies. Parses are measured before and
 * after the import.
 */
const COPIES = 3;

/** Observes all tasks of the page's thread over 50 ms, as the browser reports them. @returns reads the longest */
async function watchLongTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) => durations.push(...list.getEntries().map((entry) => entry.duration))).observe({
      type: 'longtask',
    });
    Object.assign(window, { longTasksMs: durations });
  });
  return () => page.evaluate(() => Math.max(0, ...(window as unknown as { longTasksMs: number[] }).longTasksMs));
}

/**
 * Drives the import dialog.
 * @returns milliseconds of reading and of sending, and the longest task while reading and overall
 */
async function importInBrowser(base: string, file: string) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const data = { name: 'Bench', email: 'bench@example.com', password: 'long enough', zone: 'Europe/London' };
    const headers = { origin: base };
    const signUp = await page.request.post(`${base}/api/auth/sign-up/email`, { data, headers });
    if (!signUp.ok()) throw new Error(`sign-up: ${signUp.status()} ${await signUp.text()}`);
    await page.goto(`${base}/import-messages`);
    await page.getByText('No messages found').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).first().click();
    const input = page.getByRole('dialog').locator('input[type=file]');
    await input.waitFor({ state: 'attached' });
    const longestTask = await watchLongTasks(page);

    const began = performance.now();
    await input.setInputFiles(file);
    await page.getByText('messages ready to import').waitFor();
    const readMs = performance.now() - began;
    const longestReadTaskMs = await longestTask();

    const sendBegan = performance.now();
    await page.getByRole('button', { name: /^Import [\d,]+ messages$/ }).click();
    await page.getByText(`Successfully imported ${ROWS} message(s)`).waitFor();
    const sendMs = performance.now() - sendBegan;
    return { readMs, sendMs, longestReadTaskMs, longestTaskMs: await longestTask() };
  } finally {
    await browser.close();
  }
}

function measureParse(bytes: Buffer): number {
  const began = performance.now();
  const book = read(bytes, { type: 'buffer', dense: true });
  if (book.SheetNames.length !== 1) throw new Error('the workbook was not read');
  return performance.now() - began;
}

/** Measures the COPY of the imported rows several times. */
async function measureCopies({ pool }: Database): Promise<number[]> {
  const client = await pool.connect();
  try {
    const rows = await copy(client, 'copy messages to stdout');
    const copiesMs: number[] = [];
    while (copiesMs.length < COPIES) {
      await client.query('create table copied (like messages including all)');
      const began = performance.now();
      await copy(client, 'copy copied from stdin', rows);
      copiesMs.push(performance.now() - began);
      const { rows: counted } = await client.query<{ rows: number }>('select count(*)::int as rows from copied');
      if (counted[0]?.rows !== ROWS) throw new Error(`copied ${counted[0]?.rows} rows`);
      await client.query('drop table copied');
    }
    return copiesMs;
  } finally {
    client.release();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const databases = await startDatabaseServer();
try {
  const workbook = makeWorkbook(ROWS);
  const file = join(folder, 'messages.xlsx');
  writeFileSync(file, workbook);
  const parsesMs = [measureParse(workbook), measureParse(workbook)];
  const database = await databases.createDatabase('import', 4);
  const server = await startServerProcess(database.url);
  try {
    const costOf = await countProcessorTime(database, server.pid);
    const { readMs, sendMs, longestReadTaskMs, longestTaskMs } = await importInBrowser(server.url, file);
    const cost = costOf(ROWS);
    const copyMs = median(await measureCopies(database));
    parsesMs.push(measureParse(workbook));
    const parseMs = median(parsesMs);
    reportMeasurements('import', {
      rows: ROWS,
      seconds: round((readMs + sendMs) / 1000),
      serverMsPerRow: cost.serverMs,
      databaseMsPerRow: cost.databaseMs,
      ratioToParsePlusCopy: round((readMs + sendMs) / (parseMs + copyMs)),
      longestTaskMs: Math.round(longestReadTaskMs),
      longestTaskOfAllMs: Math.round(longestTaskMs),
      readSeconds: round(readMs / 1000),
      sendSeconds: round(sendMs / 1000),
      parseAloneSeconds: round(parseMs / 1000),
      copySeconds: round(copyMs / 1000),
      workbookMegabytes: round(workbook.length / 1024 / 1024),
    });
  } finally {
    await server.stop();
    await database.close();
  }
} finally {
  await databases.stop();
  rmSync(folder, { recursive: true, force: true });
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
