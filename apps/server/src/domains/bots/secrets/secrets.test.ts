import { type BotFlow, MAX_EXPRESSION_LENGTH } from '@switchyard/contracts/bots/flow';
import type { BotDetail } from '@switchyard/contracts/bots/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotRig, createBotRig, flowOf, onAny, say, startBotServer } from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { performCall } from '../runtime/perform-call.ts';
import { runSession } from '../runtime/run-session.ts';
import type { HttpCall } from '../runtime/session-state.ts';
import { sealEarlierFlows } from './seal-earlier.ts';

const TOKEN = 'token-that-nobody-may-read';
const URL = 'https://shop.test/price';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

const flowWith = (more: object): BotFlow =>
  flowOf(
    [onAny, { id: 'call', kind: 'http', url: URL, saveAs: 'got', ...more }, { id: 'ok', kind: 'send', text: '{got}' }],
    [],
  );
const readable = { headers: [{ name: 'Authorization', value: `Bearer ${TOKEN}` }] };

/** Every row of a workspace in these tables, as text. */
async function stored({ lane, bot }: BotRig): Promise<string> {
  const { rows } = await server.database.pool.query<{ text: string }>(
    `select string_agg(text, ' ') as text from (
       select to_jsonb(one)::text as text from bots one where id = $1
       union all select to_jsonb(one)::text from bot_versions one where bot_id = $1
       union all select to_jsonb(one)::text from bot_sessions one where bot_id = $1
       union all select to_jsonb(one)::text from bot_node_events one where bot_id = $1
       union all select to_jsonb(one)::text from bot_lines one join bot_sessions on bot_sessions.id = one.session_id where bot_id = $1
       union all select encode(value, 'escape') from bot_secrets where workspace_id = $2
       union all select details::text from audit_entries where workspace_id = $2
     ) everything`,
    [bot._id, lane.workspaceId],
  );
  return rows[0]?.text ?? '';
}

/** Sends a contact's message. @returns the requests that the bot's calls made */
async function requestsAfter(rig: BotRig, answer: unknown = { ok: true }, text = 'hi'): Promise<HttpCall[]> {
  const requests: HttpCall[] = [];
  const ask: typeof performCall = async (request) => {
    requests.push(request);
    return { ok: true, status: 200, value: answer as never };
  };
  await rig.reportMessages({ text });
  for (;;) {
    const { rows } = await server.database.pool.query<{ id: string }>(
      'select id from bot_sessions where workspace_id = $1 and wake_at <= now()',
      [rig.lane.workspaceId],
    );
    if (!rows[0]) return requests;
    await runSession(server.platform, rows[0].id, ask);
  }
}
const draftOf = async (rig: BotRig) => (await rig.call<BotDetail>('GET', `/bots/${rig.bot._id}`)).body.draft;

test('sends a secret, and never stores it readable', async () => {
  const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
  const saved = await rig.call<{ secretId: string; host: string }>('POST', `/bots/${rig.bot._id}/secrets`, {
    url: URL,
    value: `Bearer ${TOKEN}`,
  });
  expect(saved).toMatchObject({ status: 201, body: { host: 'shop.test' } });
  const { revision } = (await rig.call<BotDetail>('GET', `/bots/${rig.bot._id}`)).body;
  const draft = flowWith({ secrets: [{ header: 'Authorization', secretId: saved.body.secretId }] });
  await rig.call('PATCH', `/bots/${rig.bot._id}`, { revision, draft });
  await rig.call('POST', `/bots/${rig.bot._id}/deploy`, { settings: { gatherSeconds: 0 } });
  const [request] = await requestsAfter(rig, { said: `you sent Bearer ${TOKEN}` });
  expect(request?.headers).toEqual({ Authorization: `Bearer ${TOKEN}` });
  expect(await rig.sent()).toEqual(['{"said":"you sent •••"}']);
  expect(await stored(rig)).toContain('shop.test');
  expect(await stored(rig)).not.toContain(TOKEN);
});

