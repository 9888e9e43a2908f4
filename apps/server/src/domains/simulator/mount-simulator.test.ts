import { request } from 'node:http';
import { NOISE_PATH } from '@switchyard/whatsapp-simulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { memberOf } from '../../../test/act.ts';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Domain } from '../../platform/domain.ts';
import { simulatorDomain } from './mount-simulator.ts';

const OURS = '+447700900001';
const THEIRS = '+447700900002';
const FRIEND = '+447700900123';
const THEIR_FRIEND = '+447700900124';

let server: TestServer;
let lane: LaneFixture;
let theirs: LaneFixture;
/** A platform admin, recognised by the test's own bearer token. */
const admins: Domain = {
  name: 'admins',
  resolveActor: async (headers) =>
    headers.get('authorization') === 'Bearer admin' ? { ...memberOf(lane), role: 'admin' } : null,
};

beforeAll(async () => {
  server = await startTestServer({
    domains: [admins, actorByHeader, simulatorDomain],
    config: { demo: true, rateLimitPerMinute: 0 },
  });
  lane = await linkedTo(OURS);
  theirs = await linkedTo(THEIRS);
});
afterAll(() => server.stop());

/** A workspace whose engine is linked to this number. */
async function linkedTo(number: string): Promise<LaneFixture> {
  const made = await createLaneFixture(server.database);
  await server.database.pool.query('update engines set phone_number = $1 where id = $2', [number, made.engineId]);
  return made;
}

const call = <Body = Record<string, unknown>>(
  who: LaneFixture | 'admin',
  method: string,
  path: string,
  body?: unknown,
) =>
  server.call<Body>(
    method,
    `/simulator/${path}`,
    body,
    who === 'admin' ? { token: 'admin' } : { headers: asActor(who) },
  );
const phone = (number: string, action: string) => `accounts/${encodeURIComponent(number)}/${action}`;
const to = (number: string) => `deliveries?to=${encodeURIComponent(number)}`;

test('lets a signed-in user control a phone and read what arrived', async () => {
  const sent = await call(lane, 'POST', phone(FRIEND, 'messages'), { to: OURS, text: 'hello' });
  expect(sent).toMatchObject({ status: 200, body: { kind: 'accepted' } });
  expect(await call(lane, 'GET', to(OURS))).toMatchObject({
    status: 200,
    body: { attempts: 1, duplicates: 0, data: [{ from: FRIEND, to: OURS, text: 'hello' }] },
  });
});

test('refuses everybody else, and reports unknown paths and bad numbers', async () => {
  expect((await server.call('GET', '/simulator/deliveries')).status).toBe(401);
  expect((await call(lane, 'GET', 'nothing')).status).toBe(404);
  expect((await call(lane, 'GET', 'deliveries?to=nonsense')).status).toBe(400);
});

