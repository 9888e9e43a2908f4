// A board of 100,000 items and 20 columns: time until it is shown in a browser, scrolling smoothness, filter and sort
// time, delay until a colleague sees a changed cell among 20 people, import time, and lost edits if many people edit at
// once while connections break; also the cost of message automations for storing messages. `ITEMS`, `COLUMNS`,
// `PEOPLE`, `EDITS` and `DISCONNECTS` set other sizes.
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { domains } from '../apps/server/src/app.ts';
import { automations } from '../apps/server/src/domains/automations/automations.schema.ts';
import { batchedMessages } from '../apps/server/src/domains/chats/batched-messages.ts';
import { toReceivedRow } from '../apps/server/src/domains/chats/received-row.ts';
import { newId } from '../apps/server/src/platform/database/columns.ts';
import { createLog } from '../apps/server/src/platform/logging/log.ts';
import { createLaneFixture } from '../apps/server/test/lane-fixture.ts';
import { createOwnServer } from '../e2e/own-server.ts';
import { startDatabaseServer } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';

const size = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const ITEMS = size('ITEMS', 100_000);
const COLUMNS = size('COLUMNS', 20);
const PEOPLE = size('PEOPLE', 20);
const EDITS = size('EDITS', 10_000);
const DISCONNECTS = size('DISCONNECTS', 50);
const ROWS_PER_REQUEST = 1_000;
const STATUSES = ['to-do', 'working', 'stuck', 'done'];
const QUERIES = 40;
const SEEN_CELLS = 60;
const FLINGS = 4;
const MESSAGES = size('MESSAGES', 10_000);
const AUTOMATIONS = 10;
const AUTOMATED_ROUNDS = 3;

interface Board {
  _id: string;
  columns: { _id: string; type: string; isTitle: boolean }[];
  groups: { _id: string }[];
}
interface Item {
  _id: string;
  cells: Record<string, unknown>;
}

const server = await createOwnServer({ RATE_LIMIT_PER_MINUTE: '0' });
let browser: Browser | undefined;
try {
  await server.start();
  const cookie = await signIn();
  const call = caller(cookie);
  const board = await makeBoard(call);
  const importSeconds = await importItems(call, board);
  browser = await chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : { channel: 'chromium' }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const page = await newPage(browser, cookie);
  const openMs = await open(page, board);
  const flingFrameP95Ms = await fling(page);
  const filterSortP95Ms = await filterAndSort(call, board);
  const cellToColleagueP95Ms = await seeCells(page, call, board);
  const lostEdits = await editTogether(board, cookie);
  await browser.close();
  browser = undefined;
  await server.remove();
  reportMeasurements('boards', {
    items: ITEMS,
    openMs,
    flingFrameP95Ms,
    filterSortP95Ms,
    cellToColleagueP95Ms,
    importSeconds,
    lostEdits,
    dispatchRatioChange: await automationsCost(),
  });
} finally {
  await browser?.close();
  await server.remove();
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'user@switchyard.local', password: 'switchyard-demo' }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
}

type Call = <Body>(method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<Body>;
function caller(cookie: string): Call {
  return async (method, path, body, signal) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

/** Creates a board with title, status, and further text, number and date columns up to the requested count. */
async function makeBoard(call: Call): Promise<Board> {
  let board = await call<Board>('POST', '/api/boards', { name: 'Measured', template: 'blank' });
  const types = ['text', 'number', 'date', 'checkbox', 'rating'];
  for (let at = board.columns.length; at < COLUMNS; at += 1) {
    const column = { name: `Column ${at}`, type: types[at % types.length] };
    board = await call<Board>('POST', `/api/boards/${board._id}/columns`, column);
  }
  return board;
}

function valueFor({ type, isTitle }: Board['columns'][number], at: number): unknown {
  if (isTitle) return `Order ${at}`;
  if (type === 'status') return STATUSES[at % STATUSES.length];
  if (type === 'number') return (at * 7919) % 100_000;
  if (type === 'date') return new Date(Date.UTC(2026, 0, 1) + (at % 700) * 86_400_000).toISOString().slice(0, 10);
  if (type === 'checkbox') return at % 3 === 0;
  return type === 'rating' ? (at % 5) + 1 : `Customer ${at % 997} of the north`;
}

/** Imports like the screen does: in sequential requests. @returns seconds */
async function importItems(call: Call, { _id: boardId, columns, groups }: Board): Promise<number> {
  const importId = newId();
  const began = performance.now();
  for (let firstRow = 0; firstRow < ITEMS; firstRow += ROWS_PER_REQUEST) {
    const rows = Array.from({ length: Math.min(ROWS_PER_REQUEST, ITEMS - firstRow) }, (_, at) =>
      columns.map((column) => valueFor(column, firstRow + at)),
    );
    const columnIds = columns.map(({ _id }) => _id);
    const body = { boardId, groupId: groups[0]?._id, columnIds, rows, importId, firstRow };
    const { added } = await call<{ added: number }>('POST', '/api/board-rows', body);
    if (added !== rows.length) throw new Error(`${added} of ${rows.length} rows were added`);
  }
  return rounded((performance.now() - began) / 1_000);
}

async function newPage(inBrowser: Browser, cookie: string): Promise<Page> {
  const context = await inBrowser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: server.url };
  });
  await context.addCookies(cookies);
  return context.newPage();
}

