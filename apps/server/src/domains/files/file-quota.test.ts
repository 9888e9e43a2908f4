import { randomBytes } from 'node:crypto';
import type { StoredFile } from '@switchyard/contracts/files/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { filesDomain } from './index.ts';

const MEGABYTE = 1024 * 1024;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [actorByHeader, filesDomain], config: { fileQuotaBytes: 2 * MEGABYTE } });
});
afterAll(() => server.stop());

async function workspace() {
  const lane = await createLaneFixture(server.database);
  const used = async () => {
    const { rows } = await server.database.pool.query<{ stored: number; files: number }>(
      `select (select coalesce(sum(octet_length(chunk)), 0)::int from file_chunks join file_contents c on c.id = content_id where c.workspace_id = $1) as stored,
         (select count(*)::int from files where workspace_id = $1) as files`,
      [lane.workspaceId],
    );
    return rows[0];
  };
  const upload = async (body: Buffer<ArrayBuffer>) => {
    const response = await fetch(`${server.url}/api/files?name=a.bin`, {
      method: 'POST',
      headers: { ...asActor(lane), 'content-type': 'application/octet-stream' },
      body,
    });
    return { status: response.status, body: (await response.json()) as StoredFile & { code: string; message: string } };
  };
  return { upload, used };
}
const content = (bytes: number) => randomBytes(bytes) as Buffer<ArrayBuffer>;

test('a workspace has a quota, learns the limit, and refused files are not stored; another workspace has its own', async () => {
  const [ours, theirs] = [await workspace(), await workspace()];
  const first = content(1.5 * MEGABYTE);
  expect((await ours.upload(first)).status).toBe(201);
  const before = await ours.used();
  const refused = await ours.upload(content(MEGABYTE));
  expect(refused).toMatchObject({
    status: 413,
    body: { code: 'STORAGE_FULL', message: expect.stringContaining('2 MB') },
  });
  expect(await ours.used()).toEqual(before);
  // A file that fits is stored, and the same bytes again cost nothing.
  expect((await ours.upload(content(0.4 * MEGABYTE))).status).toBe(201);
  expect((await ours.upload(first)).status).toBe(201);
  expect((await theirs.upload(content(MEGABYTE))).status).toBe(201);
});

test('concurrent uploads are counted together', async () => {
  const { upload, used } = await workspace();
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(content(0.6 * MEGABYTE))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 413)).toHaveLength(3);
  expect(await used()).toMatchObject({ files: 3 });
});
