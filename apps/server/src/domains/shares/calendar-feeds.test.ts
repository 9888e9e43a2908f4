import type { Board, BoardItem } from '@switchyard/contracts/boards/operations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { join, type Someone, signUpSomeone, within } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let owner: Someone;
let colleague: Someone;
let board: Board;

beforeAll(async () => {
  server = await startTestServer({ config: { roles: ['api'] } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await signUpSomeone(server, { name: 'Ada' });
  colleague = await signUpSomeone(server, { name: 'Bo' });
  await join(server, owner, colleague, 'member');
  board = (await call<Board>('POST', '/boards', { name: 'Lab', template: 'tasks' })).body;
});

const call = <Body>(method: string, path: string, body?: unknown, who = owner) =>
  server.call<Body>(method, `/api${path}`, body, within(who, owner.workspaceId));
const column = (type: string) => board.columns.find((candidate) => candidate.type === type)?._id ?? '';
const add = (name: string, cells: object) =>
  call<BoardItem>('POST', `/boards/${board._id}/items`, {
    groupId: board.groups[0]?._id,
    cells: { [column('text')]: name, ...cells },
  });
type CreatedFeed = { _id: string; token: string };
const make = async (input: object, who = owner) => {
  const { status, body } = await call<CreatedFeed>('POST', '/calendar-feeds', input, who);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const readFeed = async (token: string) => {
  const answer = await fetch(`${server.url}/api/calendar-feeds/${token}.ics`);
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    summaries: [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary),
    days: [...text.matchAll(/^DTSTART;VALUE=DATE:(.*)\r$/gm)].map(([, day]) => day),
  };
};

test('my feed has items assigned to me with a day, until it is revoked or I leave', async () => {
  await add('Mine', { [column('date')]: '2030-01-07', [column('people')]: [colleague.userId] });
  await add('No day', { [column('people')]: [colleague.userId] });
  await add('Theirs', { [column('date')]: '2030-01-07', [column('people')]: [owner.userId] });
  const feed = await make({ kind: 'work' }, colleague);
  expect(await readFeed(feed.token)).toEqual({
    status: 200,
    type: 'text/calendar; charset=utf-8',
    summaries: ['Mine'],
    days: ['20300107'],
  });
  const listed = await call<{ data: { _id: string; readAt: string | null }[] }>(
    'GET',
    '/calendar-feeds',
    undefined,
    colleague,
  );
  expect(listed.body.data).toMatchObject([{ _id: feed._id, readAt: expect.any(String) }]);
  expect(JSON.stringify(listed.body)).not.toContain(feed.token);
  // Nobody else sees or revokes it.
  expect((await call<{ total: number }>('GET', '/calendar-feeds')).body.total).toBe(0);
  expect((await call('DELETE', `/calendar-feeds/${feed._id}`)).status).toBe(404);
  expect((await call('DELETE', `/calendar-feeds/${feed._id}`, undefined, colleague)).status).toBe(200);
  expect((await readFeed(feed.token)).status).toBe(404);
  const again = await make({ kind: 'work' }, colleague);
  await call('DELETE', `/workspace/members/${colleague.userId}`);
  expect((await readFeed(again.token)).status).toBe(404);
});

test('a view’s feed has the items that pass its filters; a view of another workspace is refused', async () => {
  await add('Urgent', { [column('date')]: '2030-01-07', [column('priority')]: 'high' });
  await add('Later', { [column('date')]: '2030-01-08' });
  const filters = [{ columnId: column('priority'), test: 'is', value: 'high' }];
  const saved = await call<Board>('POST', `/boards/${board._id}/views`, {
    name: 'Urgent ones',
    kind: 'table',
    filters,
    sort: null,
  });
  const viewId = saved.body.views[0]?._id;
  const feed = await make({ kind: 'view', viewId });
  expect(feed).toMatchObject({ name: 'Lab: Urgent ones' });
  expect(await readFeed(feed.token)).toMatchObject({ status: 200, summaries: ['Urgent'] });
  const stranger = await signUpSomeone(server, { name: 'Eve' });
  expect((await server.call('POST', '/api/calendar-feeds', { kind: 'view', viewId }, stranger)).status).toBe(422);
  await call('DELETE', `/board-columns/${column('priority')}`);
  expect((await readFeed(feed.token)).status).not.toBe(500);
  await call('DELETE', `/boards/${board._id}`);
  expect((await readFeed(feed.token)).status).toBe(404);
});

test('my feed has my scheduled messages and nobody else’s', async () => {
  for (const [who, name] of [
    [owner, 'Ann'],
    [colleague, 'Ben'],
  ] as const) {
    const scheduled = await call(
      'POST',
      '/messages',
      { contactList: [{ mobile: '+447700900001' }], contactName: name, message: 'Hello', dueDate: '2030-01-07T09:00' },
      who,
    );
    expect(scheduled.status, JSON.stringify(scheduled.body)).toBe(201);
  }
  const feed = await make({ kind: 'messages' });
  expect((await readFeed(feed.token)).summaries).toEqual(['Ann']);
});
