import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { publicInternet } from '../../platform/http/guarded-fetch.ts';
import { deliverPending } from './deliver-pending.ts';
import { notify } from './notify.ts';
import { changePushKeys, pushKeys } from './push-keys.ts';

/** Allows push services on this machine. */
const anywhere = { ...publicInternet, mayReach: () => true };

interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
const pushed: Pushed[] = [];
let answers = 201;
let service: Server;
let server: TestServer;
beforeAll(async () => {
  service = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
    response.writeHead(answers).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  server = await startTestServer({});
  await pushKeys(server.database.db, server.platform.secret);
});
afterAll(async () => {
  service.close();
  await server.stop();
});

/** A browser's side of a subscription. */
function newBrowser(name: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const { port } = service.address() as AddressInfo;
  return { keys, auth, endpoint: `http://127.0.0.1:${port}/${name}`, name };
}
type Browser = ReturnType<typeof newBrowser>;
const ofBrowser = ({ keys, auth }: Browser) => ({
  p256dh: keys.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
});

/** Decrypts a message like a browser (RFC 8291). */
function decrypt({ keys, auth }: { keys: ECDH; auth: Buffer }, body: Buffer): unknown {
  const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const hkdf = (of: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', of, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const shared = hkdf(keys.computeSecret(theirs), auth, info, 32);
  const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
}

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
async function signUp() {
  const person = await server.signUp();
  const { body } = await server.call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  return { ...person, userId: body._id, workspaceId: body.workspace._id };
}
/** Like `startPush`, for a push service that is not on the public internet. */
async function subscribe({ userId }: { userId: string }, browser: Browser): Promise<void> {
  const { p256dh, auth } = ofBrowser(browser);
  await query(
    `insert into push_subscriptions (endpoint, user_id, login_id, p256dh, auth)
     values ($1, $2, (select id from login_sessions where user_id = $2 limit 1), $3, $4)`,
    [browser.endpoint, userId, p256dh, auth],
  );
}
async function notifyAndDeliver(
  workspaceId: string,
  kind: 'engine-off' | 'limit-near' = 'engine-off',
): Promise<Pushed[]> {
  pushed.length = 0;
  const subject = newId();
  await notify(server.database.db, {
    workspaceId,
    userId: null,
    kind,
    subject,
    data: { id: subject, name: 'Main line' },
  });
  await deliverPending(server.platform, anywhere);
  return pushed;
}

test('a browser receives its person’s notifications, encrypted, until they sign out', async () => {
  const [ann, ben] = [await signUp(), await signUp()];
  const [annsBrowser, bensBrowser] = [newBrowser('ann'), newBrowser('ben')];
  await subscribe(ann, annsBrowser);
  await subscribe(ben, bensBrowser);
  const [notification, ...others] = await notifyAndDeliver(ann.workspaceId);
  expect(others).toEqual([]);
  expect(notification).toMatchObject({
    path: '/ann',
    headers: { 'content-encoding': 'aes128gcm', ttl: '86400', authorization: expect.stringMatching(/^vapid t=/) },
  });
  expect(decrypt(annsBrowser, notification?.body ?? Buffer.of())).toEqual({
    tag: expect.any(String),
    title: 'Main line lost its connection',
    body: expect.any(String),
    path: expect.stringMatching(/^\//),
  });
  // Notifications that are switched off are not pushed either.
  await server.call('PUT', '/api/notification-preferences/engine-off', { channels: ['mail'] }, ann);
  expect(await notifyAndDeliver(ann.workspaceId)).toEqual([]);
  await server.call('PUT', '/api/notification-preferences/engine-off', { channels: ['page'] }, ann);
  expect(await notifyAndDeliver(ann.workspaceId)).toHaveLength(1);
  await query('delete from login_sessions where user_id = $1', [ann.userId]);
  expect(await notifyAndDeliver(ann.workspaceId)).toEqual([]);
});

test('a browser unknown to its push service is deleted; one that is busy is not', async () => {
  const ann = await signUp();
  await subscribe(ann, newBrowser('gone'));
  for (const [status, left] of [
    [503, 1],
    [410, 0],
  ] as const) {
    answers = status;
    await notifyAndDeliver(ann.workspaceId);
    const { rowCount } = await query('select from push_subscriptions where user_id = $1', [ann.userId]);
    expect(rowCount, String(status)).toBe(left);
  }
  answers = 201;
});

test('an address outside the public internet is refused, and never contacted', async () => {
  const ann = await signUp();
  const browser = newBrowser('inside');
  const start = (endpoint: string) =>
    server.call<{ data: { faults: { field: string }[] } }>(
      'PUT',
      '/api/notification-push',
      { endpoint, keys: ofBrowser(browser) },
      ann,
    );
  for (const endpoint of [
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/x',
    browser.endpoint,
    'file:///x',
  ]) {
    const { status, body } = await start(endpoint);
    expect([status, body.data.faults[0]?.field], endpoint).toEqual([422, 'endpoint']);
  }
  // Even if stored, under a URL that has changed since, it must not be contacted.
  await subscribe(ann, browser);
  pushed.length = 0;
  const subject = newId();
  const notification = {
    workspaceId: ann.workspaceId,
    userId: null,
    kind: 'engine-off' as const,
    subject,
    data: { id: subject, name: 'A' },
  };
  await notify(server.database.db, notification);
  await deliverPending(server.platform);
  expect(pushed).toEqual([]);
});

test('a browser belongs to the person who subscribed last; only they can end it', async () => {
  const [ann, ben] = [await signUp(), await signUp()];
  const endpoint = 'https://push.example.test/shared';
  const keys = ofBrowser(newBrowser('shared'));
  type Push = { publicKey: string; endpoints: string[] };
  const start = (who: typeof ann) => server.call<Push>('PUT', '/api/notification-push', { endpoint, keys }, who);
  const endpointsOf = async (who: typeof ann) =>
    (await server.call<Push>('GET', '/api/notification-push', undefined, who)).body.endpoints;
  expect((await start(ann)).body).toEqual({ publicKey: expect.any(String), endpoints: [endpoint] });
  expect((await start(ben)).body.endpoints).toEqual([endpoint]);
  expect(await endpointsOf(ann)).toEqual([]);
  await server.call('POST', '/api/notification-push/end', { endpoint }, ann);
  expect(await endpointsOf(ben)).toEqual([endpoint]);
  await server.call('POST', '/api/notification-push/end', { endpoint }, ben);
  expect(await endpointsOf(ben)).toEqual([]);
});

test('the keys survive a change of secret, and are stored sealed', async () => {
  const { db } = server.database;
  const { secret } = server.platform;
  const created = await pushKeys(db, secret);
  const { rows } = await query('select private_key from push_key_pairs');
  expect(rows).toHaveLength(1);
  expect(rows[0].private_key.includes(Buffer.from(created.privateKey, 'base64url'))).toBe(false);
  const next = 'another secret that is long enough for it';
  await db.transaction((tx) => changePushKeys(tx, { from: secret, to: next }));
  expect(await pushKeys(db, next)).toEqual(created);
  await db.transaction((tx) => changePushKeys(tx, { from: next, to: secret }));
  expect(await pushKeys(db, secret)).toEqual(created);
});
