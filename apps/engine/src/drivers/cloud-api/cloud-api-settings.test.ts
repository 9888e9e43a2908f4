import { randomUUID } from 'node:crypto';
import { CLOUD_API_CREDENTIAL } from '@switchyard/contracts/engine/constants';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { cloudApiDriver } from './cloud-api-driver.ts';

const NEVER_MS = 10 * 60_000;

test('reads new settings when poked, not only at its next poll', async () => {
  const network = new SimulatedNetwork({ directory: null });
  const face = await listen(network, { port: 0 });
  const stored = new Map<string, string>();
  const received: (string | undefined)[] = [];
  const driver = cloudApiDriver({ url: `${face.url}/simulator/graph`, pollMs: NEVER_MS })({
    engineId: randomUUID(),
    phoneNumber: null,
    credentials: {
      read: async (names) => new Map([...stored].filter(([name]) => names.includes(name))),
      write: async () => undefined,
    },
    content: async () => null,
    file: () => Promise.reject(new Error('there is no file')),
    preview: async () => null,
    inbox: async () => ({ entries: [], more: false }),
    nowMs: Date.now,
    emit: (event) => event.kind === 'status' && received.push(event.phoneNumber ?? event.status),
    log: createLog('silent'),
  });
  onTestFinished(async () => {
    await driver.stop('kill');
    await face.close();
    network.close();
  });
  const enter = async (account: string) => {
    const { phoneNumberId, accessToken } = await face.graph.register(account, {});
    stored.set(CLOUD_API_CREDENTIAL, JSON.stringify({ phoneNumberId, accessToken, apiVersion: 'v25.0' }));
  };
  await driver.start();
  expect(received).toEqual(['initializing', 'unpaired']);
  await enter('+447700900501');
  driver.look?.();
  await vi.waitFor(() => expect(received.at(-1)).toBe('+447700900501'), { timeout: 10_000 });
  await enter('+447700900502');
  driver.look?.();
  driver.look?.();
  await vi.waitFor(() => expect(received.at(-1)).toBe('+447700900502'), { timeout: 10_000 });
});
