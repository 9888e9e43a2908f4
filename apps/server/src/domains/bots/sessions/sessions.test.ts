import { STEP_RETENTION_DAYS } from '@switchyard/contracts/bots/bot-events';
import type { BotDeployment, BotDetail, BotVersion } from '@switchyard/contracts/bots/operations';
import type { BotSessionDetail } from '@switchyard/contracts/bots/sessions';
import type { AllStats } from '@switchyard/contracts/bots/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BEN,
  type BotRig,
  createBotRig,
  flowOf,
  onAny,
  onlySession,
  say,
  startBotServer,
} from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { purgeBotTraces } from '../purge-bot-traces.ts';
import { foldStatistics } from '../statistics/fold.ts';
import { readAll } from '../statistics/read-statistics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

const ask = { id: 'ask', kind: 'ask', text: 'Who are you?', saveAs: 'who' };

describe('moving one conversation', () => {
  /** Deploys another flow. `running`: what happens to running conversations. */
  async function deployNext(rig: BotRig, draft: object, running = 'stay'): Promise<BotDeployment> {
    const { revision } = (await rig.call<BotDetail>('GET', `/bots/${rig.bot._id}`)).body;
    await rig.call('PATCH', `/bots/${rig.bot._id}`, { revision, draft });
    const settings = { gatherSeconds: 0 };
    return (await rig.call<BotDeployment>('POST', `/bots/${rig.bot._id}/deploy`, { settings, running })).body;
  }
  const session = async (rig: BotRig) =>
    (await rig.call<BotSessionDetail>('GET', `/bot-sessions/${(await onlySession(rig)).id}`)).body;
  const move = async (rig: BotRig, versionId: string) =>
    rig.call('POST', `/bot-sessions/${(await onlySession(rig)).id}/move`, { versionId });

  test('continues at its step in the other version with its variables, and back', async () => {
    const rig = await createBotRig(server, flowOf([onAny, ask, say('old', 'Old {who}')]));
    const first = rig.deployment.versionId;
    await rig.write('hi');
    const next = await deployNext(rig, flowOf([onAny, ask, say('new', 'New {who}')]));
    expect(await session(rig)).toMatchObject({ versionNumber: 1, abilities: { move: true } });
    expect((await move(rig, next.versionId)).status).toBe(200);
    expect(await session(rig)).toMatchObject({ versionNumber: 2, status: 'waiting', nodeId: 'ask' });
    await move(rig, first);
    await move(rig, next.versionId);
    await rig.write('Ann');
    expect(await rig.sent()).toEqual(['Who are you?', 'New Ann']);
    expect((await rig.events()).filter((name) => name === 'session_moved')).toHaveLength(3);
    expect(await session(rig)).toMatchObject({ abilities: { move: false } });
    expect((await move(rig, first)).status).toBe(409);
  });

  test('deploying a version moves running conversations whose step it has; others stay', async () => {
    const rig = await createBotRig(server, flowOf([onAny, ask, { id: 'wait', kind: 'wait' }, say('old', 'Old {who}')]));
    await rig.write('hi');
    await rig.write('hi', { chat: BEN, from: BEN });
    await rig.write('Ben', { chat: BEN, from: BEN });
    await deployNext(rig, flowOf([onAny, ask, say('new', 'New {who}')]), 'move');
    await rig.write('Ann');
    await rig.write('well?', { chat: BEN, from: BEN });
    expect(await rig.sent()).toEqual(['Who are you?', 'Who are you?', 'New Ann', 'Old Ben']);
    expect((await rig.events()).filter((name) => name === 'session_moved')).toHaveLength(1);
  });

  test('or ends them, and the next message starts a conversation with the new version', async () => {
    const rig = await createBotRig(server, flowOf([onAny, ask, say('old', 'Old {who}')]));
    await rig.write('hi');
    await deployNext(rig, flowOf([onAny, say('new', 'New')]), 'end');
    expect(await onlySession(rig)).toMatchObject({ status: 'ended', reason: 'Another version was deployed.' });
    await rig.write('Ann');
    expect(await rig.sent()).toContain('New');
    expect((await rig.sessions()).map(({ status }) => status)).toEqual(['ended', 'completed']);
  });

  test('refuses a version without its step, and another bot’s version', async () => {
    const rig = await createBotRig(server, flowOf([onAny, ask]));
    await rig.write('hi');
    const next = await deployNext(rig, flowOf([onAny, say('only', 'Only')]));
    const refused = await move(rig, next.versionId);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('exist in version 2');
    const other = await createBotRig(server, flowOf([onAny, ask]), {}, { other: rig.lane });
    const otherVersions = await rig.call<{ data: BotVersion[] }>('GET', `/bots/${other.bot._id}/versions`);
    expect((await move(rig, otherVersions.body.data[0]?._id ?? '')).status).toBe(404);
    expect(await session(rig)).toMatchObject({ versionNumber: 1 });
  });
});

