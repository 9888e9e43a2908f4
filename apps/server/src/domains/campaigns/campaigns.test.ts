import { MAX_PER_MINUTE } from '@switchyard/contracts/campaigns/operations';
import type { Text } from '@switchyard/contracts/text/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignRig, EVERYBODY, mobileOf, sumOf } from '../../../test/campaign-rig.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { dueMs } from './fill-lanes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { workspace, step, report } = campaignRig(() => server);

test('a launch makes its first messages at once, continues until everybody has one, and ends with counts that add up', async () => {
  const { workspaceId, launch, get, messages } = await workspace(700);
  const { status, body } = await launch({ variants: ['Hi {name} of {city}', 'Hello {first name|there} in {city}'] });
  expect(status).toBe(201);
  expect((await messages()).length).toBeGreaterThan(0);
  for (let round = 0; round < 20; round += 1) {
    await step();
    const now = await get(body._id);
    expect(sumOf(now)).toBe(now.recipients);
    await report(workspaceId, 'sent');
  }
  const done = await get(body._id);
  expect(done).toMatchObject({
    state: 'completed',
    recipients: 700,
    counts: { sent: 630, skipped: 70, waiting: 0, 'under-way': 0 },
  });
  const written = await messages();
  expect(new Set(written.map((row) => row.recipient)).size).toBe(630);
  expect(written).toHaveLength(630);
  expect(written.filter(({ body: text }) => text.startsWith('Hello Guest in City')).length).toBeGreaterThan(250);
});

test('a repeated launch, even concurrent, is one campaign with one message each', async () => {
  const { workspaceId, launch, messages, ask } = await workspace(20);
  const launchKey = newId();
  const answers = await Promise.all([launch({ launchKey }), launch({ launchKey }), launch({ launchKey })]);
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  await Promise.all([step(), step(), step()]);
  await report(workspaceId, 'sent');
  await step();
  expect((await messages()).length).toBe(20);
  expect((await ask<{ total: number }>('GET', '/api/campaigns')).body.total).toBe(1);
});

test('a paused campaign holds its messages and makes no more; resumed, it continues; cancelled, the rest is never sent', async () => {
  const { workspaceId, launch, get, messages, ask } = await workspace(600);
  const { body } = await launch();
  await report(workspaceId, 'sent', 10);
  expect((await ask('POST', `/api/campaigns/${body._id}/pause`)).body.state).toBe('paused');
  const held = (await messages()).filter((row) => row.status === 'pending');
  expect(new Set(held.map((row) => row.hold_rule))).toEqual(new Set(['campaign_paused']));
  await step();
  expect((await messages()).length).toBe(held.length + 10);
  expect(await ask('POST', `/api/campaigns/${body._id}/pause`)).toMatchObject({ status: 409 });

  expect((await ask('POST', `/api/campaigns/${body._id}/resume`)).body.state).toBe('running');
  expect((await messages()).filter((row) => row.hold_rule !== null)).toEqual([]);
  await step();
  const before = (await messages()).length;
  expect((await ask('POST', `/api/campaigns/${body._id}/cancel`)).body.state).toBe('cancelled');
  expect((await messages()).filter((row) => row.status === 'pending')).toEqual([]);
  await step();
  const ended = await get(body._id);
  expect((await messages()).length).toBe(before);
  expect(ended).toMatchObject({ state: 'cancelled', counts: { sent: 10, cancelled: 590, waiting: 0, 'under-way': 0 } });
});

test('opted-out contacts get nothing, even if they opt out during the campaign, and are counted so', async () => {
  const { workspaceId, launch, get, messages, ask } = await workspace(400);
  await ask('POST', '/api/suppressions', { mobile: mobileOf(1) });
  const { body } = await launch();
  const inLane = (await messages())[0]?.recipient ?? '';
  const waiting = mobileOf(399);
  for (const mobile of [inLane, waiting]) {
    expect((await ask('POST', '/api/suppressions', { mobile })).status).toBe(201);
  }
  for (let round = 0; round < 6; round += 1) {
    await report(workspaceId, 'sent');
    await step();
  }
  const written = await messages();
  const sentTo = written.filter((row) => row.status === 'sent').map((row) => row.recipient);
  expect(sentTo).not.toContain(mobileOf(1));
  expect(sentTo).not.toContain(inLane);
  expect(sentTo).not.toContain(waiting);
  expect(await get(body._id)).toMatchObject({ state: 'completed', counts: { sent: 397, skipped: 2, cancelled: 1 } });
});

