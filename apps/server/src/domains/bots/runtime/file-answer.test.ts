import { inEnglish, readText } from '@switchyard/contracts/text/registry';
import '@switchyard/contracts/text/text';
import type { EngineCommand } from '@switchyard/contracts/engine/commands';
import { ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/protocol';
import { topics } from '@switchyard/contracts/live/topics';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asActor } from '../../../../test/actor-by-header.ts';
import {
  type BotRig,
  createBotRig,
  flowOf,
  onAny,
  onlySession,
  say,
  startBotServer,
} from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { issueEngineToken } from '../../engines/engine-token.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
const PHOTO = { mimeType: 'image/png', fileName: 'receipt.png', media: 'image', bytes: PNG.length, source: 'there' };
const FLOW = flowOf([
  onAny,
  { id: 'ask', kind: 'ask', text: 'A photo of the receipt?', answer: 'file', saveAs: 'receipt' },
  say('thanks', 'Thank you for {receipt}.'),
]);

let server: TestServer;
let client: MqttClient | undefined;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());
afterEach(() => client?.endAsync(true));

/** A fake engine process that uploads the file; null if WhatsApp no longer has it. */
async function engineBrings({ lane }: BotRig, bytes: Buffer | null): Promise<void> {
  const token = issueEngineToken(server.platform.secret, lane.identity);
  client = await mqtt.connectAsync(server.platform.broker.engineUrl, { username: lane.engineId, password: token });
  client.on('message', async (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as EngineCommand;
    const generation = String((await server.database.pool.query(GENERATION, [lane.engineId])).rows[0].generation);
    const query = new URLSearchParams({ generation, commandId: command.id, name: 'receipt.png' });
    const data =
      bytes === null
        ? { fileId: null }
        : await fetch(`${server.url}${ENGINE_PROTOCOL_PATHS.fetchedFile}?${query}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
            body: new Uint8Array(bytes),
          }).then((answer) => answer.json());
    client?.publish(topics.engineReply(lane.engineId), JSON.stringify({ id: command.id, ok: true, data }));
  });
  await client.subscribeAsync(topics.engineCommand(lane.engineId));
}
const GENERATION = 'select generation from engine_lanes where engine_id = $1';

test('stores the file as the answer, and uses its name in texts', async () => {
  const rig = await createBotRig(server, FLOW);
  await engineBrings(rig, PNG);
  await rig.write('hi');
  await rig.reportMessages({ kind: 'media', text: 'here', media: PHOTO });
  await rig.settle();
  const { vars, status } = await onlySession(rig);
  expect(status).toBe('completed');
  const receipt = vars.receipt as { fileId: string; url: string };
  expect(receipt).toMatchObject({ fileName: 'receipt.png', mimeType: 'image/png', bytes: PNG.length });
  expect(receipt.url).toContain(`/api/files/${receipt.fileId}`);
  const stored = await fetch(`${server.url}/api/files/${receipt.fileId}`, { headers: asActor(rig.lane) });
  expect(Buffer.from(await stored.arrayBuffer())).toEqual(PNG);
  expect(await rig.sent()).toContain('Thank you for receipt.png.');
});

test('reports a file that WhatsApp no longer has, and continues the conversation', async () => {
  const rig = await createBotRig(server, FLOW);
  await engineBrings(rig, null);
  await rig.write('hi');
  await rig.reportMessages({ kind: 'media', media: PHOTO });
  await rig.settle();
  const { vars, status } = await onlySession(rig);
  expect({ vars, status }).toMatchObject({
    vars: { receipt: { fileName: 'receipt.png', fileId: null, url: null } },
    status: 'completed',
  });
  const { rows } = await server.database.pool.query<{ message: string | null }>(
    `select details->>'message' as message from bot_node_events
     where workspace_id = $1 and event_type = 'answer_received'`,
    [rig.lane.workspaceId],
  );
  expect(rows.map(({ message }) => inEnglish(readText(message ?? '')))).toEqual([
    'WhatsApp does not have the file any more.',
  ]);
});
