import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '../../../server/src/platform/free-port.ts';
import { createLog } from '../../../server/src/platform/logging/log.ts';
import { createListener, type MqttListener } from '../../../server/src/platform/mqtt/listener.ts';
import { createLog as createEngineLog } from '../log.ts';
import { type BrokerConnection, connectToBroker } from './broker.ts';

let listener: MqttListener;
let broker: BrokerConnection | undefined;
afterEach(async () => {
  await broker?.close();
  await listener.close();
});

async function listen(port: number): Promise<number> {
  const rights = { publish: ['#'], subscribe: ['#'] };
  const limits = { connectionsPerAddress: 100, requestTimeoutMs: 10_000 };
  const asks = { rightsOf: async () => rights, revoked: async () => [] };
  listener = await createListener({ ...asks, log: createLog('silent'), ...limits });
  return listener.listen(port, '127.0.0.1');
}

test('polls and publishes presence again whenever the broker comes back, because pokes may have been lost', async () => {
  const port = await listen(await freePort());
  let pokes = 0;
  broker = connectToBroker({
    url: `mqtt://127.0.0.1:${port}`,
    engineId: 'e1',
    token: 'token',
    instanceId: 'instance',
    generation: 7,
    log: createEngineLog('silent'),
    onPoke: () => {
      pokes += 1;
    },
    onCommand: async () => ({}),
  });
  await vi.waitFor(() => expect(pokes).toBe(1), { timeout: 10_000 });
  await listener.close();
  await vi.waitFor(() => expect(broker?.connected()).toBe(false), { timeout: 10_000 });

  await listen(port);
  const commands: string[] = [];
  listener.aedes.on('publish', (packet, client) => {
    if (client) commands.push(`${packet.topic} ${packet.payload}`);
  });
  await vi.waitFor(() => expect(pokes).toBe(2), { timeout: 20_000 });
  await vi.waitFor(() =>
    expect(commands).toContain('engine/e1/presence {"state":"online","instanceId":"instance","generation":7}'),
  );
}, 40_000);