test('it pauses when more than a fifth of its last fifty failed, and retries each once', async () => {
  const { workspaceId, launch, get, messages, ask } = await workspace(600);
  const { body } = await launch();
  await report(workspaceId, 'failed', 10);
  await step();
  expect(await get(body._id)).toMatchObject({ state: 'running', counts: { failed: 10 } });
  await report(workspaceId, 'failed', 1);
  await step();
  const paused = await get(body._id);
  expect(paused).toMatchObject({ state: 'paused', counts: { failed: 11 } });
  expect(paused.pausedBecause).toEqual({ code: 'campaignFailing' });
  const openNotifications = async () =>
    (
      await server.database.pool.query(
        `select kind, subject from notifications where workspace_id = $1 and settled_at is null`,
        [workspaceId],
      )
    ).rows;
  expect(await openNotifications()).toEqual([{ kind: 'campaign-paused', subject: body._id }]);
  await ask('POST', `/api/campaigns/${body._id}/retry-failed`);
  await ask('POST', `/api/campaigns/${body._id}/resume`);
  expect(await openNotifications()).toEqual([]);
  for (let round = 0; round < 10; round += 1) {
    await step();
    await report(workspaceId, 'sent');
  }
  await step();
  expect(await get(body._id)).toMatchObject({ state: 'completed', counts: { sent: 600, failed: 0 } });
  const sent = (await messages()).filter((row) => row.status === 'sent').map((row) => row.recipient);
  expect(new Set(sent).size).toBe(sent.length);
});

test('a restricted or deleted number pauses it with the reason', async () => {
  const { engineId, launch, get, ask } = await workspace(600);
  const { pool } = server.database;
  const { body } = await launch({ engineIds: [engineId] });
  await pool.query(
    `update engine_lanes set restriction_scope = 'all', restricted_until = now() + interval '1 day' where engine_id = $1`,
    [engineId],
  );
  await step();
  expect((await get(body._id)).pausedBecause).toEqual({ code: 'campaignRestricted' });
  await pool.query('update engine_lanes set restriction_scope = null, restricted_until = null');
  await pool.query('update engines set active = false where id = $1', [engineId]);
  await ask('POST', `/api/campaigns/${body._id}/resume`);
  expect((await get(body._id)).pausedBecause).toEqual({ code: 'campaignNoEngineNow' });
});

test('every allowed speed gives each message a whole millisecond of its own, and no minute more than it says', () => {
  const firstMs = Date.UTC(2026, 10, 28, 9, 0, 0, 1);
  for (let perMinute = 1; perMinute <= MAX_PER_MINUTE; perMinute += 1) {
    const moments = Array.from({ length: perMinute + 1 }, (_, at) => dueMs(firstMs, at, perMinute));
    expect(moments.filter((ms) => !Number.isInteger(ms))).toEqual([]);
    expect(moments[0]).toBe(firstMs);
    expect(moments.every((ms, at) => at === 0 || ms > (moments[at - 1] ?? 0))).toBe(true);
    expect(moments[perMinute]).toBe(firstMs + 60_000);
  }
});

test.each([1, 7, 13, 59, 70, 450, 599, MAX_PER_MINUTE])(
  'a campaign of %i messages a minute starts at its launch or start time, and continues',
  async (perMinute) => {
    const [atOnce, later] = [await workspace(700), await workspace(3)];
    const now = Date.now();
    const launched = await atOnce.launch({ perMinute });
    expect(launched.status).toBe(201);
    const first = await atOnce.messages();
    expect(first.length).toBeGreaterThan(0);
    await step(new Date(now + 61_000));
    expect((await atOnce.messages()).length).toBeGreaterThan(first.length);

    const { body } = await later.launch({ perMinute, startAt: new Date(now + 3_600_000).toISOString() });
    await step(new Date(now + 3_601_000));
    expect((await later.messages()).length).toBeGreaterThan(0);
    expect(await later.get(body._id)).toMatchObject({ state: 'running', pausedBecause: null });
  },
);

test('after a pause it continues at its own speed: missed messages are not sent at once', async () => {
  const { ask, launch, messages } = await workspace(700);
  const { body } = await launch({ perMinute: 60 });
  const before = await messages();
  expect(before.length).toBe(16);
  await ask('POST', `/api/campaigns/${body._id}/pause`);
  const hoursLater = new Date(Date.now() + 3 * 3_600_000);
  await step(hoursLater);
  expect((await messages()).length).toBe(before.length);
  await server.database.pool.query(`update campaigns set state = 'running' where id = $1`, [body._id]);
  await step(hoursLater);
  const made = (await messages()).slice(before.length);
  expect(made.length).toBe(16);
  expect(made.map((row) => row.due_at.getTime() - hoursLater.getTime())).toEqual(made.map((_, at) => at * 1_000));
});

