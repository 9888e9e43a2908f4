import { type Cells, type CellValue, NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { Board, BoardFilter, BoardItem, ItemChange } from '@switchyard/contracts/boards/operations';
import type {
  BoardInvitation,
  NewShare,
  PersonalLink,
  Share,
  SharedForm,
  SharedTable,
} from '@switchyard/contracts/shares/operations';
import { eq } from 'drizzle-orm';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { join, type Someone, signUpSomeone, within } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { answerForm, readForm } from './answer-form.ts';
import { publishToVisitors, revokedTickets } from './live-shares.ts';
import { isProof } from './proof-of-work.ts';
import { shares } from './shares.schema.ts';

let server: TestServer;
let owner: Someone;
let member: Someone;
let stranger: Someone;
let board: Board;

beforeAll(async () => {
  server = await startTestServer({ config: { roles: ['api'] } });
  owner = await signUpSomeone(server, { name: 'Ada Owner' });
  member = await signUpSomeone(server, { name: 'Bo Member' });
  stranger = await signUpSomeone(server, { name: 'Cy Stranger' });
  await join(server, owner, member, 'member');
});
afterAll(() => server.stop());
beforeEach(async () => {
  board = (await call<Board>('POST', '/api/boards', { name: 'Secret plans', template: 'tasks' })).body;
});

type Ticket = { username: string; password: string; topics: string[] };
type Refused = { code: string; data: { faults: { field: string; code: string }[] } };
const call = <Body>(method: string, path: string, body?: unknown, who = owner) =>
  server.call<Body>(method, path, body, within(who, owner.workspaceId));
/** A visitor without an account. */
const visit = <Body>(path: string, body: object) => server.call<Body>('POST', path, body);

const columnOf = (type: string) => {
  const column = board.columns.find((candidate) => candidate.type === type);
  if (!column) throw new Error(`no column of type ${type}`);
  return column._id;
};
const groupAt = (at: number) => board.groups[at]?._id ?? '';
const addItem = async (cells: Record<string, CellValue>, group = 0) =>
  (await call<BoardItem>('POST', `/api/boards/${board._id}/items`, { groupId: groupAt(group), cells })).body;
const addColumn = async (name: string, type: string) => {
  board = (await call<Board>('POST', `/api/boards/${board._id}/columns`, { name, type })).body;
  return columnOf(type);
};
const revoke = (id: string) => call('DELETE', `/api/shares/${id}`);
const inDatabase = () => server.platform.database.db;

describe('a shared table', () => {
  const makeTable = async (columnIds: string[], more: object = {}) => {
    const { status, body } = await call<NewShare>('POST', `/api/boards/${board._id}/shared-tables`, {
      name: 'Our orders',
      columnIds,
      expiresInDays: null,
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const look = <Body = SharedTable>(token: string, more: object = {}) =>
    visit<Body>('/api/shared-tables/read', { token, ...more });

  test('shows the chosen columns and nothing else of the board, its people or other items', async () => {
    const notes = columnOf('longText');
    const title = columnOf('text');
    await addItem({ [title]: 'Chairs', [notes]: 'HIDDEN note', [columnOf('people')]: [member.userId] });
    const gone = await addItem({ [title]: 'DELETED one' });
    await call('DELETE', `/api/board-items/${gone._id}`);
    await addItem({ [title]: 'Sofas', [columnOf('status')]: 'done' }, 1);
    const { token } = await makeTable([title], { filters: [{ columnId: columnOf('status'), test: 'isEmpty' }] });
    const { status, body } = await look(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'Our orders',
      columns: [{ _id: title, name: 'Task', type: 'text', options: [], settings: NO_SETTINGS, isTitle: true }],
      groups: [{ _id: groupAt(0), name: 'This week' }],
      data: [{ _id: expect.any(String), groupId: groupAt(0), cells: { [title]: 'Chairs' } }],
      total: 1,
    });
    const whole = JSON.stringify(body);
    for (const secret of [
      'HIDDEN',
      'DELETED',
      'Sofas',
      'Later',
      'Secret plans',
      'Bo Member',
      member.userId,
      owner.userId,
    ]) {
      expect(whole).not.toContain(secret);
    }
  });

  test('reveals nothing of a hidden column by filter, sort or search, which work on shown ones', async () => {
    const [title, notes] = [columnOf('text'), columnOf('longText')];
    await addItem({ [title]: 'Chairs', [notes]: 'alpha' });
    await addItem({ [title]: 'Tables', [notes]: 'beta' });
    const { token } = await makeTable([title]);
    const hidden = { columnId: notes, test: 'contains', value: 'alpha' };
    const filtered = await look<Refused>(token, { filters: [hidden] });
    expect([filtered.status, filtered.body.data.faults[0]?.field]).toEqual([422, 'filters.0.columnId']);
    const sorted = await look<Refused>(token, { sort: { columnId: notes } });
    expect([sorted.status, sorted.body.data.faults[0]?.field]).toEqual([422, 'sort.columnId']);
    expect((await look(token, { search: 'alpha' })).body.total).toBe(0);
    expect((await look(token, { search: 'Chairs' })).body.total).toBe(1);
    const shown = { columnId: title, test: 'is', value: 'tables' };
    expect((await look(token, { filters: [shown] })).body.data[0]?.cells).toEqual({ [title]: 'Tables' });
    const columns = { ...shown, columnId: columnOf('people') };
    expect((await look(token, { filters: [columns] })).status).toBe(422);
  });

  test('can be searched without a shown text column', async () => {
    await addItem({ [columnOf('text')]: 'Chairs', [columnOf('status')]: 'done' });
    const { token } = await makeTable([columnOf('status')]);
    expect((await look(token, { search: 'Chairs' })).body.total).toBe(0);
    expect((await look(token, { search: 'Done' })).body.total).toBe(1);
  });

  test('names people only if their column is shown, without their ids', async () => {
    await addItem({ [columnOf('people')]: [member.userId] });
    const { token } = await makeTable([columnOf('people')]);
    const { body } = await look(token);
    expect(body.data[0]?.cells).toEqual({ [columnOf('people')]: ['Bo Member'] });
    expect(JSON.stringify(body)).not.toContain(member.userId);
  });

  test('follows the board, and is gone on the next request once revoked or the board is deleted', async () => {
    const title = columnOf('text');
    const item = await addItem({ [title]: 'Chairs' });
    const [one, other] = [await makeTable([title]), await makeTable([title])];
    await call('PUT', `/api/board-items/${item._id}/cells/${title}`, { value: 'Benches' });
    expect((await look(one.token)).body.data[0]?.cells).toEqual({ [title]: 'Benches' });
    await revoke(one._id);
    expect((await look(one.token)).status).toBe(404);
    expect((await look(other.token)).status).toBe(200);
    const listed = await call<{ data: Share[] }>('GET', `/api/boards/${board._id}/shares`);
    expect(listed.body.data.map(({ _id }) => _id)).toEqual([other._id]);
    expect(JSON.stringify(listed.body)).not.toContain(other.token);
    expect((await revoke(one._id)).status).toBe(404);
    await call('DELETE', `/api/boards/${board._id}`);
    expect((await look(other.token)).status).toBe(404);
  });

  test('notifies visitors that something they see has changed, without saying what, and that the share has ended', async () => {
    const title = columnOf('text');
    const item = await addItem({ [title]: 'Chairs' });
    const set = (value: string) => call('PUT', `/api/board-items/${item._id}/cells/${title}`, { value });
    const watch = async (token: string) => {
      const { body: ticket } = await visit<Ticket>('/api/shared-tables/live', { token });
      const { username, password } = ticket;
      const url = `${server.url.replace('http', 'ws')}/mqtt`;
      const client = await connectAsync(url, { username, password, reconnectPeriod: 0 }, false);
      const received: string[] = [];
      client.on('message', (_topic, payload) => received.push(payload.toString()));
      await client.subscribeAsync(ticket.topics);
      return { received, username, end: () => client.endAsync(true) };
    };
    const { token, _id } = await makeTable([title]);
    const other = await makeTable([title]);
    const [visitor, another] = [await watch(token), await watch(other.token)];
    await set('Benches');
    await vi.waitFor(() => expect(visitor.received).not.toEqual([]));
    const tickets = [visitor.username, another.username];
    expect(await revokedTickets(tickets, server.platform)).toEqual([]);
    const before = visitor.received.length;
    await revoke(_id);
    await vi.waitFor(() => expect(visitor.received.length).toBeGreaterThan(before));
    expect([...new Set([...visitor.received, ...another.received])]).toEqual(['{"type":"shares.changed"}']);
    expect(await revokedTickets(tickets, server.platform)).toEqual([visitor.username]);
    expect((await visit('/api/shared-tables/live', { token })).status).toBe(404);
    await Promise.all([visitor.end(), another.end()]);
  });

  test('does not notify visitors if only hidden content has changed', async () => {
    const [title, notes, status] = [columnOf('text'), columnOf('longText'), columnOf('status')];
    const plain = await makeTable([title]);
    const filtered = await makeTable([title], { filters: [{ columnId: status, test: 'isEmpty' }] });
    const timed = await makeTable([title, await addColumn('Changed', 'changedAt')]);
    const heardOf = async (columnId: string | null) => {
      const publish = vi.fn();
      const platform = { ...server.platform, broker: { ...server.platform.broker, publish } };
      await publishToVisitors(platform, new Map([[board._id, new Set([columnId])]]));
      return publish.mock.calls.map(([topic]) => String(topic).split('/')[1]).sort();
    };
    const ids = (...made: NewShare[]) => made.map(({ _id }) => _id).sort();
    expect(await heardOf(title)).toEqual(ids(plain, filtered, timed));
    expect(await heardOf(status)).toEqual(ids(filtered, timed));
    expect(await heardOf(notes)).toEqual(ids(timed));
    expect(await heardOf(null)).toEqual(ids(plain, filtered, timed));
  });

  test('ends when it expires, and when a column it filters by is deleted', async () => {
    const [title, notes] = [columnOf('text'), columnOf('longText')];
    await addItem({ [title]: 'Chairs', [notes]: 'private' });
    const timed = await makeTable([title], { expiresInDays: 1 });
    expect((await look(timed.token)).status).toBe(200);
    await inDatabase()
      .update(shares)
      .set({ expiresAt: new Date(0) })
      .where(eq(shares.id, timed._id));
    expect((await look<Refused>(timed.token)).body.code).toBe('SHARE_OVER');
    const filters: BoardFilter[] = [{ columnId: notes, test: 'is', value: 'public' }];
    const { token } = await makeTable([title], { filters });
    expect((await look(token)).body.total).toBe(0);
    await call('DELETE', `/api/board-columns/${notes}`);
    expect((await look<Refused>(token)).body.code).toBe('SHARE_OVER');
  });

  test('loses a deleted column, and refuses columns of other boards and sorting by a hidden one', async () => {
    const [title, notes] = [columnOf('text'), columnOf('longText')];
    const { token } = await makeTable([title, notes]);
    await call('DELETE', `/api/board-columns/${notes}`);
    expect((await look(token)).body.columns.map(({ _id }) => _id)).toEqual([title]);
    const path = `/api/boards/${board._id}/shared-tables`;
    const input = { name: 'Ours', expiresInDays: null };
    expect((await call('POST', path, { ...input, columnIds: [notes] })).status).toBe(422);
    const sort = { columnId: columnOf('date') };
    expect((await call('POST', path, { ...input, columnIds: [title], sort })).status).toBe(422);
  });

  test('opens no share of another kind, and its secret is not stored', async () => {
    const { token, _id } = await makeTable([columnOf('text')]);
    expect((await visit('/api/shared-forms/read', { token })).status).toBe(404);
    expect((await server.call('POST', '/api/board-invitations/join', { token }, stranger)).status).toBe(404);
    expect((await server.call('GET', `/api/boards/${board._id}`, undefined, { token })).status).toBe(401);
    const [stored] = await inDatabase().select().from(shares).where(eq(shares.id, _id));
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});

describe('a form', () => {
  const makeForm = async (fields: object[], more: object = {}) => {
    const { status, body } = await call<NewShare>('POST', `/api/boards/${board._id}/forms`, {
      name: 'Order a chair',
      thanks: 'We call you.',
      groupId: groupAt(1),
      fields,
      expiresInDays: null,
      maxUses: null,
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const LATER_MS = 10_000;
  /** Answers like a person who takes ten seconds to fill it in. */
  const open = (token: string, afterMs = LATER_MS) =>
    readForm(inDatabase(), setting(), token, new Date(Date.now() - afterMs));
  const setting = () => ({ secret: server.platform.secret, publicUrl: server.platform.config.publicUrl });
  const work = ({ opened, workBits }: SharedForm) => {
    for (let at = 0; ; at += 1) if (isProof(opened, `${at}`, workBits)) return `${at}`;
  };
  const send = async (token: string, cells: Cells, { opened, proof = '', website = '' }: Record<string, string>) => {
    const deps = { db: inDatabase(), clock: { now: () => new Date() } };
    return (await answerForm(deps, setting(), { token, cells, opened: opened ?? '', proof, website })).result;
  };
  const answer = async (token: string, cells: Cells, { website = '', afterMs = LATER_MS } = {}) => {
    const form = await open(token, afterMs);
    return send(token, cells, { opened: form.opened, proof: work(form), website });
  };
  const items = async (isDeleted = false) =>
    (await call<{ data: BoardItem[] }>('POST', `/api/boards/${board._id}/items/list`, { isDeleted })).body.data;

  test('asks for its fields, and adds answers to its group', async () => {
    const title = columnOf('text');
    const phone = await addColumn('Phone', 'phone');
    const { token } = await makeForm([{ columnId: title, isRequired: true, help: 'Which one?' }, { columnId: phone }]);
    const form = await visit<SharedForm>('/api/shared-forms/read', { token });
    expect(form.body).toMatchObject({
      title: 'Order a chair',
      fields: [
        { columnId: title, name: 'Task', type: 'text', isRequired: true, help: 'Which one?' },
        { columnId: phone, isRequired: false },
      ],
    });
    expect(JSON.stringify(form.body)).not.toContain('Secret plans');
    expect(await answer(token, { [title]: ' The red one ', [phone]: '07700 900123' })).toEqual({
      thanks: 'We call you.',
      redirectUrl: null,
    });
    const [item] = await items();
    expect(item).toMatchObject({
      groupId: groupAt(1),
      createdBy: null,
      cells: { [title]: 'The red one', [phone]: '+447700900123' },
    });
    const history = await call<{ data: ItemChange[] }>('GET', `/api/board-items/${item?._id}/history`);
    expect(history.body.data).toMatchObject([{ act: 'created', by: null, via: 'form' }]);
    const listed = await call<{ data: Share[] }>('GET', `/api/boards/${board._id}/shares`);
    expect(listed.body.data).toMatchObject([{ kind: 'form', uses: 1, columns: ['Task', 'Phone'] }]);
  });

  test('names every field that needs attention, and accepts no others', async () => {
    const [title, notes, due] = [columnOf('text'), columnOf('longText'), columnOf('date')];
    const agree = await addColumn('I agree', 'checkbox');
    const { token } = await makeForm([
      { columnId: title, isRequired: true },
      { columnId: due },
      { columnId: agree, isRequired: true },
    ]);
    const wrong = answer(token, { [title]: ' ', [due]: 'tomorrow', [agree]: false });
    await expect(wrong).rejects.toMatchObject({
      data: {
        faults: [
          { field: `cells.${title}`, code: 'missing' },
          { field: `cells.${due}`, code: 'day' },
          { field: `cells.${agree}`, code: 'missing' },
        ],
      },
    });
    const other = answer(token, { [title]: 'Chair', [agree]: true, [notes]: 'Written over' });
    await expect(other).rejects.toMatchObject({
      data: { faults: [{ field: `cells.${notes}`, code: 'unknownField' }] },
    });
    expect(await items()).toEqual([]);
  });

  test('cannot ask for people or for values the server fills in', async () => {
    const number = await addColumn('Number', 'runningNumber');
    for (const columnId of [columnOf('people'), number]) {
      const input = { name: 'Ask', groupId: groupAt(0), fields: [{ columnId }], expiresInDays: null, maxUses: null };
      expect((await call('POST', `/api/boards/${board._id}/forms`, input)).status).toBe(422);
    }
  });

  test('holds answers that look automated, for members to review', async () => {
    const title = columnOf('text');
    const { token } = await makeForm([{ columnId: title }], { maxUses: 1 });
    const thanks = { thanks: 'We call you.', redirectUrl: null };
    expect(await answer(token, { [title]: 'Honey' }, { website: 'https://spam.example' })).toEqual(thanks);
    expect(await answer(token, { [title]: 'Fast' }, { afterMs: 0 })).toEqual(thanks);
    expect(
      (await visit('/api/shared-forms/answers', { token, cells: { [title]: 'Forged' }, opened: '1.x' })).status,
    ).toBe(200);
    expect(await items()).toEqual([]);
    const held = await items(true);
    expect(held.map(({ cells }) => cells[title]).sort()).toEqual(['Fast', 'Forged', 'Honey']);
    const restored = await call('POST', `/api/board-items/${held[0]?._id}/restore`);
    expect(restored.status).toBe(200);
    // Held answers do not count.
    expect(await answer(token, { [title]: 'Real' })).toEqual(thanks);
    await expect(answer(token, { [title]: 'One too many' })).rejects.toMatchObject({ code: 'SHARE_OVER' });
  });

  test('holds answers without proof of work, and repeated ones of a page', async () => {
    const title = columnOf('text');
    const { token } = await makeForm([{ columnId: title }]);
    const form = await open(token);
    expect(form.workBits).toBeGreaterThan(0);
    const failing = isProof(form.opened, 'x', form.workBits) ? 'y' : 'x';
    await send(token, { [title]: 'Idle' }, { opened: form.opened, proof: failing });
    await send(token, { [title]: 'First' }, { opened: form.opened, proof: work(form) });
    await send(token, { [title]: 'Again' }, { opened: form.opened, proof: work(form) });
    const old = await open(token, 8 * 86_400_000);
    await send(token, { [title]: 'Kept for a week' }, { opened: old.opened, proof: work(old) });
    expect((await items()).map(({ cells }) => cells[title])).toEqual(['First']);
    expect((await items(true)).map(({ cells }) => cells[title]).sort()).toEqual(['Again', 'Idle', 'Kept for a week']);
  });

  test('accepts one answer per person if configured, and then redirects', async () => {
    const title = columnOf('text');
    const phone = await addColumn('Phone', 'phone');
    const fields = [{ columnId: title }, { columnId: phone, isRequired: true }];
    const input = {
      name: 'Ask',
      groupId: groupAt(0),
      fields: [{ columnId: title }],
      expiresInDays: null,
      maxUses: null,
    };
    const nobody = await call('POST', `/api/boards/${board._id}/forms`, { ...input, isOnePerPerson: true });
    expect(nobody.status).toBe(422);
    const redirectUrl = 'https://example.com/thanks';
    const { token } = await makeForm(fields, { isOnePerPerson: true, redirectUrl });
    expect(await answer(token, { [title]: 'One', [phone]: '07700 900123' })).toMatchObject({ redirectUrl });
    await expect(answer(token, { [title]: 'Two', [phone]: '+447700900123' })).rejects.toMatchObject({
      code: 'ANSWERED_ALREADY',
    });
    await answer(token, { [title]: 'Other', [phone]: '+447700900124' });
    expect(await items()).toHaveLength(2);
  });

  test('gives each contact a prefilled link, good for one answer', async () => {
    const title = columnOf('text');
    const phone = await addColumn('Phone', 'phone');
    const form = await makeForm([{ columnId: title }, { columnId: phone }]);
    const contact = async (name: string, mobile: string, who = owner) =>
      (await server.call<{ _id: string }>('POST', '/api/contacts', { name, mobile }, who)).body._id;
    const contactIds = [await contact('Ann', '+447700900001'), await contact('Eve', '+447700900002', stranger)];
    const made = await call<{ data: PersonalLink[] }>('POST', `/api/shares/${form._id}/personal-links`, { contactIds });
    expect(made.body.data).toMatchObject([{ name: 'Ann', mobile: '+447700900001' }]);
    const token = made.body.data[0]?.token ?? '';
    expect((await open(token)).known).toEqual({ [title]: 'Ann', [phone]: '+447700900001' });
    expect((await open(form.token)).known).toEqual({});
    await answer(token, { [title]: 'Ann', [phone]: '+447700900001' });
    await expect(open(token)).rejects.toMatchObject({ code: 'SHARE_OVER' });
    await expect(answer(form.token, { [title]: 'Anybody' })).resolves.toBeDefined();
    expect(await items()).toHaveLength(2);
  });

  test('can be framed by the sites it lists, and nothing else can', async () => {
    const listed = await makeForm([{ columnId: columnOf('text') }], { embeddedOn: ['https://shop.example'] });
    const plain = await makeForm([{ columnId: columnOf('text') }]);
    const headersOf = async (path: string) => {
      const { headers } = await fetch(`${server.url}${path}`);
      const ancestors = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
      return [ancestors, headers.get('x-frame-options')];
    };
    expect(await headersOf(`/form-preview/${listed.token}`)).toEqual(['https://shop.example', null]);
    expect(await headersOf(`/form-preview/${plain.token}`)).toEqual(["'none'", 'DENY']);
    expect(await headersOf(`/boards?x=/form-preview/${listed.token}`)).toEqual(["'none'", 'DENY']);
    const wrong = { name: 'x', groupId: groupAt(0), fields: [{ columnId: columnOf('text') }], expiresInDays: null };
    for (const origin of ['https://a.example; script-src *', 'https://a.example/path', '*', 'javascript:x']) {
      const input = { ...wrong, maxUses: null, embeddedOn: [origin] };
      expect((await call('POST', `/api/boards/${board._id}/forms`, input)).status, origin).toBe(422);
    }
  });

  test('accepts its maximum of answers, also concurrently', async () => {
    const title = columnOf('text');
    const { token } = await makeForm([{ columnId: title }], { maxUses: 2 });
    const sent = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => answer(token, { [title]: name })));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await items()).toHaveLength(2);
  });

  test('limits answers to sixty a minute, each of limited size', async () => {
    const [title, notes] = [columnOf('text'), columnOf('longText')];
    const { token } = await makeForm([{ columnId: title }, { columnId: notes }]);
    const long = Object.fromEntries(board.columns.map(({ _id }) => [_id, 'x'.repeat(9_999)]));
    const more = Object.fromEntries(Array.from({ length: 3 }, () => [crypto.randomUUID(), 'x'.repeat(9_999)]));
    await expect(answer(token, { ...long, ...more })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    for (let sent = 0; sent < 60; sent++) await answer(token, { [title]: `${sent}` });
    await expect(answer(token, { [title]: 'One more' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await items()).toHaveLength(50);
  });

  test('accepts nothing once revoked or expired, and still does if its group is deleted', async () => {
    const title = columnOf('text');
    const [one, other] = [await makeForm([{ columnId: title }]), await makeForm([{ columnId: title }])];
    await call('DELETE', `/api/board-groups/${groupAt(1)}`);
    await answer(one.token, { [title]: 'Chair' });
    expect(await items()).toMatchObject([{ groupId: groupAt(0) }]);
    await revoke(one._id);
    const late = { token: one.token, cells: { [title]: 'Late' }, opened: '' };
    expect((await visit('/api/shared-forms/answers', late)).status).toBe(404);
    await inDatabase()
      .update(shares)
      .set({ expiresAt: new Date(0) })
      .where(eq(shares.id, other._id));
    expect((await visit('/api/shared-forms/answers', { ...late, token: other.token })).status).toBe(410);
    expect(await items()).toHaveLength(1);
  });
});

describe('an invitation to a board', () => {
  const invite = (more: object = {}, who = owner) =>
    call<NewShare>('POST', `/api/boards/${board._id}/invitations`, { expiresInDays: 7, maxUses: 2, ...more }, who);
  const read = <Body = BoardInvitation>(who: Someone, input: object) =>
    server.call<Body>('POST', '/api/board-invitations/read', input, who);
  const accept = (who: Someone, token: string) =>
    server.call<{ boardId: string }>('POST', '/api/board-invitations/join', { token }, who);
  const leave = (who: Someone) => call('DELETE', `/api/workspace/members/${who.userId}`);

  test('says what joining means, and makes a member of the workspace', async () => {
    const { token } = (await invite()).body;
    expect((await read(stranger, { token })).body).toEqual({
      workspaceId: owner.workspaceId,
      workspaceName: expect.any(String),
      boardId: board._id,
      boardName: 'Secret plans',
      role: 'member',
      isMember: false,
      invitedBy: 'Ada Owner',
    });
    expect((await call('GET', `/api/boards/${board._id}`, undefined, stranger)).status).toBe(409);
    expect((await accept(stranger, token)).body).toMatchObject({ boardId: board._id });
    expect((await call('GET', `/api/boards/${board._id}`, undefined, stranger)).status).toBe(200);
    // Joining twice has no further effect.
    expect((await accept(stranger, token)).status).toBe(200);
    const listed = await call<{ data: Share[] }>('GET', `/api/boards/${board._id}/shares`);
    expect(listed.body.data).toMatchObject([{ uses: 1, maxUses: 2 }]);
    await leave(stranger);
  });

  test('leads members to the board without a token, and reveals nothing to others', async () => {
    const input = { boardId: board._id };
    expect((await read(member, input)).body).toMatchObject({ isMember: true, role: 'member', invitedBy: null });
    expect((await read(stranger, input)).status).toBe(404);
    const { token } = (await invite()).body;
    const another = (await call<Board>('POST', '/api/boards', { name: 'Another' })).body;
    expect((await read(stranger, { boardId: another._id, token })).status).toBe(404);
  });

  test('can only be made by those who may admit people, and ends when they no longer may', async () => {
    expect((await invite({}, member)).status).toBe(403);
    const setRole = (role: string) => call('PATCH', `/api/workspace/members/${member.userId}`, { role });
    expect((await setRole('admin')).status).toBe(200);
    const { token } = (await invite({}, member)).body;
    expect((await read(stranger, { token })).status).toBe(200);
    await setRole('member');
    expect((await read<Refused>(stranger, { token })).body.code).toBe('SHARE_OVER');
    expect((await accept(stranger, token)).status).toBe(410);
  });

  test('ends when it is used up, expired or revoked', async () => {
    const used = (await invite({ maxUses: 1 })).body;
    const others = await Promise.all([signUpSomeone(server), signUpSomeone(server)]);
    const joined = await Promise.all(others.map((who) => accept(who, used.token)));
    expect(joined.map(({ status }) => status).sort()).toEqual([200, 410]);
    const old = (await invite()).body;
    await inDatabase()
      .update(shares)
      .set({ expiresAt: new Date(0) })
      .where(eq(shares.id, old._id));
    expect((await accept(stranger, old.token)).status).toBe(410);
    const revoked = (await invite()).body;
    await revoke(revoked._id);
    expect((await accept(stranger, revoked.token)).status).toBe(404);
  });
});
