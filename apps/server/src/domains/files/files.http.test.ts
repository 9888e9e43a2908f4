import { createHash, randomBytes } from 'node:crypto';
import type { StoredFile } from '@switchyard/contracts/files/operations';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { filesDomain } from './index.ts';

let server: TestServer;
let ours: LaneFixture;
let theirs: LaneFixture;
beforeAll(async () => {
  server = await startTestServer({ domains: [actorByHeader, filesDomain] });
  [ours, theirs] = [await createLaneFixture(server.database), await createLaneFixture(server.database)];
});
afterAll(() => server.stop());

const upload = async (
  body: RequestInit['body'],
  name = 'photo.jpg',
  type = 'image/jpeg',
  headers: object = asActor(ours),
) => {
  const response = await fetch(`${server.url}/api/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as StoredFile & { code: string } };
};
const download = (id: string, headers: object = asActor(ours)) =>
  fetch(`${server.url}/api/files/${id}`, { headers: headers as Record<string, string> });
const picture = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(bytes - 4)]);
const stored = async () =>
  (
    await server.database.pool.query<{ contents: number; unfinished: number }>(
      `select count(*)::int as contents, count(*) filter (where sha256 is null)::int as unfinished from file_contents`,
    )
  ).rows[0];

test.each([4, 256 * 1024, 256 * 1024 + 1, 3_000_000])('%d bytes are returned unchanged', async (bytes) => {
  const body = picture(bytes);
  const answer = await upload(body);
  expect(answer).toMatchObject({
    status: 201,
    body: { name: 'photo.jpg', mimeType: 'image/jpeg', media: 'image', bytes },
  });
  const back = await download(answer.body._id);
  expect(Object.fromEntries(back.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(bytes),
    'content-disposition': `inline; filename="photo.jpg"; filename*=UTF-8''photo.jpg`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': expect.stringMatching(/^private/),
    vary: expect.stringContaining('cookie'),
  });
  const hash = createHash('sha256').update(Buffer.from(await back.arrayBuffer()));
  expect(hash.digest('hex')).toBe(createHash('sha256').update(body).digest('hex'));
});

test('the same bytes are stored once per workspace, under each name; another workspace has its own', async () => {
  const before = (await stored())?.contents ?? 0;
  const body = picture(1_000);
  const [first, second] = await bothAtTheLastStep(() => Promise.all([upload(body, 'a.jpg'), upload(body, 'b.jpg')]));
  expect([first.body.name, second.body.name]).toEqual(['a.jpg', 'b.jpg']);
  await upload(body, 'a.jpg');
  expect((await stored())?.contents).toBe(before + 1);
  await upload(body, 'a.jpg', 'image/jpeg', asActor(theirs));
  expect((await stored())?.contents).toBe(before + 2);
});

/** Two uploads of a workspace reach the naming step before either is named. */
async function bothAtTheLastStep<T>(uploads: () => Promise<T>): Promise<T> {
  const { pool } = server.database;
  const gate = await pool.connect();
  try {
    await gate.query('begin');
    await gate.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`files ${ours.workspaceId}`]);
    const answers = uploads();
    const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect((await pool.query(waiting)).rows).toHaveLength(2), { timeout: 10_000 });
    await gate.query('commit');
    return await answers;
  } finally {
    gate.release();
  }
}

test('another workspace, an outsider and support mode learn and change nothing', async () => {
  const { body } = await upload(picture(100));
  expect((await download(body._id, asActor(theirs))).status).toBe(404);
  expect((await download(body._id, {})).status).toBe(401);
  expect((await download('nonsense')).status).toBe(404);
  expect((await download(body._id, asActor(ours, '.support'))).status).toBe(200);
  const before = await stored();
  expect(await upload(picture(100), 'a.jpg', 'image/jpeg', {})).toMatchObject({ status: 401 });
  expect(await upload(picture(100), 'a.jpg', 'image/jpeg', asActor(ours, '.support'))).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
  expect(await stored()).toEqual(before);
});

test('an HTML page is never shown in the browser, only downloaded', async () => {
  const { body } = await upload('<script>alert(1)</script>', 'page.html', 'text/html');
  expect((await download(body._id)).headers.get('content-disposition')).toMatch(/^attachment;/);
});

test('a mismatched type, an empty file and a large one are refused with a text, and leave nothing behind', async () => {
  const before = await stored();
  expect(await upload(picture(600_000), 'a.png', 'image/png')).toMatchObject({
    status: 422,
    body: { code: 'INVALID', data: { faults: [{ field: 'file', message: expect.stringContaining('image/png') }] } },
  });
  expect(await upload('', 'a.txt', 'text/plain')).toMatchObject({ status: 422 });
  const tooMuch = { status: 413, body: { code: 'PAYLOAD_TOO_LARGE', message: 'Files can be up to 16 MB.' } };
  expect(await upload(picture(MAX_FILE_BYTES + 1))).toMatchObject(tooMuch);
  // Without a length, it is noticed midway.
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(picture(MAX_FILE_BYTES))),
    pull: (controller) => {
      controller.enqueue(new Uint8Array(10));
      controller.close();
    },
  });
  expect(await upload(endless as unknown as RequestInit['body'])).toMatchObject(tooMuch);
  expect(await upload(picture(MAX_FILE_BYTES))).toMatchObject({ status: 201 });
  expect((await stored())?.contents).toBe((before?.contents ?? 0) + 1);
});

test('an interrupted upload leaves nothing behind', async () => {
  const before = await stored();
  const abort = new AbortController();
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(picture(600_000))) });
  const going = fetch(`${server.url}/api/files`, {
    method: 'POST',
    headers: { ...asActor(ours), 'content-type': 'image/jpeg' },
    body,
    duplex: 'half',
    signal: abort.signal,
  } as RequestInit).catch(() => 'aborted');
  await vi.waitFor(async () => expect((await stored())?.unfinished).toBe(1));
  abort.abort();
  expect(await going).toBe('aborted');
  await vi.waitFor(async () => expect(await stored()).toEqual(before));
});