test('a number restricted until further notice cannot send; one whose restriction has ended can', async () => {
  const { engineId, addEngine, launch, get, messages } = await workspace(40);
  const other = await addEngine('Second');
  const restrict = (id: string, until: string | null) =>
    server.database.pool.query(
      `update engine_lanes set restriction_scope = 'all', restricted_until = $2::timestamptz where engine_id = $1`,
      [id, until],
    );
  await restrict(engineId, null);
  const { body } = await launch({ engineIds: [engineId, other] });
  expect(new Set((await messages()).map((row) => row.engine_id))).toEqual(new Set([other]));
  await restrict(other, null);
  const alone = await launch({ engineIds: [other] });
  expect(alone.body).toMatchObject({
    state: 'paused',
    pausedBecause: { code: 'campaignRestricted' },
  });
  await restrict(other, new Date(Date.now() - 1_000).toISOString());
  expect((await launch({ engineIds: [other] })).body).toMatchObject({ state: 'running', pausedBecause: null });
  expect((await get(body._id)).state).toBe('running');
});

test('its speed spreads messages, its window limits the hours, and its start is awaited', async () => {
  const [fast, windowed, later] = [await workspace(300), await workspace(30), await workspace(30)];
  await fast.launch({ perMinute: 60 });
  const spread = await fast.messages();
  expect(spread.length).toBe(16);
  const gaps = spread.slice(1).map((row, at) => row.due_at.getTime() - (spread[at]?.due_at.getTime() ?? 0));
  expect(new Set(gaps)).toEqual(new Set([1_000]));

  const hour = new Date().getUTCHours();
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  const closed = await windowed.launch({ window: { from: at(2), to: at(4) } });
  expect(await windowed.messages()).toEqual([]);
  expect((await windowed.get(closed.body._id)).counts).toMatchObject({ waiting: 30 });
  await step(new Date(Date.now() + 2.5 * 3_600_000));
  expect((await windowed.messages()).length).toBe(30);

  // Messages still in the lane when the window closes wait for the next one.
  const over = new Date(Date.now() + 4.5 * 3_600_000);
  await step(over);
  expect(new Set((await windowed.messages()).map((row) => row.hold_rule))).toEqual(new Set(['campaign_paused']));
  await step(new Date(over.getTime() + 22 * 3_600_000));
  expect(new Set((await windowed.messages()).map((row) => row.hold_rule))).toEqual(new Set([null]));

  const startAt = new Date(Date.now() + 3_600_000);
  await later.launch({ startAt: startAt.toISOString() });
  await step();
  expect(await later.messages()).toEqual([]);
  await step(new Date(startAt.getTime() + 1_000));
  expect((await later.messages()).length).toBe(30);
});

test('the pre-flight shows who is excluded and why, and each text as filled in, those with missing values first', async () => {
  const { workspaceId, ask } = await workspace(50);
  await ask('POST', '/api/suppressions', { mobile: mobileOf(1) });
  // The finding about the second is recent enough; that about the third is too old.
  await server.database.pool.query(
    `update contacts set on_whatsapp = false, whatsapp_asked_at = now() - case when mobile = $2 then 29 else 31 end * interval '1 day'
     where workspace_id = $1 and mobile in ($2, $3)`,
    [workspaceId, mobileOf(2), mobileOf(3)],
  );
  const draft = { name: 'Sale', audience: EVERYBODY, variants: ['Hi {name} of {city}'] };
  const { body } = await ask<Record<string, unknown> & { preview: { missing: string[]; text: string }[] }>(
    'POST',
    '/api/campaigns/check',
    draft,
  );
  expect(body).toMatchObject({
    contacts: 50,
    sendable: 43,
    optedOut: 1,
    notOnWhatsApp: 1,
    missing: [{ variable: 'city', contacts: 5 }],
    firstContacts: 43,
    sameText: 1,
    forecast: { perEngine: [{ name: 'Main', messages: 43 }] },
    blockedBy: null,
  });
  expect(body.preview.slice(0, 5).every(({ missing }) => missing[0] === 'city')).toBe(true);
  expect(body.preview.at(-1)?.text).toMatch(/^Hi Guest \d+ of City \d+$/);
  const wrong = await ask('POST', '/api/campaigns/check', { ...draft, variants: ['Hi {name'] });
  expect(wrong).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'variants.0' }] } } });
});