test('seals a readable secret on save, and it still works', async () => {
  const rig = await createBotRig(server, flowWith(readable));
  expect(await stored(rig)).not.toContain(TOKEN);
  expect(await draftOf(rig)).toMatchObject({
    nodes: [{}, { headers: [], secrets: [{ header: 'Authorization', secretId: expect.any(String) }] }, {}],
  });
  expect((await requestsAfter(rig))[0]?.headers).toEqual({ Authorization: `Bearer ${TOKEN}` });
});

test('seals a secret in a URL too, and inserts it again for sending', async () => {
  const other = `${TOKEN}/+&`;
  const readable = { url: `${URL}?of={who|you}&api_key=${encodeURIComponent(other)}&page={page_token}#top` };
  const rig = await createBotRig(server, flowWith(readable));
  expect(await stored(rig)).not.toContain(TOKEN);
  expect(await draftOf(rig)).toMatchObject({
    nodes: [
      {},
      { url: `${URL}?of={who|you}&page={page_token}#top`, secrets: [{ header: 'api_key', place: 'query' }] },
      {},
    ],
  });
  const [request] = await requestsAfter(rig, { said: `no ${encodeURIComponent(other)}, no ${other}` });
  expect(request?.url).toBe(`${URL}?of=you&page=&api_key=${encodeURIComponent(other)}#top`);
  expect(request?.headers).toEqual({});
  expect(await rig.sent()).toEqual(['{"said":"no •••, no •••"}']);
  expect(await stored(rig)).not.toContain(TOKEN);
});

test('inserts a secret into the body only for sending, byte for byte', async () => {
  const value = `${TOKEN} "\\/ $& é`;
  const other = `${TOKEN}-2`;
  const body = `{"api-key": r'${value}', 'of': vars.who, 'auth': {'token': secrets.given}, 'said': 'Key ' + secrets.given}`;
  const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
  const saved = await rig.call<{ secretId: string }>('POST', `/bots/${rig.bot._id}/secrets`, {
    url: URL,
    value: other,
  });
  const { secretId } = saved.body;
  const save = async (secrets: object[]) => {
    const { revision } = (await rig.call<BotDetail>('GET', `/bots/${rig.bot._id}`)).body;
    const flow = flowWith({ method: 'POST', body, secrets });
    // A contact's message cannot reference a secret.
    const draft = flowOf(
      [onAny, { id: 'who', kind: 'set', variable: 'who', expression: 'message.text' }, ...flow.nodes.slice(1)],
      [],
    );
    return rig.call<{ faults: object[] }>('PATCH', `/bots/${rig.bot._id}`, { revision, draft });
  };
  expect((await save([])).body.faults).toMatchObject([
    { nodeId: 'call', field: 'secrets', message: { code: 'secretMissing', data: { header: 'given' } } },
  ]);
  expect((await save([{ header: 'given', place: 'body', secretId }])).body.faults).toEqual([]);
  expect(await draftOf(rig)).toMatchObject({
    nodes: [
      {},
      {},
      {
        body: `{"api-key": secrets.api_key, 'of': vars.who, 'auth': {'token': secrets.given}, 'said': 'Key ' + secrets.given}`,
        secrets: [
          { header: 'given', place: 'body', secretId },
          { header: 'api_key', place: 'body', secretId: expect.any(String) },
        ],
      },
      {},
    ],
  });
  await rig.call('POST', `/bots/${rig.bot._id}/deploy`, { settings: { gatherSeconds: 0 } });
  const [request] = await requestsAfter(rig, { said: `no ${JSON.stringify(value)}, no ${other}` }, '{secrets.given}');
  expect(JSON.parse(request?.body ?? '')).toEqual({
    'api-key': value,
    of: '{secrets.given}',
    auth: { token: other },
    said: `Key ${other}`,
  });
  expect(request?.headers).toEqual({});
  expect((await rig.sent()).join()).not.toContain(TOKEN);
  expect(await stored(rig)).not.toContain(TOKEN);
});

