import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { MAX_WORKSPACES_PER_REPORT, reportWorkspaces } from './report.ts';

const SECRET = 'a-secret-that-all-cells-of-this-test-know';
const OTHER_ADDRESS = 'https://us-1.example.com';

let directory: TestServer;
let cell: TestServer;

beforeAll(async () => {
  directory = await startTestServer({ config: { cell: { secret: SECRET, name: null, directoryUrl: null } } });
  cell = await startTestServer({ config: { cell: { secret: SECRET, name: 'eu-1', directoryUrl: directory.url } } });
});

afterAll(async () => {
  await cell?.stop();
  await directory?.stop();
});

const cellConfig = () => ({ cell: cell.platform.config.cell, publicUrl: cell.url });

const reportAll = (after: string | null = null) => reportWorkspaces(cell.database.db, cellConfig(), after);

async function addWorkspaces(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await cell.database.db.insert(workspaces).values(ids.map((id) => ({ id, name: 'Shop', slug: id })));
  return ids;
}

const lookUp = (workspaceId: string) => directory.call('GET', `/cells/workspaces/${workspaceId}`);

/** Where a link leads, without following it. */
async function follow(url: string): Promise<{ status: number; location: string | null }> {
  const answer = await fetch(url, { redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location') };
}

const report = (name: string, body: object, secret = SECRET) =>
  directory.call('PUT', `/cells/${name}/workspaces`, body, { headers: { authorization: `Bearer ${secret}` } });

const EMPTY = { url: OTHER_ADDRESS, after: null, through: null, workspaceIds: [] };

test('lists the workspaces of a cell, more than one report holds, and removes deleted ones', async () => {
  const ids = await addWorkspaces(MAX_WORKSPACES_PER_REPORT + 3);
  await reportAll();
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  expect((await lookUp(first)).body).toEqual({ cell: 'eu-1', url: cell.url });
  expect((await lookUp(last)).body).toEqual({ cell: 'eu-1', url: cell.url });

  await cell.database.pool.query('delete from workspaces where id = any ($1)', [[first, last]]);
  await reportAll();
  expect((await lookUp(first)).status).toBe(404);
  expect((await lookUp(last)).status).toBe(404);
  expect((await lookUp(ids[1] ?? '')).status).toBe(200);
});

test('finds workspaces of the directory itself, and none under a malformed cell name', async () => {
  const here = newId();
  await directory.database.db.insert(workspaces).values({ id: here, name: 'Shop', slug: here });
  const { publicUrl: url } = directory.platform.config;
  expect((await lookUp(here)).body).toEqual({ cell: null, url });
  expect((await report('EU%201', EMPTY)).status).toBe(404);
});

test('reports only new workspaces between full reports', async () => {
  const [old = ''] = await addWorkspaces(1);
  const reportedThrough = await reportAll();
  await cell.database.pool.query('delete from workspaces where id = $1', [old]);
  const [added = ''] = await addWorkspaces(1);
  expect(await reportAll(reportedThrough)).toBe(added);
  expect((await lookUp(added)).status).toBe(200);
  expect((await lookUp(old)).status).toBe(200);
});

test('lists a workspace under the cell that reported it last, and only that cell can remove it', async () => {
  const moved = newId();
  await report('us-1', { ...EMPTY, workspaceIds: [moved] });
  await report('us-2', { ...EMPTY, url: 'https://us-2.example.com/', workspaceIds: [moved] });
  await report('us-1', EMPTY);
  expect((await lookUp(moved)).body).toEqual({ cell: 'us-2', url: 'https://us-2.example.com' });
});

test('opens a link to a workspace at the address of its cell, whichever address it was given', async () => {
  const [workspaceId = ''] = await addWorkspaces(1);
  await reportAll();
  const path = `/w/${workspaceId}/inbox?open=1`;
  expect(await follow(directory.url + path)).toEqual({ status: 302, location: `${cell.url}${path}&forwarded=1` });
  expect(await follow(`${cell.url}${path}&forwarded=1`)).toEqual({
    status: 302,
    location: `/inbox?open=1&workspace=${workspaceId}`,
  });
  const elsewhere = newId();
  expect(await follow(`${cell.url}/w/${elsewhere}`)).toEqual({
    status: 302,
    location: `${directory.url}/w/${elsewhere}/`,
  });
});

test('ends the search for a workspace that no cell has', async () => {
  const gone = newId();
  await report('eu-9', { ...EMPTY, url: cell.url, workspaceIds: [gone] });
  expect((await follow(`${cell.url}/w/${gone}/inbox?forwarded=1`)).status).toBe(404);
  expect((await follow(`${directory.url}/w/${newId()}`)).status).toBe(404);
  expect((await follow(`${directory.url}/w/not-an-id`)).status).toBe(404);
});

test('never leads a browser to a host that the link names', async () => {
  const [workspaceId = ''] = await addWorkspaces(1);
  for (const rest of ['//evil.example', '/\\evil.example', '/%2f%2fevil.example', '///evil.example/x']) {
    const { location } = await follow(`${cell.url}/w/${workspaceId}${rest}`);
    expect(new URL(location ?? '', cell.url).origin).toBe(cell.url);
  }
});

test('refuses reports with another secret, and bodies that are no report, by field', async () => {
  expect((await report('eu-1', EMPTY, 'another-secret-of-the-same-length-as-ours')).status).toBe(401);
  expect((await report('eu-1', EMPTY, '')).status).toBe(401);
  const { status, body } = await report('eu-1', { ...EMPTY, url: 'ftp://x', extra: 1 });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toMatch(/url.*extra|extra.*url/s);
});

test('keeps no directory without a secret', async () => {
  const single = await startTestServer();
  try {
    const answer = await single.call('PUT', '/cells/eu-1/workspaces', EMPTY, {
      headers: { authorization: 'Bearer undefined' },
    });
    expect(answer.status).toBe(401);
    expect((await follow(`${single.url}/w/${newId()}`)).status).toBe(404);
  } finally {
    await single.stop();
  }
});