/** Time from navigation, with an empty cache, until the first items are shown. */
async function open(page: Page, { _id }: Board): Promise<number> {
  const began = performance.now();
  await page.goto(`/boards/${_id}`, { waitUntil: 'commit' });
  await page
    .getByRole('gridcell', { name: /^Order 10\b/ })
    .first()
    .waitFor();
  return Math.round(performance.now() - began);
}

/** Frame times while scrolling 50 rows per frame, to the end of the loaded rows and back. */
async function fling(page: Page): Promise<number> {
  const frames = await page.evaluate(async (flings) => {
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    const took: number[] = [];
    let last = performance.now();
    const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    for (let round = 0; round < flings; round += 1) {
      const step = (round % 2 === 0 ? 1 : -1) * 50 * 44;
      await next();
      last = performance.now();
      for (let frame = 0; frame < 60; frame += 1) {
        const before = grid.scrollTop;
        grid.scrollTop += step;
        if (grid.scrollTop === before) break;
        await next();
        const now = performance.now();
        took.push(now - last);
        last = now;
      }
    }
    return took;
  }, FLINGS);
  return rounded(p95(frames));
}

/** Duration of the screen's query for the first items that match a filter, sorted by a column. */
async function filterAndSort(call: Call, { _id, columns }: Board): Promise<number> {
  const idOf = (type: string) => columns.filter((column) => column.type === type).at(-1)?._id;
  const took: number[] = [];
  for (let at = 0; at < QUERIES; at += 1) {
    const query = {
      limit: 100,
      filters: [{ columnId: idOf('status'), test: 'is', value: STATUSES[at % STATUSES.length] }],
      sort: { columnId: idOf(at % 2 === 0 ? 'number' : 'text'), isDescending: at % 3 === 0 },
    };
    const began = performance.now();
    await call('POST', `/api/boards/${_id}/items/list`, query);
    took.push(performance.now() - began);
  }
  return rounded(p95(took.slice(STATUSES.length)));
}

/** Time from setting a cell until a colleague sees it, while everyone else is editing too. */
async function seeCells(page: Page, call: Call, { _id, columns, groups }: Board): Promise<number> {
  await page.goto(`/boards/${_id}`);
  await page.getByRole('status', { name: 'Live' }).waitFor();
  const title = columns.find(({ isTitle }) => isTitle)?._id ?? '';
  const { data: items } = await call<{ data: Item[] }>('POST', `/api/boards/${_id}/items/list`, { limit: 200 });
  const [seen] = items;
  if (!seen || !groups[0]) throw new Error('the board is empty');
  let isOver = false;
  const others = Array.from({ length: PEOPLE - 2 }, async (_, person) => {
    for (let at = 0; !isOver; at += 1) {
      const item = items[(person * 7 + at) % items.length];
      if (item && item !== seen) {
        await call('PUT', `/api/board-items/${item._id}/cells/${title}`, { value: `Order of ${person}, ${at}` });
      }
      await delay(1_000);
    }
  });
  const took: number[] = [];
  for (let at = 0; at < SEEN_CELLS; at += 1) {
    const value = `Seen ${at} times`;
    const shown = page.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          const check = () =>
            document.querySelector('[role="grid"]')?.textContent?.includes(text)
              ? resolve(Date.now())
              : requestAnimationFrame(check);
          check();
        }),
      value,
    );
    const beganMs = Date.now();
    await call('PUT', `/api/board-items/${seen._id}/cells/${title}`, { value });
    took.push((await shown) - beganMs);
    await delay(100);
  }
  isOver = true;
  await Promise.all(others);
  return rounded(p95(took));
}

