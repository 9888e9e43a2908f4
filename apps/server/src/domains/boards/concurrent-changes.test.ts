import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { Board, BoardItem } from '@switchyard/contracts/boards/operations';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Someone, signUpSomeone } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let owner: Someone;
beforeAll(async () => {
  server = await startTestServer({ config: { roles: ['api'] } });
  owner = await signUpSomeone(server);
});
afterAll(() => server.stop());

const call = <Body>(method: string, path: string, body?: unknown) => server.call<Body>(method, path, body, owner);

const ITEMS = 4;
const COLUMNS = 3;
const item = fc.nat(ITEMS - 1);
const column = fc.nat(COLUMNS - 1);
/** Actions of a person; undo reverts that person's latest one. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('cell' as const), item, column, value: fc.constantFrom('a', 'b', null) }),
  fc.record({ kind: fc.constant('cells' as const), column, value: fc.constantFrom('c', 'd', null) }),
  fc.record({ kind: fc.constant('move' as const), item, before: fc.option(item), group: fc.nat(1) }),
  fc.record({ kind: fc.constant('delete' as const), item }),
  fc.record({ kind: fc.constant('restore' as const), item }),
  fc.record({ kind: fc.constant('column' as const), name: fc.constantFrom('One', 'Two') }),
  fc.record({ kind: fc.constant('undo' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

test('concurrent edits, moves, deletions and undos end the same for everybody, and lose no cell', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { maxLength: 6 }), { minLength: 2, maxLength: 4 }), async (people) => {
      let board = (await call<Board>('POST', '/api/boards', { name: 'Together', template: 'tasks' })).body;
      for (let at = 0; at < COLUMNS; at += 1) {
        board = (await call<Board>('POST', `/api/boards/${board._id}/columns`, { name: `Own ${at}`, type: 'text' }))
          .body;
      }
      const own = board.columns.slice(-COLUMNS).map(({ _id }) => _id);
      const items: BoardItem[] = [];
      for (let at = 0; at < ITEMS; at += 1) {
        const input = { groupId: board.groups[0]?._id, cells: {} };
        items.push((await call<BoardItem>('POST', `/api/boards/${board._id}/items`, input)).body);
      }
      const idOf = (at: number) => items[at]?._id ?? '';
      await Promise.all(people.map((acts) => work(board, own, idOf, acts)));

      const list = async () =>
        (await call<{ data: BoardItem[] }>('POST', `/api/boards/${board._id}/items/list`, {})).body.data;
      const [one, other] = await Promise.all([list(), list()]);
      expect(other).toEqual(one);
      for (const shown of one) {
        expect((await call<BoardItem>('GET', `/api/board-items/${shown._id}`)).body).toEqual(shown);
        await expectHistory(shown);
      }
      expect(new Set(one.map(({ _id }) => _id)).size).toBe(one.length);
    }),
    { numRuns: 12 },
  );
}, 120_000);

/** Runs one person's actions in sequence. */
async function work(board: Board, own: string[], idOf: (at: number) => string, acts: Act[]): Promise<void> {
  const undos: (() => Promise<unknown>)[] = [];
  for (const act of acts) {
    if (act.kind === 'undo') await undos.pop()?.();
    else if (act.kind === 'cell') {
      const path = `/api/board-items/${idOf(act.item)}/cells/${own[act.column]}`;
      const { body } = await call<BoardItem>('GET', `/api/board-items/${idOf(act.item)}`);
      const before = body.cells?.[own[act.column] ?? ''] ?? null;
      const set = (value: CellValue, expected: CellValue) => call('PUT', path, { value, expected });
      const { status } = await set(act.value, before);
      // Somebody else changed it first, or deleted the item.
      expect([200, 404, 409]).toContain(status);
      if (status === 200) undos.push(() => set(before, act.value));
    } else if (act.kind === 'cells') {
      const rows = Array.from({ length: ITEMS }, (_, at) => ({ id: idOf(at), values: [act.value] }));
      const input = { boardId: board._id, columnIds: [own[act.column]], rows };
      expect((await call('POST', '/api/board-cells', input)).status).toBe(200);
    } else if (act.kind === 'move') {
      const beforeId = act.before === null || act.before === act.item ? null : idOf(act.before);
      const input = { groupId: board.groups[act.group]?._id, beforeId };
      const { status } = await call('POST', `/api/board-items/${idOf(act.item)}/move`, input);
      // The item to place it before has moved to another group, or one of the two was deleted.
      expect([200, 404, 422]).toContain(status);
    } else if (act.kind === 'delete') {
      const path = `/api/board-items/${idOf(act.item)}`;
      if ((await call('DELETE', path)).status === 200) undos.push(() => call('POST', `${path}/restore`));
    } else if (act.kind === 'restore') await call('POST', `/api/board-items/${idOf(act.item)}/restore`);
    else expect((await call('PATCH', `/api/board-columns/${own[0]}`, { name: act.name })).status).toBe(200);
  }
}

/** Replaying an item's history from the start gives its current cells. */
async function expectHistory({ _id, cells, version }: BoardItem): Promise<void> {
  const { body } = await call<{
    data: { columnId: string | null; before: CellValue; after: CellValue; version: number }[];
  }>('GET', `/api/board-items/${_id}/history?limit=1000`);
  const replayed = new Map<string, CellValue>();
  for (const { columnId, before, after } of body.data.toReversed()) {
    if (columnId === null) continue;
    expect(before).toEqual(replayed.get(columnId) ?? null);
    replayed.set(columnId, after);
  }
  const current = [...replayed].filter(([, value]) => value !== null);
  expect(Object.fromEntries(current)).toEqual(cells);
  expect(body.data[0]?.version).toBe(version);
}
