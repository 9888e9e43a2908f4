import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { findPreview } from './preview.ts';
import { findFile } from './read-file.ts';
import { storeFile } from './store-file.ts';

let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer({ domains: [] });
  lane = await createLaneFixture(server.database);
});
afterAll(() => server.stop());

async function previewOf(whole: Buffer, { correctsType = false } = {}) {
  const body = (async function* () {
    yield whole;
  })();
  const upload = { workspaceId: lane.workspaceId, name: 'a', contentType: '', correctsType, body };
  const { _id } = await storeFile(server.database.pool, upload);
  const file = await findFile(server.database.db, _id);
  return file && findPreview(server.database.db, file);
}
const blank = (width: number, height: number, red: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 0, b: 0 } } });

test('a picture gets a small JPEG and its displayed size, rotated as its camera says', async () => {
  const preview = await previewOf(await blank(400, 200, 1).jpeg().withMetadata({ orientation: 6 }).toBuffer());
  expect(preview).toMatchObject({ width: 200, height: 400 });
  const small = await sharp(Buffer.from(preview?.jpegBase64 ?? '', 'base64')).metadata();
  expect(small).toMatchObject({ format: 'jpeg', width: 50, height: 100 });
});

test('the same picture under another name has the same preview', async () => {
  const whole = await blank(300, 300, 2).png().toBuffer();
  expect(await previewOf(whole)).toMatchObject({ width: 300, height: 300 });
  expect(await previewOf(whole)).toMatchObject({ width: 300, height: 300 });
});

test.each([
  ['cut off', async () => (await blank(2_000, 2_000, 3).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 5_000)],
  ['of more pixels than may be read', () => blank(8_000, 8_000, 4).png().toBuffer()],
  ['no picture', async () => Buffer.from('%PDF-1.7 and so on')],
])('a file that is %s is stored, without a preview', async (_what, whole) => {
  expect(await previewOf(await whole())).toBeNull();
});

test('received files are never forwarded, and get no preview', async () => {
  expect(await previewOf(await blank(300, 300, 5).png().toBuffer(), { correctsType: true })).toBeNull();
});
