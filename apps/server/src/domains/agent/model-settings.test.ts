import type { ServerResponse } from 'node:http';
import type { AgentMessage } from '@switchyard/contracts/agent/operations';
import { describe, expect, test } from 'vitest';
import { memberOf } from '../../../test/act.ts';
import { useAssistantWithModel } from '../../../test/assistant-rig.ts';
import { saveModel } from './models.ts';

const rig = useAssistantWithModel();
const { agent } = rig;
const { call, ask, messagesNow } = agent;

describe('its settings', () => {
  test('limits one person’s spending; then the rules answer, and say when credits renew', async () => {
    await call('PUT', '/api/agent/model', { baseUrl: null, model: null, creditsPerPerson: 1 });
    rig.model.script({ text: 'Hello.' }, { text: 'never asked' });
    expect((await ask('hello')).content).toBe('Hello.');
    expect((await ask('show pending messages')).content).toMatch(
      /^You have spent the 1 credits? that .* renew on \d{4}-\d\d-01\. Until then I answer by rules\.\nThere are no pending messages\.$/,
    );
    expect(rig.model.requests).toHaveLength(1);
  });

  test('many concurrent conversations cannot exceed a limit: each pending reply reserves a credit', async () => {
    await call('PUT', '/api/agent/model', { baseUrl: null, model: null, creditsPerPerson: 1 });
    const held: ServerResponse[] = [];
    const hold = (response: ServerResponse) => void held.push(response);
    rig.model.script(hold, hold);
    const first = ask('hello');
    await expect.poll(() => held.length).toBe(1);
    // Requests belong to the newest conversation.
    await call('POST', '/api/agent/conversations', {});
    const second = await ask('show pending messages');
    expect(second.content).toMatch(/^You have spent the 1 credits? .*\nThere are no pending messages\.$/);
    held[0]?.writeHead(500).end();
    await first;
    expect(held).toHaveLength(1);
  });

  test('answers in the language that the person has chosen', async () => {
    await call('PUT', '/api/agent/preferences', { language: 'pt' });
    rig.model.script({ text: 'Bom dia.' });
    await ask('hello');
    expect(JSON.stringify(rig.model.requests[0]?.messages[0])).toContain('Answer in Portuguese');
  });

  test('confirms one of its calls row by row, and undoes it with another call', async () => {
    await agent.lane.add({ due: `now() + interval '1 day'` });
    await agent.lane.add({ due: `now() + interval '2 days'` });
    const confirmed = async () => {
      const { widgets } = await ask('do it');
      const [, id] = /"agent\.confirm","payload":\{"id":"([^"]+)"/.exec(JSON.stringify(widgets)) ?? [];
      return (await call<AgentMessage>('POST', `/api/agent/confirmations/${id}/confirm`)).body.content;
    };
    rig.model.script({ calls: [{ name: 'cancel_message', args: { matching: {} } }] }, { text: 'Please confirm.' });
    expect(await confirmed()).toBe('Cancelled 2 messages.');
    rig.model.script({ calls: [{ name: 'undo', args: {} }] }, { text: 'Please confirm.' });
    expect(await confirmed()).toBe('Brought back 2 messages.');
    expect((await messagesNow()).map(({ status }) => status)).toEqual(['pending', 'pending']);
  });
});