test('reports unsupported content for the version to be deployed, not for the draft', async () => {
  const choice = { ...say('choice', 'Which?'), name: 'The choice', options: ['Red', 'Blue'] };
  const rig = await createBotRig(server, flowOf([onAny, choice]), {}, { driver: 'cloud-api' });
  const draft = flowOf([onAny, say('plain', 'Red or blue?')]);
  await rig.call('PATCH', `/bots/${rig.bot._id}`, { revision: 1, draft });
  const notesOf = async (more: object) =>
    (await rig.call('POST', `/bots/${rig.bot._id}/capabilities`, { engineIds: [rig.lane.engineId], ...more })).body;
  expect(await notesOf({})).toEqual({ notes: [] });
  expect(await notesOf({ versionId: rig.deployment.versionId })).toEqual({
    notes: [
      {
        nodeId: 'choice',
        nodeName: 'The choice',
        nodeKind: 'send',
        driver: 'Business Cloud API',
        message: { code: 'driverNoPolls' },
      },
    ],
  });
});

test('purges steps and lines after half a year, and retains the conversation and figures', async () => {
  const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
  await rig.write('hi');
  const { pool, db } = server.database;
  while ((await foldStatistics(server.database.db)) > 0);
  const figures = async (): Promise<AllStats> => readAll(db, new Date());
  const before = await figures();
  const count = async (table: string) =>
    Number(
      (
        await pool.query(
          `select count(*) from ${table} one join bot_sessions on bot_sessions.id = one.session_id where bot_sessions.workspace_id = $1`,
          [rig.lane.workspaceId],
        )
      ).rows[0]?.count,
    );
  const after = (days: number) => new Date(Date.now() + days * 86_400_000);
  await purgeBotTraces(pool, after(STEP_RETENTION_DAYS - 1));
  expect([await count('bot_node_events'), await count('bot_lines')]).toEqual([5, 2]);
  await purgeBotTraces(pool, after(STEP_RETENTION_DAYS + 1));
  expect([await count('bot_node_events'), await count('bot_lines')]).toEqual([0, 0]);
  expect(await rig.sessions()).toHaveLength(1);
  expect(await figures()).toEqual(before);
});

test('purges tests after a day, and secrets that no flow names', async () => {
  const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
  const url = 'https://shop.test/';
  const keep = async () =>
    (await rig.call<{ secretId: string }>('POST', `/bots/${rig.bot._id}/secrets`, { url, value: 'a' })).body.secretId;
  const [named, unnamed] = [await keep(), await keep()];
  const http = { id: 'call', kind: 'http', url, secrets: [{ header: 'X-Key', secretId: named }] };
  const { revision } = (await rig.call<BotDetail>('GET', `/bots/${rig.bot._id}`)).body;
  await rig.call('PATCH', `/bots/${rig.bot._id}`, { revision, draft: flowOf([onAny, http]) });
  await rig.call('POST', `/bots/${rig.bot._id}/test`, { text: 'hi' });
  const { pool } = server.database;
  await purgeBotTraces(pool, new Date(Date.now() + 3_600_000));
  expect(await rig.sessions()).toHaveLength(1);
  await purgeBotTraces(pool, new Date(Date.now() + 25 * 3_600_000));
  expect(await rig.sessions()).toHaveLength(0);
  const { rows } = await pool.query<{ id: string }>('select id from bot_secrets where id = any($1)', [
    [named, unnamed],
  ]);
  expect(rows).toEqual([{ id: named }]);
});
