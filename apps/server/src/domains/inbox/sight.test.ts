import { addressOf } from '@switchyard/contracts/agent/results';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../../../test/act.ts';
import { asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { systemClock } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Domain } from '../../platform/domain.ts';
import type { Tool, ToolDeps } from '../../platform/platform.ts';
import { auditDomain } from '../audit/index.ts';
import { botsDomain } from '../bots/index.ts';
import { campaignsDomain } from '../campaigns/index.ts';
import { chatTools } from '../chats/chats.tools.ts';
import { chatsDomain } from '../chats/index.ts';
import { contactsDomain } from '../contacts/index.ts';
import { enginesDomain } from '../engines/index.ts';
import { filesDomain } from '../files/index.ts';
import { messagesDomain } from '../messages/index.ts';
import { messageTools } from '../messages/messages.tools.ts';
import { inboxTools } from './inbox.tools.ts';
import { inboxDomain } from './index.ts';

/** Who the chats belong to: Ann's to the clerk, Ben's to the team, Cyd's and the group to nobody. */
const CHATS = { ann: '+447700900001', ben: '+447700900002', cyd: '+447700900003', dom: '1203630@g.us' } as const;
type Name = keyof typeof CHATS;
const NAMES = Object.keys(CHATS) as Name[];
const ids: Record<string, string> = {};
const idOf = (name: string): string => (ids[name] ??= newId());

/** Who may see which chats: the complete table. */
const SEES: Record<string, readonly Name[]> = {
  owner: NAMES,
  admin: NAMES,
  everyone: NAMES,
  team: ['ben'],
  clerk: ['ann'],
  // Settings have no effect for owners, or for the person a supporter acts for.
  outsider: [],
  'clerk.support': ['ann'],
  'clerk.key': ['ann'],
};

let server: TestServer;
let lane: LaneFixture;
let actors: Record<string, Actor>;
const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