/**
 * All people set cells of the same items at once, each in their own column; some requests are aborted in transit and
 * sent again. @returns number of cells that do not have the value set last
 */
async function editTogether({ _id, columns }: Board, cookie: string): Promise<number> {
  const call = caller(cookie);
  const numbers = columns.filter(({ type }) => type === 'number' || type === 'rating');
  const texts = columns.filter(({ type }) => type === 'text');
  const own = [...texts, ...numbers].slice(0, PEOPLE);
  const { data: items } = await call<{ data: Item[] }>('POST', `/api/boards/${_id}/items/list`, { limit: 100 });
  const last = new Map<string, unknown>();
  const each = Math.ceil(EDITS / own.length);
  let cutOff = 0;
  await Promise.all(
    own.map(async ({ _id: columnId, type }, person) => {
      for (let at = 0; at < each; at += 1) {
        const item = items[(at * 13 + person) % items.length];
        if (!item) continue;
        const value = type === 'text' ? `By ${person}, ${at}` : (at % 5) + 1;
        const path = `/api/board-items/${item._id}/cells/${columnId}`;
        if (cutOff < DISCONNECTS && at % 7 === 3) {
          cutOff += 1;
          await call('PUT', path, { value }, AbortSignal.timeout(3)).catch(() => undefined);
        }
        await call('PUT', path, { value });
        last.set(`${item._id} ${columnId}`, value);
      }
    }),
  );
  const { data: after } = await call<{ data: Item[] }>('POST', `/api/boards/${_id}/items/list`, { limit: 100 });
  const now = new Map(after.map((item) => [item._id, item.cells]));
  return [...last].filter(([cell, value]) => {
    const [itemId = '', columnId = ''] = cell.split(' ');
    return now.get(itemId)?.[columnId] !== value;
  }).length;
}

/** Slowdown of storing received messages through automations that wait for keywords which never occur. */
async function automationsCost(): Promise<number> {
  const databases = await startDatabaseServer();
  try {
    const database = await databases.createDatabase('automated', 20);
    const store = batchedMessages({
      database,
      hooks: domains.flatMap(({ hooks }) => hooks ?? []),
      log: createLog('silent'),
    });
    const lane = await createLaneFixture(database);
    const generation = await lane.lease();
    let stored = 0;
    const perSecond = async () => {
      const began = performance.now();
      for (let from = 0; from < MESSAGES; from += 100) {
        const rows = Array.from({ length: 100 }, () => {
          stored += 1;
          const chat = `+4477${String(stored % 1_000).padStart(8, '0')}`;
          const message = { waMessageId: `id ${stored}`, chat, text: 'Hello there', atMs: Date.now() };
          return toReceivedRow({ ...message, kind: 'text', from: chat, fromMe: false });
        });
        await store({ identity: lane.identity, generation, rows });
      }
      return MESSAGES / ((performance.now() - began) / 1_000);
    };
    const rules = Array.from({ length: AUTOMATIONS }, (_, at) => ({
      workspaceId: lane.workspaceId,
      boardId: newId(),
      name: `Automation ${at}`,
      trigger: { kind: 'messageReceived' as const, words: [`order ${at}`, 'delivery', 'invoice'] },
      kind: 'messageReceived' as const,
      filters: [],
      steps: [],
    }));
    await perSecond();
    // Alternating, so that other load on the machine affects both alike.
    const without: number[] = [];
    const withThem: number[] = [];
    for (let round = 0; round < AUTOMATED_ROUNDS; round += 1) {
      await database.db.delete(automations);
      without.push(await perSecond());
      await database.db.insert(automations).values(rules);
      withThem.push(await perSecond());
    }
    await database.close();
    return Math.round((1 - median(withThem) / median(without)) * 1_000) / 1_000;
  } finally {
    await databases.stop();
  }
}

function p95(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