describe('with two workspaces on one network', () => {
  interface Page {
    total: number;
    duplicates: number;
    data: { text: string; number: string }[];
  }
  beforeAll(async () => {
    for (const [who, number, friend] of [
      [lane, OURS, FRIEND],
      [theirs, THEIRS, THEIR_FRIEND],
    ] as const) {
      await call(who, 'POST', phone(number, 'messages'), { to: friend, text: `to a friend of ${number}` });
      await call(who, 'POST', phone(number, 'messages'), { to: FRIEND, text: `to our friend, by ${number}` });
      await call(who, 'POST', phone(number, 'groups'), { subject: number, participants: [friend] });
    }
  });
  const texts = async (who: LaneFixture | 'admin', path: string) => {
    const { data } = (await call<Page>(who, 'GET', path)).body;
    return data.map(({ text }) => text).sort();
  };

  test('shows each workspace what its own numbers sent and received, and everything to a platform admin', async () => {
    // Another of these tests may have sent a message already.
    const seen = (await texts(theirs, 'deliveries')).filter((text) => text !== 'twice');
    expect(seen).toEqual([`to a friend of ${THEIRS}`, `to our friend, by ${THEIRS}`]);
    expect(await texts(theirs, to(FRIEND))).toEqual([`to our friend, by ${THEIRS}`]);
    expect(await texts(theirs, to(OURS))).toEqual([]);
    expect(await texts('admin', to(FRIEND))).toEqual(
      expect.arrayContaining([`to our friend, by ${THEIRS}`, `to our friend, by ${OURS}`]),
    );
  });

  test("counts totals and duplicates within the workspace's scope", async () => {
    await call(theirs, 'POST', phone(THEIRS, 'messages'), { to: '+447700900199', text: 'twice' });
    await call(theirs, 'POST', phone(THEIRS, 'messages'), { to: '+447700900199', text: 'twice' });
    const page = async (who: LaneFixture) => (await call<Page>(who, 'GET', to('+447700900199'))).body;
    expect(await page(theirs)).toMatchObject({ total: 2, duplicates: 1 });
    expect(await page(lane)).toMatchObject({ total: 0, duplicates: 0, data: [] });
    expect((await call<Page>(lane, 'GET', 'deliveries')).body.duplicates).toBe(0);
  });

  test('includes messages to one’s own group, whoever wrote them', async () => {
    const group = (
      await call<{ id: string }>(lane, 'POST', phone(OURS, 'groups'), { subject: 's', participants: [FRIEND] })
    ).body.id;
    await call(lane, 'POST', phone(FRIEND, 'messages'), { to: group, text: 'to the group' });
    expect(await texts(lane, `deliveries?to=${group}`)).toEqual(['to the group']);
    expect(await texts(theirs, `deliveries?to=${group}`)).toEqual([]);
  });

  test("finds a workspace's own accounts, those it has met, and those that belong to nobody", async () => {
    await call('admin', 'POST', phone('+447700900177', 'offline'));
    const numbers = async (who: LaneFixture | 'admin') =>
      (await call<Page>(who, 'GET', 'accounts?limit=1000')).body.data.map(({ number }) => number);
    expect(await numbers(theirs)).toEqual(expect.arrayContaining([THEIRS, THEIR_FRIEND, FRIEND, '+447700900177']));
    expect(await numbers(theirs)).not.toContain(OURS);
    expect(await numbers(lane)).not.toContain(THEIR_FRIEND);
    expect(await numbers('admin')).toEqual(expect.arrayContaining([OURS, THEIRS, THEIR_FRIEND]));
  });

  test('forbids controlling a phone that is linked to another workspace’s engine', async () => {
    for (const [action, body] of [
      ['messages', { to: FRIEND, text: 'forged' }],
      ['log-out', {}],
      ['scan', { qr: 'any' }],
      ['cloud-api', {}],
    ] as const) {
      expect(await call(theirs, 'POST', phone(OURS, action), body), action).toMatchObject({ status: 403 });
    }
    expect(await texts('admin', to(FRIEND))).not.toContain('forged');
    expect((await call('admin', 'POST', phone(OURS, 'disconnect'))).status).toBe(200);
  });

  test('injects faults into one’s own numbers, and as an admin into anybody’s', async () => {
    const rules = async (who: LaneFixture | 'admin') =>
      (await call<{ data: { account?: string }[] }>(who, 'GET', 'faults')).body.data.map(
        ({ account }) => account ?? 'any',
      );
    expect((await call(theirs, 'POST', 'faults', { kind: 'lost-reply', account: OURS })).status).toBe(403);
    expect((await call(theirs, 'POST', 'faults', { kind: 'lost-reply' })).status).toBe(201);
    expect((await call('admin', 'POST', 'faults', { kind: 'lost-reply' })).status).toBe(201);
    expect((await call(lane, 'POST', 'faults', { kind: 'lost-reply', account: OURS })).status).toBe(201);
    expect(await rules(theirs)).toEqual([THEIRS]);
    await call(lane, 'DELETE', 'faults');
    expect(await rules('admin')).toEqual([THEIRS, 'any']);
    await call('admin', 'DELETE', 'faults');
    expect(await rules('admin')).toEqual([]);
  });
});

test('requires a sign-in for a path that only looks like the Cloud API', async () => {
  const status = await new Promise((resolve, reject) => {
    // fetch would resolve the dots itself.
    request(`${server.url}`, { path: '/simulator/graph/../deliveries' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(401);
  // The Cloud API itself requires the token of a number.
  expect((await server.call('GET', '/simulator/graph/v25.0/12345')).body).toMatchObject({ error: { code: 190 } });
});

test("opens the simulated WhatsApp Web for an engine's browser, restricted to its own server", async () => {
  const page = await fetch(`${server.url}/simulator/web`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await (await fetch(`${server.url}/simulator/web.js`)).text()).toContain('WPP');
  expect((await fetch(`${server.url}/simulator/web/../deliveries`)).status).toBe(401);
});

test("opens an engine's connection on the same port", async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/simulator/engine`);
  const opened = new Promise<unknown[]>((resolve, reject) => {
    socket.once('message', (data) => resolve(JSON.parse(String(data))));
    socket.once('error', reject);
  });
  socket.once('open', () =>
    socket.send(JSON.stringify([{ op: 'connect', device: 'd', secret: 's', account: '+447700900001' }])),
  );
  // Receipts of this account's messages may follow in the same frame.
  expect((await opened)[0]).toEqual({ op: 'open', account: '+447700900001' });
  socket.close();
});

/** Resolves with the WebSocket's first message, or with the status of its refusal. */
const greeting = (url: string) =>
  new Promise<unknown>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${NOISE_PATH}`);
    socket.once('open', () => {
      resolve('open');
      socket.terminate();
    });
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode);
      socket.terminate();
    });
    socket.once('error', reject);
  });

test('serves a WhatsApp Web client there', async () => {
  expect(await greeting(server.url)).toBe('open');
});

test('has no simulated network outside demo mode', async () => {
  const plain = await startTestServer({ domains: [actorByHeader, simulatorDomain] });
  const { status } = await plain.call('GET', '/simulator/deliveries', undefined, { headers: asActor(lane) });
  expect(status).toBe(404);
  expect(await greeting(plain.url)).toBe(404);
  await plain.stop();
});