const actorByRole: Domain = {
  name: 'actor-by-role',
  resolveActor: async (headers) => actors[headers.get('x-test-actor')?.split('.').slice(2).join('.') ?? ''] ?? null,
};
beforeAll(async () => {
  const domains = [actorByRole, auditDomain, filesDomain, enginesDomain, contactsDomain, messagesDomain, chatsDomain];
  server = await startTestServer({ domains: [...domains, botsDomain, campaignsDomain, inboxDomain] });
  lane = await createLaneFixture(server.database);
  const roles = { owner: 'owner', admin: 'admin', everyone: 'member', team: 'member', clerk: 'member' } as const;
  const teamId = newId();
  await query(`insert into inbox_teams (id, workspace_id, name) values ($1, $2, 'Sales')`, [teamId, lane.workspaceId]);
  actors = {};
  for (const [name, role] of Object.entries(roles)) {
    await query(`insert into users (id, name, email) values ($1, $2, $2 || '@sight.test')`, [idOf(name), name]);
    await query(`insert into workspace_members (id, organization_id, user_id, role) values ($1, $2, $3, $4)`, [
      newId(),
      lane.workspaceId,
      idOf(name),
      role,
    ]);
    actors[name] = { ...memberOf({ userId: idOf(name), workspaceId: lane.workspaceId }), workspaceRole: role };
  }
  const clerk = actors.clerk as Actor;
  const helped = { ...clerk, role: 'user' as const, mayReadTexts: true };
  actors['clerk.support'] = { ...clerk, userId: newId(), role: 'admin', onBehalfOf: helped };
  actors['clerk.key'] = {
    ...clerk,
    key: { id: newId(), scopes: ['inbox:read', 'chats:read', 'files:read', 'messages:read', 'campaigns:read'] },
  };
  const elsewhere = await createLaneFixture(server.database);
  actors.outsider = memberOf(elsewhere);
  const sights = { owner: 'own', team: 'teams', clerk: 'own' };
  for (const [name, sees] of Object.entries(sights)) {
    await query(`insert into inbox_people (workspace_id, user_id, sees) values ($1, $2, $3)`, [
      lane.workspaceId,
      idOf(name),
      sees,
    ]);
  }
  await query(`insert into inbox_team_members (team_id, user_id) values ($1, $2)`, [teamId, idOf('team')]);
  await query(
    `insert into inbox_macros (id, workspace_id, owner_id, name, actions, is_shared) values ($1, $2, $3, 'Close', '[{"kind":"resolve"}]', true)`,
    [idOf('macro'), lane.workspaceId, idOf('owner')],
  );
  for (const launcher of ['owner', 'clerk'])
    await query(
      `insert into campaigns (id, workspace_id, created_by, name, audience, variants, engine_ids, start_at, launch_key, is_expanded, state, finished_at)
       values ($1, $2, $3, 'Sale', '{"from":{"kind":"all"}}', '["Hi"]', '[]', now(), uuidv7(), true, 'completed', now())`,
      [idOf(`${launcher} campaign`), lane.workspaceId, idOf(launcher)],
    );
  for (const name of NAMES) {
    await query(
      `insert into message_series (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, sent_with, origin, rule, start, zone)
       values ($1, $2, $3, 'Ann', '[]', $4, 'Tonight', 'whatsapp', 'web', 'FREQ=WEEKLY', '2030-01-01T09:00', 'UTC')`,
      // One series may use any engine.
      [idOf(`${name} series`), lane.workspaceId, name === 'ben' ? null : lane.engineId, CHATS[name]],
    );
    await query(
      `insert into campaign_recipients (id, workspace_id, campaign_id, mobile, name, variables, variant, due_at, engine_id)
       select uuidv7(), $1::uuid, campaign, $2::text, $3::text, '{}', 0, now(), $4::uuid from unnest($5::uuid[]) campaign where $2 like '+%'`,
      [
        lane.workspaceId,
        CHATS[name],
        name,
        name === 'ben' ? null : lane.engineId,
        [idOf('owner campaign'), idOf('clerk campaign')],
      ],
    );
    ids[`${name} sent`] = await lane.add({ to: CHATS[name], text: `Sent to ${name}` });
    await query(`insert into file_contents (id, workspace_id, bytes) values ($1, $2, 1)`, [
      idOf(`${name} content`),
      lane.workspaceId,
    ]);
    await query(`insert into file_chunks (content_id, number, chunk) values ($1, 0, '\\x31')`, [
      idOf(`${name} content`),
    ]);
    await query(
      `insert into files (id, workspace_id, content_id, name, mime_type, media) values ($1, $2, $3, 'a.png', 'image/png', 'image')`,
      [idOf(`${name} file`), lane.workspaceId, idOf(`${name} content`)],
    );
    await query(
      `insert into received_messages (id, engine_id, wa_message_id, chat, writer, from_me, kind, body, written_at, file_id)
       values ($1, $2, $3, $4, $4, false, 'media', $5, now(), $6)`,
      [idOf(`${name} message`), lane.engineId, name, CHATS[name], `Words of ${name}`, idOf(`${name} file`)],
    );
    await query(`insert into chat_facts (engine_id, chat, subject) values ($1, $2, $3)`, [
      lane.engineId,
      CHATS[name],
      name,
    ]);
    await query(
      `insert into conversations (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, status, assignee_id, team_id)
       values ($1, $2, $3, $4, $5, now(), 'media', 'Words', false, 'open', $6, $7)`,
      [
        idOf(name),
        lane.workspaceId,
        lane.engineId,
        CHATS[name],
        idOf(`${name} message`),
        name === 'ann' ? idOf('clerk') : null,
        name === 'ben' ? teamId : null,
      ],
    );
    await query(
      `insert into conversation_events (id, workspace_id, conversation_id, kind, since, business_ms) values ($1, $2, $3, 'resolved', now(), 1)`,
      [idOf(`${name} event`), lane.workspaceId, idOf(name)],
    );
  }
});
afterAll(() => server?.stop());

