import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { callTool } from '../../platform/call-tool.ts';
import { runTurn } from './turn.ts';

/** Tools that domains register for the assistant, called as it calls them. */
let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer();
  lane = await createLaneFixture(server.database, 'Europe/London');
});
afterAll(() => server.stop());

async function call<Result>(name: string, args: object = {}): Promise<Result> {
  const answer = await callTool(server.platform, memberOf(lane), name, args);
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  return answer.result as Result;
}
/** What the assistant says to a request, by its rules. */
async function ask(message: string): Promise<string> {
  return (await runTurn(server.platform, memberOf(lane), { conversationId: null, message })).content;
}
type List = { data: Record<string, unknown>[]; total: number };

test('labels are put on contacts and taken off; a number that is no contact’s is refused', async () => {
  await call('create_contact', { name: 'Dana Cole', mobile: '+447700900101' });
  await call('create_contact', { name: 'Omar', mobile: '+447700900102' });
  const mobiles = ['+447700900101', '+447700900102'];
  expect(await call('label_contacts', { label: 'Guests', mobiles })).toEqual({ changed: 2 });
  await call('label_contacts', { label: 'guests', mobiles: ['+447700900102'], on: false });
  expect((await call<List>('get_labels')).data).toEqual([expect.objectContaining({ name: 'Guests', contacts: 1 })]);
  await expect(call('label_contacts', { label: 'Guests', mobiles: ['+447700900999'] })).rejects.toThrow(
    'no contact’s number',
  );
  expect(await ask('who has the label guests?')).toBe('Here is 1 contact with the label “Guests”.');
  await expect(call('get_contacts', { label: 'Nobody' })).rejects.toThrow('no label named');
});

test('a campaign is drafted and forecast, and none is begun', async () => {
  await call('create_contact', { name: 'Zoe', mobile: '+447700900103' });
  await call('label_contacts', { label: 'Sale', mobiles: ['+447700900103'] });
  const draft = await call<Record<string, unknown>>('draft_campaign', { variants: ['Hi {name}'], labels: ['sale'] });
  expect(draft).toMatchObject({ contacts: 1, sendable: 1, preview: [{ text: 'Hi Zoe' }], blockedBy: null });
  expect(draft.forecast).toMatchObject({ likely: expect.any(String) });
  await expect(call('draft_campaign', { variants: ['Hi'], labels: ['Nobody'] })).rejects.toThrow('no label named');
  expect(await call('save_campaign_text', { name: 'Hi', text: 'Hi {name}' })).toMatchObject({ name: 'Hi' });
  expect(await ask('draft a campaign to everybody with the label Sale: Hi {name}')).toMatch(
    /^It would go to 1 of 1 contact\.\nIt would end about .+ \(Europe\/London\)\.\nZoe \(\+447700900103\) would read: Hi Zoe\nNothing is launched/,
  );
  expect(await ask('draft a campaign to all contacts with the tag Sale: {city}, come in')).toContain(
    'It would go to 0 of 1 contact. Left out: 1 have no {city}.',
  );
  expect((await call<List>('get_campaigns')).total).toBe(0);
});

test('bots are listed, and stopped', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into bots (id, workspace_id, name, draft, node_kinds) values (uuidv7(), $1, 'Greeter', '{"nodes":[],"edges":[]}', '{}') returning id`,
    [lane.workspaceId],
  );
  expect((await call<List>('get_bots')).data).toMatchObject([{ name: 'Greeter', isDeployed: false }]);
  expect(await ask('is the Greeter bot on?')).toBe('There is 1 bot:\nGreeter (off)');
  expect(await ask('turn the Greeter bot off')).toContain('Stop this bot?');
  await expect(call('stop_bot', { name: 'Nobody' })).rejects.toThrow('no bot named');
  expect(await call('stop_bot', { name: 'greeter' })).toEqual({ _id: rows[0]?.id });
});

test('what is added to the knowledge is found by a question; what is not known is said to be', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into knowledge_bases (id, workspace_id, name) values (uuidv7(), $1, 'Shop') returning id`,
    [lane.workspaceId],
  );
  await call('add_knowledge_entry', {
    id: rows[0]?.id,
    title: 'When does the shop open?',
    text: 'The shop opens at nine.',
  });
  expect((await call<List>('get_knowledge_bases')).data).toMatchObject([{ name: 'Shop', entries: 1 }]);
  const found = await call<List & { isKnown: boolean }>('search_knowledge', { question: 'When does the shop open?' });
  expect(found).toMatchObject({ isKnown: true, total: 1 });
  expect(await ask('what does the knowledge base say about when the shop opens?')).toContain('The shop opens at nine.');
  expect(await call('search_knowledge', { question: 'Is there parking for elephants?' })).toMatchObject({
    isKnown: false,
  });
});

test('whoever is named in full is found among any number of the same first name; what reads is not read once it is switched off', async () => {
  await server.database.pool.query(
    `insert into contacts (id, workspace_id, name, mobile) select uuidv7(), $1, 'Person ' || n, '+4478' || (10000000 + n) from generate_series(1, 1000) n`,
    [lane.workspaceId],
  );
  expect(await ask('find contact Person 977')).toBe('Here is 1 contact matching “Person 977”.');
  expect(await ask('Tomorrow at 9 to Person 977: See you then')).toContain('Schedule 1 message?');
  await server.database.pool.query(
    `insert into agent_permissions (workspace_id, subject, tool, permission) values ($1, $2, 'get_contacts', 'off')`,
    [lane.workspaceId, lane.userId],
  );
  expect(await ask('find contact Person 977')).toContain('switched that off');
});
