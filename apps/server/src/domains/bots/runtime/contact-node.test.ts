import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANN, createBotRig, flowOf, OURS, onAny, onlySession, say, startBotServer } from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { contactsOf as audienceOf } from '../../campaigns/audience.ts';
import { contacts } from '../../contacts/contacts.schema.ts';
import { templateFlow } from '../flow/templates.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

interface ContactFact {
  _id: string;
  name: string;
  firstName: string;
  mobile: string;
  fields: Record<string, string>;
  labels: { name: string }[];
  consent: { at: string; source: string; text: string } | null;
}
type Rig = Awaited<ReturnType<typeof createBotRig>>;

const contactsOf = async (rig: Rig) => (await rig.call<{ data: ContactFact[] }>('GET', '/contacts')).body.data;
const update = (settings: object) => ({ id: 'update', kind: 'contact', ...settings });

test('sets fields and names, adds and removes labels, and leaves everything else unchanged', async () => {
  const question = { id: 'ask', kind: 'ask', text: 'From where?', saveAs: 'town' };
  const settings = {
    fields: [
      { name: 'Town', value: '{town}' },
      { name: 'first name', value: 'Ann' },
      { name: 'Old', value: '' },
    ],
    labelsOn: ['Local', ' New '],
    labelsOff: ['stranger'],
  };
  const rig = await createBotRig(server, flowOf([onAny, question, update(settings), say('done', 'Noted')]));
  const known = { name: 'Ann B', mobile: ANN, fields: { Old: 'x', Kept: 'y' }, consent: null };
  const { body: contact } = await rig.call<ContactFact>('POST', '/contacts', known);
  const other = { name: 'Ben', mobile: '+447700900002' };
  const { body: bystander } = await rig.call<ContactFact>('POST', '/contacts', other);
  const selection = { ids: [contact._id, bystander._id] };
  await rig.call('POST', '/contacts/label', { selection, label: 'Stranger' });
  await rig.write('hi');
  await rig.write('Leeds');
  expect(await rig.sent()).toEqual(['From where?', 'Noted']);
  const [ann, ben] = await contactsOf(rig);
  expect(ann).toMatchObject({ name: 'Ann B', firstName: 'Ann', fields: { town: 'Leeds', kept: 'y' }, consent: null });
  expect(ann?.fields).not.toHaveProperty('old');
  expect(ann?.labels.map(({ name }) => name)).toEqual(['Local', 'New']);
  expect(ben).toMatchObject({ name: 'Ben', fields: {}, labels: [{ name: 'Stranger' }] });
  expect(await rig.events()).toContain('contact_updated');
});

test('records consent with its source and wording, creates a contact for the number, and withdraws consent', async () => {
  const given = { consent: 'given', consentSource: 'Bot of the shop', consentText: 'May we send you news?' };
  const rig = await createBotRig(server, flowOf([onAny, update(given), say('done', 'Thanks')]));
  await rig.write('yes');
  const [agreed] = await contactsOf(rig);
  const source = { source: 'Bot of the shop', text: 'May we send you news?' };
  expect(agreed).toMatchObject({ mobile: ANN, consent: source, labels: [], fields: {} });
  // The bot deployed last answers.
  const taking = await createBotRig(server, flowOf([onAny, update({ consent: 'withdrawn' })]), {}, { other: rig.lane });
  await taking.write('no');
  expect((await contactsOf(rig)).map(({ consent }) => consent)).toEqual([null]);
});

test('opts the contact out: the conversation ends, earlier messages still go out, and no bot starts again', async () => {
  const flow = flowOf([onAny, say('bye', 'We leave you alone.'), update({ isOptedOut: true }), say('more', 'More')]);
  const rig = await createBotRig(server, flow);
  await rig.write('leave me');
  await rig.write('hello?');
  expect(await rig.sent()).toEqual(['We leave you alone.']);
  expect(await onlySession(rig)).toMatchObject({ status: 'ended' });
  const events = await rig.events();
  expect(events.filter((name) => name === 'contact_opted_out' || name === 'session_ended')).toHaveLength(2);
  const { rows } = await server.database.pool.query(
    'select mobile, cause, words from suppressions where workspace_id = $1',
    [rig.lane.workspaceId],
  );
  expect(rows).toEqual([{ mobile: ANN, cause: 'bot', words: 'leave me' }]);
});

test('changes no contact in a group', async () => {
  const rig = await createBotRig(server, flowOf([onAny, update({ isOptedOut: true }), say('done', 'Done')]), {
    groups: 'mentioned',
  });
  await rig.write(`hi @${OURS.slice(1)}`, { chat: '123@g.us' });
  expect(await rig.sent()).toEqual(['Done']);
  expect(await contactsOf(rig)).toEqual([]);
});

test('fails with a clear reason when the contact cannot have a value', async () => {
  const fields = [{ name: 'Note', value: '{note}' }];
  const flow = flowOf([onAny, { id: 'w', kind: 'wait', saveAs: 'note' }, update({ fields }), say('done', 'Done')]);
  const rig = await createBotRig(server, flow);
  await rig.write('hi');
  await rig.write('x'.repeat(1_025));
  expect(await onlySession(rig)).toMatchObject({ status: 'failed', reason: expect.stringContaining('1,024') });
});

test('the opt-in template adds only those who agreed to the audience of a consent campaign', async () => {
  const rig = await createBotRig(server, templateFlow('opt-in'));
  const { workspaceId } = rig.lane;
  const { db } = server.database;
  const everybody = { from: { kind: 'all' as const }, withoutLabelIds: [], withoutAudienceIds: [], atMost: null };
  const counted = async () =>
    db.$count(contacts, await audienceOf(db, workspaceId, { ...everybody, consentOnly: true }));
  await rig.write('join');
  expect(await counted()).toBe(0);
  await rig.write('Yes');
  expect(await counted()).toBe(1);
  await rig.write('join');
  await rig.write('No');
  expect(await counted()).toBe(0);
});