type Ask = (path: string, method?: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
type SentRows = { data: { _id: string; contactList: { mobile: string }[] }[] };
const recipientsOf = ({ body }: { body: unknown }): Name[] =>
  NAMES.filter((name) => (body as SentRows).data.some(({ _id }) => _id === idOf(`${name} sent`)));
type CampaignRecipients = { data: { name: string }[]; total: number; isPartial: boolean };
type Rows = { data: { chat: string }[] };
const namesOf = (chats: readonly string[]) => NAMES.filter((name) => chats.includes(CHATS[name]));
/** Which of the four respond, each requested separately; invisible ones are not found. */
async function visibleNames(request: (name: Name) => Promise<{ status: number }>): Promise<Name[]> {
  const found: Name[] = [];
  for (const name of NAMES) {
    const { status } = await request(name);
    if (status < 400) found.push(name);
    else expect(status, name).toBe(404);
  }
  return found;
}
const chatQuery = (name: Name) => `chat=${encodeURIComponent(CHATS[name])}`;
const toolOf = (name: string): Tool => {
  const found = [...chatTools, ...inboxTools, ...messageTools].find((tool) => tool.name === name);
  if (!found) throw new Error(name);
  return found;
};

/** Within the messages' retention time. */
const DAYS = [30, 0].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
/** Whose conversations a figure of the report counts; also checks the count. */
async function reportedNames(ask: Ask, figure: 'incoming' | 'resolution'): Promise<Name[]> {
  const rows = (await ask(`/inbox/report/rows?figure=${figure}&from=${DAYS[0]}&to=${DAYS[1]}`)).body as Rows;
  const { totals } = (await ask(`/inbox/report?from=${DAYS[0]}&to=${DAYS[1]}`)).body as {
    totals: { incoming: number; resolved: number };
  };
  expect(figure === 'incoming' ? totals.incoming : totals.resolved).toBe(rows.data.length);
  return namesOf(rows.data.map(({ chat }) => chat));
}

const SURFACES: Record<string, (ask: Ask, actor: Actor) => Promise<Name[]>> = {
  list: async (ask) => namesOf(((await ask('/conversations')).body as Rows).data.map(({ chat }) => chat)),
  search: async (ask) => {
    const found: Name[] = [];
    for (const name of NAMES) {
      const { body } = await ask(`/conversations?search=${name}`);
      if ((body as Rows).data.length > 0) found.push(name);
    }
    return found;
  },
  conversation: (ask) => visibleNames((name) => ask(`/conversations/${idOf(name)}`)),
  timeline: (ask) => visibleNames((name) => ask(`/conversations/${idOf(name)}/timeline`)),
  'report of messages': (ask) => reportedNames(ask, 'incoming'),
  'report of events': (ask) => reportedNames(ask, 'resolution'),
  'list of chats': async (ask) => {
    const { status, body } = await ask(`/engines/${lane.engineId}/chats`);
    return status === 404 ? [] : namesOf((body as Rows).data.map(({ chat }) => chat));
  },
  messages: (ask) => visibleNames((name) => ask(`/engines/${lane.engineId}/chats/messages?${chatQuery(name)}`)),
  thread: (ask) => visibleNames((name) => ask(`/engines/${lane.engineId}/chats/thread?${chatQuery(name)}`)),
  file: (ask) => visibleNames((name) => ask(`/files/${idOf(`${name} file`)}`)),
  'tool get_chats': async (_ask, actor) => {
    const deps: ToolDeps = { ...server.platform, db: server.database.db, clock: systemClock };
    const { result } = await toolOf('get_chats').run(deps, actor, {});
    return namesOf(
      (result as unknown as { data: { _serialized: string }[] }).data.map((chat) => addressOf(chat._serialized)),
    );
  },
  'tool get_messages': async (_ask, actor) => {
    const deps: ToolDeps = { ...server.platform, db: server.database.db, clock: systemClock };
    const found: Name[] = [];
    for (const name of NAMES) {
      const { result } = await toolOf('get_messages').run(deps, actor, { chatId: CHATS[name] });
      if ((result as unknown as { total: number }).total > 0) found.push(name);
    }
    return found;
  },
  'list of messages': async (ask) => recipientsOf(await ask('/messages')),
  'search of messages': async (ask) => {
    const found: Name[] = [];
    for (const name of NAMES)
      found.push(...recipientsOf(await ask(`/messages?search=Sent%20to%20${name}&sort=message`)));
    return found;
  },
  message: (ask) => visibleNames((name) => ask(`/messages/${idOf(`${name} sent`)}`)),
  calendar: async (ask) => {
    const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const { body } = await ask(`/messages/calendar?from=${today}&days=3&zone=UTC&cell=day`);
    const { cells, total } = body as { total: number; cells: { messages: SentRows['data'] }[] };
    const shown = recipientsOf({ body: { data: cells.flatMap(({ messages }) => messages) } });
    expect(total).toBe(shown.length);
    return shown;
  },
  'list of series': async (ask) => {
    const { body } = await ask('/message-series');
    return NAMES.filter((name) => (body as SentRows).data.some(({ _id }) => _id === idOf(`${name} series`)));
  },
  'tool get_scheduled_messages': async (_ask, actor) => {
    const deps: ToolDeps = { ...server.platform, db: server.database.db, clock: systemClock };
    const { result } = await toolOf('get_scheduled_messages').run(deps, actor, {});
    return recipientsOf({ body: { data: (result as { data: { id: string }[] }).data.map(({ id }) => ({ _id: id })) } });
  },
  'tool list_conversations': async (_ask, actor) => {
    const deps: ToolDeps = { ...server.platform, db: server.database.db, clock: systemClock };
    const { result } = await toolOf('list_conversations').run(deps, actor, {});
    return namesOf((result as unknown as Rows).data.map(({ chat }) => chat));
  },
};

test.each(Object.keys(SEES))('%s sees the chats that the rules allow, on every surface', async (who) => {
  const actor = actors[who] as Actor;
  const ask: Ask = (path, method = 'GET', body = undefined) =>
    server.call(method, `/api${path}`, body, { headers: asActor({ userId: '-', workspaceId: '-' }, `.${who}`) });
  for (const [face, seen] of Object.entries(SURFACES)) expect(await seen(ask, actor), face).toEqual(SEES[who]);
  const { body } = await ask('/conversations/counts');
  expect((body as { all: { open: number } }).all.open, 'counts').toBe(SEES[who]?.length);
});

test.each(Object.keys(SEES))('%s sees the recipients of a campaign whose chats they see', async (who) => {
  const recipients = async (launcher: string) => {
    const path = `/api/campaigns/${idOf(`${launcher} campaign`)}/recipients`;
    const headers = asActor({ userId: '-', workspaceId: '-' }, `.${who}`);
    const { status, body } = await server.call<CampaignRecipients>('GET', path, undefined, { headers });
    if (status === 404) return null;
    expect(body.total).toBe(body.data.length);
    return { names: body.data.map(({ name }) => name), isPartial: body.isPartial };
  };
  const people = NAMES.filter((name) => name !== 'dom');
  const names = people.filter((name) => SEES[who]?.includes(name));
  const all = { names: people, isPartial: false };
  const seen = { names, isPartial: !['owner', 'admin', 'everyone'].includes(who) };
  const theirs = { owner: seen, clerk: who.startsWith('clerk') ? all : seen };
  for (const [launcher, expected] of Object.entries(theirs))
    expect(await recipients(launcher), launcher).toEqual(who === 'outsider' ? null : expected);
});

test('invisible conversations cannot be changed either, alone or among others', async () => {
  const as = (path: string, body: unknown) =>
    server.call('POST', `/api${path}`, body, { headers: asActor({ userId: '-', workspaceId: '-' }, '.clerk') });
  const read = async () => (await query('select * from conversations order by id')).rows;
  const before = await read();
  const ben = `/conversations/${idOf('ben')}`;
  for (const [path, body] of [
    [`${ben}/resolve`, { version: 1 }],
    [`${ben}/macro`, { version: 1, macroId: idOf('macro') }],
    [`${ben}/assign`, { version: 1, userId: idOf('clerk') }],
    [`${ben}/notes`, { text: 'Hello' }],
    [`${ben}/reply`, { message: 'Hello', seenUpTo: null }],
    [`${ben}/presence`, { doing: 'viewing' }],
    [`/engines/${lane.engineId}/chats/act`, { chat: CHATS.ben, act: { kind: 'read', isRead: true } }],
    [`/engines/${lane.engineId}/chats/typing`, { chat: CHATS.ben, isTyping: true }],
    [`/engines/${lane.engineId}/chats/picture`, { chat: CHATS.ben }],
    [`/engines/${lane.engineId}/chats/fetch-file`, { messageId: idOf('ben message') }],
  ] as const) {
    expect((await as(path, body)).status, path).toBe(404);
  }
  const bulk = await as('/conversations/bulk', { ids: [idOf('ben')], act: { kind: 'resolve' } });
  expect(bulk.body).toEqual({ changed: [], unchanged: [idOf('ben')] });
  expect(await read()).toEqual(before);
  const sent = idOf('ben sent');
  const messagesBefore = (await query('select * from messages order by id')).rows;
  expect((await as(`/messages/${sent}/cancel`, { version: 1 })).status).toBe(404);
  const many = await as('/messages/bulk/cancel', { selection: { ids: [sent] } });
  expect(many.body).toMatchObject({ changed: 0, left: [{ why: 'gone', count: 1 }] });
  const matching = await as('/messages/bulk/cancel', { selection: { matching: { search: 'Sent to' }, expected: 1 } });
  expect(matching.body).toMatchObject({ changed: 1 });
  const after = (await query('select * from messages order by id')).rows;
  expect(after.filter(({ recipient }) => recipient !== CHATS.ann)).toEqual(
    messagesBefore.filter(({ recipient }) => recipient !== CHATS.ann),
  );
});

test('people who see only their own conversations are assigned the ones they start', async () => {
  const ask = (path: string, who: string, body?: unknown) =>
    server.call(body ? 'POST' : 'GET', `/api${path}`, body, {
      headers: asActor({ userId: '-', workspaceId: '-' }, `.${who}`),
    });
  const [now, later] = ['+447700900071', '+447700900072'];
  const write = (mobile: string, dueDate?: string) =>
    ask('/messages', 'clerk', {
      contactList: [{ mobile }],
      message: 'Good morning',
      engineId: lane.engineId,
      ...(dueDate && { dueDate }),
    });
  expect((await write(now)).status).toBe(201);
  expect((await write(later, '2031-01-01T09:00:00Z')).status).toBe(201);
  const listed = async (who: string) =>
    ((await ask('/messages?search=Good', who)).body as SentRows).data.map((row) => row.contactList[0]?.mobile).sort();
  expect(await listed('clerk')).toEqual([now, later]);
  expect(await listed('team')).toEqual([]);
  const chats = async (who: string) => ((await ask('/conversations', who)).body as Rows).data.map(({ chat }) => chat);
  expect(await chats('clerk')).toContain(now);
  expect(await chats('team')).not.toContain(now);
  expect((await ask(`/engines/${lane.engineId}/chats/thread?chat=${encodeURIComponent(now)}`, 'clerk')).status).toBe(
    200,
  );
  // A chat begun by an owner, who sees everything, is unassigned.
  const third = '+447700900073';
  await ask('/messages', 'owner', { contactList: [{ mobile: third }], message: 'Hi', engineId: lane.engineId });
  const { rows } = await query('select assignee_id from conversations where chat = any ($1) order by chat', [
    [now, third],
  ]);
  expect(rows).toEqual([{ assignee_id: idOf('clerk') }, { assignee_id: null }]);
});

test('a note can mention only people who may see its conversation', async () => {
  const mention = (name: string) =>
    server.call(
      'POST',
      `/api/conversations/${idOf('ben')}/notes`,
      { text: `@${name}`, mentions: [idOf(name)] },
      { headers: asActor({ userId: '-', workspaceId: '-' }, '.owner') },
    );
  const refused = await mention('clerk');
  expect(refused).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'mentions.0' }] } } });
  expect((await query('select from conversation_notes')).rowCount).toBe(0);
  expect((await mention('team')).status).toBe(201);
});
