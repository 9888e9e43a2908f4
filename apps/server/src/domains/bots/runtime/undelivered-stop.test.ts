import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ANN, type BotRig, createBotRig, flowOf, onAny, say, startBotServer } from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { redeliverChats } from '../../messages/chats/redeliver-chats.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());
afterEach(() => mend());

const TABLES = ['suppressions', 'bot_sessions'];
const run = (text: string) => server.database.pool.query(text);
/** Makes every write to the tables that STOP changes fail: the opt-out and the bot's conversation. */
async function breakTables(code: string): Promise<void> {
  await run(`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'raised' using errcode = '${code}'; end $$`);
  for (const table of TABLES) {
    await run(`create trigger refusing before insert or update on ${table} for each row execute function refuse()`);
  }
}
async function mend(): Promise<void> {
  for (const table of TABLES) await run(`drop trigger if exists refusing on ${table}`);
}

const optOuts = async ({ lane }: BotRig) =>
  (
    await server.database.pool.query<{ mobile: string }>('select mobile from suppressions where workspace_id = $1', [
      lane.workspaceId,
    ])
  ).rows.map(({ mobile }) => mobile);
const states = async (rig: BotRig) => (await rig.sessions()).map(({ status }) => status);

const flow = flowOf([onAny, say('one', 'One'), { id: 'wait', kind: 'wait' }, say('two', 'Two')]);

test('rejects a STOP that meets a lock as a whole, and applies it to bots and opt-outs when the engine reports it again', async () => {
  const rig = await createBotRig(server, flow);
  await rig.write('hi');
  await breakTables('55P03');
  const stop = { waMessageId: 'stop', text: 'Stop' };
  expect(await rig.reportMessages(stop)).toBe(503);
  await mend();
  expect(await rig.reportMessages(stop)).toBe(200);
  expect(await optOuts(rig)).toEqual([ANN]);
  expect(await states(rig)).toEqual(['ended']);
});

test('a STOP that fails for both applies to both as soon as they can receive it', async () => {
  const rig = await createBotRig(server, flow);
  await rig.write('hi');
  await breakTables('P0001');
  expect(await rig.reportMessages({ text: 'Stop' })).toBe(200);
  expect([await optOuts(rig), await states(rig)]).toEqual([[], ['waiting']]);
  await mend();
  await run('update undelivered_chats set next_attempt_at = now()');
  expect(await redeliverChats(server.platform)).toBe(2);
  expect(await optOuts(rig)).toEqual([ANN]);
  expect(await states(rig)).toEqual(['ended']);
  expect(await redeliverChats(server.platform)).toBe(0);
});