test('a misspelt variable with a fallback is reported before a launch, with a suggestion', async () => {
  const { ask, workspaceId } = await workspace(3);
  await server.database.pool.query(
    `insert into contact_fields (workspace_id, key, name) values ($1, 'order no', 'Order no')`,
    [workspaceId],
  );
  const { body } = await ask<{ unknown: unknown[]; sendable: number; preview: { text: string }[] }>(
    'POST',
    '/api/campaigns/check',
    {
      name: 'Sale',
      audience: EVERYBODY,
      variants: [
        'Hi {first_name|friend}, {ordr_no|your order} {unsubscribe}',
        'Hello {frist name|friend}, {ordr_no|} {colour|}',
      ],
    },
  );
  expect(body.sendable).toBe(3);
  expect(body.preview[0]?.text).toContain('Hi Guest, your order');
  expect(body.unknown).toEqual([
    { variable: 'ordr_no', nearest: 'order no' },
    { variable: 'frist name', nearest: 'first name' },
    { variable: 'colour', nearest: null },
  ]);
});

test('audiences: labels, excluded labels and audiences, message caps, and silent contacts', async () => {
  const { workspaceId, engineId, ask, launch } = await workspace(10);
  const { data } = (await ask<{ data: { _id: string; mobile: string }[] }>('GET', '/api/contacts?sort=mobile')).body;
  const idsOf = (from: number, to: number) => data.slice(from, to).map(({ _id }) => _id);
  for (const [label, from, to] of [
    ['Gold', 0, 6],
    ['Staff', 4, 8],
  ] as const) {
    await ask('POST', '/api/contacts/label', { selection: { ids: idsOf(from, to) }, label });
  }
  const labels = (await ask<{ data: { _id: string; name: string }[] }>('GET', '/api/labels')).body.data;
  const labelId = (name: string) => labels.find((label) => label.name === name)?._id;
  const count = async (definition: object) =>
    (await ask<{ contacts: number }>('POST', '/api/audiences/count', { definition })).body.contacts;
  const gold = { from: { kind: 'labels', labelIds: [labelId('Gold')] }, withoutLabelIds: [labelId('Staff')] };
  expect(await count(gold)).toBe(4);
  const saved = await ask<{ _id: string }>('POST', '/api/audiences', { name: 'Gold, no staff', definition: gold });
  const others = { ...EVERYBODY, withoutAudienceIds: [saved.body._id] };
  expect(await count(others)).toBe(6);
  const ofField = (field: string, value: string) => ({ from: { kind: 'field', field, value } });
  expect(await count(ofField('City', 'CITY 3'))).toBe(1);
  const city3 = await ask<{ _id: string }>('POST', '/api/audiences', {
    name: 'City 3',
    definition: ofField('city', 'City 3'),
  });
  // A contact without a city is not in City 3 either.
  expect(await count({ ...EVERYBODY, withoutAudienceIds: [city3.body._id] })).toBe(9);
  await ask('POST', '/api/audiences', { name: 'Others', definition: others });
  expect(await ask('DELETE', `/api/audiences/${saved.body._id}`)).toMatchObject({ status: 422 });
  const circle = {
    id: saved.body._id,
    name: 'Circle',
    definition: { ...EVERYBODY, withoutAudienceIds: [saved.body._id] },
  };
  expect(await ask('POST', '/api/audiences', circle)).toMatchObject({ status: 422 });

  const first = await launch();
  await report(workspaceId, 'sent');
  await step();
  await server.database.pool.query(
    `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
     values (gen_random_uuid(), $1, $2, $2, 'r', 'text', 'Thanks', now() + interval '1 second')`,
    [engineId, mobileOf(3)],
  );
  expect(await count({ from: { kind: 'silent', campaignId: first.body._id } })).toBe(9);
  const capped = { ...EVERYBODY, atMost: { messages: 1, days: 7 } };
  expect(
    (await ask<{ overCap: number }>('POST', '/api/campaigns/check', { name: 'x', audience: capped, variants: ['x'] }))
      .body.overCap,
  ).toBe(10);
});