describe('the model of a workspace', () => {
  const save = (given: object) => call('PUT', '/api/agent/model', given);
  test('the test tells a wrong key, an unknown model and missing tool calls apart, and never reveals the key', async () => {
    await save({ baseUrl: rig.model.baseUrl, model: 'own', apiKey: 'key-of-ours', sendsChats: false });
    const tested = async () => (await call<{ outcome: string }>('POST', '/api/agent/model/test')).body.outcome;
    rig.model.script({ calls: [{ name: 'report_ready', args: {} }] }, { text: 'ready' });
    expect(await tested()).toBe('ok');
    expect(rig.model.requests[0]?.model).toBe('own');
    rig.model.script((response: ServerResponse) => void response.writeHead(401).end());
    expect(await tested()).toBe('key');
    rig.model.script({ text: 'ready' });
    expect(await tested()).toBe('tools');
    const { body } = await call<Record<string, unknown>>('GET', '/api/agent/model');
    expect(body).toMatchObject({ model: 'own', hasKey: true, isPlannerInCharge: true });
    expect(JSON.stringify(body)).not.toContain('key-of-ours');
    const { rows } = await agent.server.database.pool.query(
      'select api_key::text as sealed from agent_models where workspace_id = $1',
      [agent.lane.workspaceId],
    );
    expect(Buffer.from(rows[0].sealed.slice(2), 'hex').toString()).not.toContain('key-of-ours');
    // The planner answers instead of a model that calls no tools.
    rig.model.script({ text: 'never asked' });
    expect((await ask('show pending messages')).content).toBe('There are no pending messages.');
    // This applies to that model only, and again when it returns.
    const inCharge = async () => (await call<{ isPlannerInCharge: boolean }>('GET', '/api/agent/model')).body;
    await save({ baseUrl: rig.model.baseUrl, model: 'better', sendsChats: false });
    expect(await inCharge()).toMatchObject({ model: 'better', isPlannerInCharge: false });
    await save({ baseUrl: null, model: null, sendsChats: false });
    expect(await inCharge()).toMatchObject({ model: null, isPlannerInCharge: false });
    await save({ baseUrl: rig.model.baseUrl, model: 'own', sendsChats: false });
    expect(await inCharge()).toMatchObject({ isPlannerInCharge: true });
    // With another key, it may be another model.
    await save({ baseUrl: rig.model.baseUrl, model: 'own', apiKey: 'another', sendsChats: false });
    expect(await inCharge()).toMatchObject({ isPlannerInCharge: false });
  });

  test('a failed tool-call test of a replaced model does not affect its successor', async () => {
    await save({ baseUrl: rig.model.baseUrl, model: 'own', sendsChats: false });
    rig.model.script(async (response: ServerResponse) => {
      await save({ baseUrl: rig.model.baseUrl, model: 'better', sendsChats: false });
      response.writeHead(400).end('tools are not supported');
    });
    expect((await call<{ outcome: string }>('POST', '/api/agent/model/test')).body.outcome).toBe('tools');
    expect((await call('GET', '/api/agent/model')).body).toMatchObject({ model: 'better', isPlannerInCharge: false });
  });

  test('sends its key only to the address it was given for; another address needs it again', async () => {
    const own = { baseUrl: rig.model.baseUrl, model: 'own', sendsChats: false };
    await save({ ...own, apiKey: 'key-of-ours' });
    const elsewhere = { ...own, baseUrl: `${rig.model.baseUrl}/elsewhere` };
    const refused = await call<{ data: { faults: object[] } }>('PUT', '/api/agent/model', elsewhere);
    expect(refused.status).toBe(422);
    expect(refused.body.data.faults).toEqual([expect.objectContaining({ field: 'apiKey' })]);
    const settings = async () => (await call<{ baseUrl: string; hasKey: boolean }>('GET', '/api/agent/model')).body;
    expect(await settings()).toMatchObject({ baseUrl: rig.model.baseUrl, hasKey: true });
    // Nor through a state without an address.
    await save({ baseUrl: null, model: null });
    await save(elsewhere);
    expect(await settings()).toMatchObject({ baseUrl: elsewhere.baseUrl, hasKey: false });
    expect((await save({ ...own, apiKey: 'key-of-ours' })).status).toBe(200);
    expect((await save({ ...own, model: 'another' })).status).toBe(200);
    expect(await settings()).toMatchObject({ hasKey: true });
  });

  test('receives chats only if an owner agreed: an admin cannot change the address or the setting', async () => {
    const address = rig.model.baseUrl;
    const elsewhere = `${address}/elsewhere`;
    const given = (baseUrl: string | null, sendsChats: boolean) => ({
      ...{ baseUrl, sendsChats },
      model: baseUrl === null ? null : 'own',
    });
    expect((await save(given(address, true))).status).toBe(200);
    const isNow = async () => (await call<{ baseUrl: string; sendsChats: boolean }>('GET', '/api/agent/model')).body;
    const { db } = agent.server.database;
    const admin = { ...memberOf(agent.lane), workspaceRole: 'admin' as const };
    const saveAsAdmin = (what: Parameters<typeof saveModel>[2]) =>
      saveModel({ db, clock: { now: () => new Date() }, secret: agent.server.platform.secret }, admin, what);
    for (const what of [given(elsewhere, true), given(null, true)]) {
      await expect(saveAsAdmin(what)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await isNow()).toMatchObject({ baseUrl: address, sendsChats: true });
    await saveAsAdmin({ ...given(address, true), model: 'better' });
    await saveAsAdmin(given(elsewhere, false));
    await expect(saveAsAdmin(given(elsewhere, true))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await isNow()).toMatchObject({ baseUrl: elsewhere, sendsChats: false });
  });
});