test('seals secrets of earlier servers in drafts and versions, once', async () => {
  const rig = await createBotRig(server, flowWith({}));
  const { pool } = server.database;
  const earlier = JSON.stringify(
    flowWith({ ...readable, url: `${URL}?token=${TOKEN}`, body: `{'password' : '${TOKEN}'}` }),
  );
  await pool.query('update bots set draft = $2 where id = $1', [rig.bot._id, earlier]);
  await pool.query('update bot_versions set flow = $2 where bot_id = $1', [
    rig.bot._id,
    JSON.stringify(flowWith({ url: `${URL}?token=${TOKEN}` })),
  ]);
  await sealEarlierFlows(server.platform);
  expect(await stored(rig)).not.toContain(TOKEN);
  const sealed = await draftOf(rig);
  await sealEarlierFlows(server.platform);
  expect(await draftOf(rig)).toEqual(sealed);
  expect((await requestsAfter(rig))[0]).toMatchObject({ url: `${URL}?token=${TOKEN}`, headers: {} });
});

test('refuses more secrets than a step may have, or leaves them readable in old flows', async () => {
  const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
  const headers = Array.from({ length: 20 }, (_, at) => ({ name: `X-Token-${at}`, value: TOKEN }));
  const body = `{'token': 'x', 'a': '${'a'.repeat(MAX_EXPRESSION_LENGTH - 23)}'}`;
  for (const [field, more] of [
    ['draft.call.secrets', { headers, body: "{'token': 'abc'}" }],
    ['draft.call.body', { body }],
  ] as const) {
    const draft = flowWith(more);
    const saved = await rig.call<{ data: object }>('PATCH', `/bots/${rig.bot._id}`, { revision: 1, draft });
    expect(saved).toMatchObject({ status: 422, body: { data: { faults: [{ field }] } } });
    const { pool } = server.database;
    await pool.query('update bots set draft = $2 where id = $1', [rig.bot._id, JSON.stringify(draft)]);
    await sealEarlierFlows(server.platform);
    expect(await draftOf(rig)).toEqual(draft);
  }
});

test('sends a secret only to its host, and never from another workspace', async () => {
  const rig = await createBotRig(server, flowWith(readable));
  const draft = await draftOf(rig);
  const elsewhere = {
    ...draft,
    nodes: draft.nodes.map((node) => (node.kind === 'http' ? { ...node, url: 'https://evil.test/' } : node)),
  };
  const { revision } = (await rig.call<BotDetail>('GET', `/bots/${rig.bot._id}`)).body;
  const saved = await rig.call<{ faults: object[] }>('PATCH', `/bots/${rig.bot._id}`, { revision, draft: elsewhere });
  expect(saved.body.faults).toMatchObject([
    { nodeId: 'call', message: { code: 'secretOfOther', data: { host: 'shop.test' } } },
  ]);
  expect((await rig.call('POST', `/bots/${rig.bot._id}/deploy`, { settings: {} })).status).toBe(422);
  // Even if deployed, it is not sent.
  await server.database.pool.query('update bot_versions set flow = $2 where bot_id = $1', [
    rig.bot._id,
    JSON.stringify(elsewhere),
  ]);
  expect(await requestsAfter(rig)).toEqual([]);
  expect(await rig.events()).toContain('http_failed');
  const other = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
  const otherSave = await other.call<{ faults: object[] }>('PATCH', `/bots/${other.bot._id}`, { revision: 1, draft });
  expect(otherSave.body.faults).toMatchObject([{ nodeId: 'call', field: 'secrets' }]);
});

test('recognises a repeated save whose response was lost, even after sealing, and overwrites no one else’s', async () => {
  const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
  const [first, second, third, late] = [newId(), newId(), newId(), newId()] as const;
  const save = (revision: number, more: object) =>
    rig.call<{ revision: number }>('PATCH', `/bots/${rig.bot._id}`, { revision, draft: flowWith(readable), ...more });
  // Neither response arrives.
  expect((await save(1, { saveId: first })).body.revision).toBe(2);
  expect((await save(1, { saveId: second, unanswered: [first] })).body.revision).toBe(3);
  expect((await save(1, { saveId: third, unanswered: [first, second] })).body.revision).toBe(4);
  // A delayed save does not overwrite a later save by the same builder.
  expect((await save(1, { saveId: late, unanswered: [first] })).status).toBe(409);
  expect((await save(4, { name: 'Theirs' })).body.revision).toBe(5);
  expect((await save(1, { saveId: late, unanswered: [first, second, third] })).status).toBe(409);
  expect(await stored(rig)).not.toContain(TOKEN);
});