test('a test goes to your own numbers and is not counted; links in a text are personal', async () => {
  const { ask, launch, messages, workspaceId } = await workspace(3);
  const { data } = (await ask<{ data: { _id: string }[] }>('GET', '/api/contacts?sort=mobile')).body;
  const sent = await ask('POST', '/api/campaigns/test', {
    text: 'Hi {name}',
    mobiles: ['+447700912345'],
    contactId: data[0]?._id,
  });
  expect(sent.status).toBe(200);
  expect((await messages()).map((row) => row.body)).toEqual(['Hi Guest 1']);
  expect((await ask<{ total: number }>('GET', '/api/campaigns')).body.total).toBe(0);
  await report(workspaceId, 'sent');
  await launch({ variants: ['Stop? {unsubscribe}'] });
  const links = (await messages()).filter((row) => row.status === 'pending').map((row) => row.body);
  expect(new Set(links).size).toBe(3);
  expect(links[0]).toMatch(/^Stop\? http.*\/unsubscribe\/[\da-f-]{36}$/);
});

test('recipients are listed once each, with their outcomes', async () => {
  const { workspaceId, launch, ask } = await workspace(12);
  const { body } = await launch({ variants: ['{city}'] });
  await report(workspaceId, 'sent', 5);
  await step();
  const page = async (query: string) =>
    (
      await ask<{ data: { mobile: string; state: string; reason: Text | null }[]; total: number }>(
        'GET',
        `/api/campaigns/${body._id}/recipients?${query}`,
      )
    ).body;
  const all = [...(await page('limit=7')).data, ...(await page('limit=7&skip=7')).data];
  expect(new Set(all.map((row) => row.mobile)).size).toBe(12);
  expect(all.filter((row) => row.state === 'sent')).toHaveLength(5);
  expect((await page('state=skipped')).data).toMatchObject([
    { mobile: mobileOf(10), reason: { code: 'readerUnknown', data: { variables: '{city}' } } },
  ]);
});

test('a contact who answered an earlier campaign, but not the followed-up one, gets the follow-up', async () => {
  const { workspaceId, engineId, launch } = await workspace(2);
  const toAll = async () => {
    const { body } = await launch();
    await report(workspaceId, 'sent');
    await step();
    return body._id;
  };
  await toAll();
  await server.database.pool.query(
    `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
     values (gen_random_uuid(), $1, $2, $2, $2, 'text', 'Thanks', now())`,
    [engineId, mobileOf(1)],
  );
  const audience = { from: { kind: 'silent', campaignId: await toAll() } };
  expect((await launch({ audience })).body.counts).toMatchObject({ skipped: 0, 'under-way': 2 });
});

test('a later follow-up skips contacts who have answered, were messaged by a person, or answer while it waits', async () => {
  const { workspaceId, engineId, launch, get, messages } = await workspace(5);
  // WhatsApp knows the number in another form.
  const [written, known] = ['+5511987654321', '+551187654321'];
  await server.database.pool.query('update contacts set mobile = $1 where workspace_id = $2 and mobile = $3', [
    written,
    workspaceId,
    mobileOf(5),
  ]);
  const first = await launch();
  await report(workspaceId, 'sent');
  await step();
  const startAt = new Date(Date.now() + 86_400_000);
  const audience = { from: { kind: 'silent', campaignId: first.body._id } };
  const later = await launch({ audience, startAt: startAt.toISOString() });
  expect(later.body.counts).toMatchObject({ waiting: 5 });
  const answers = (mobile: string) =>
    server.database.pool.query(
      `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, written_at)
       values (gen_random_uuid(), $1, $2, $2, $2, 'text', 'Thanks', now())`,
      [engineId, mobile],
    );
  await answers(mobileOf(1));
  await answers(known);
  await server.database.pool.query(
    `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id, status, sent_at)
     values (gen_random_uuid(), $1, $2, 'Guest', '[]', $3, 'Hello', now(), '2030-01-01T00:00', 'UTC', now(), gen_random_uuid()::text, 'sent', now())`,
    [workspaceId, engineId, mobileOf(2)],
  );
  await step(startAt);
  expect((await get(later.body._id)).counts).toMatchObject({ skipped: 3, 'under-way': 2 });
  await answers(mobileOf(3));
  await step(startAt);
  await report(workspaceId, 'sent');
  await step(startAt);
  expect(await get(later.body._id)).toMatchObject({
    state: 'completed',
    counts: { skipped: 3, cancelled: 1, sent: 1 },
  });
  const twice = (await messages()).filter((row) => row.status === 'sent').map((row) => row.recipient);
  expect(twice.filter((mobile) => mobile === mobileOf(4))).toHaveLength(2);
  expect(twice.filter((mobile) => mobile === mobileOf(3))).toHaveLength(1);
});
