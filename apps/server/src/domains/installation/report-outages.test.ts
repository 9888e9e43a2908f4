import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../../../test/test-server.ts';
import { reportOutages } from './jobs/report-outages.ts';

test('one of two workers reports an unavailable broker to the webhook, once', async () => {
  const posted: Record<string, unknown>[] = [];
  let requests = 0;
  const receiver = createServer(async (request, response) => {
    posted.push(JSON.parse(await text(request)));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const server = await startTestServer({
    config: { mqttUrl: 'mqtt://127.0.0.1:1', outageWebhookUrl: `http://127.0.0.1:${port}/hook` },
  });
  onTestFinished(() => server.stop());
  const { pool } = server.database;
  const locks = `select from pg_locks where locktype = 'advisory' and objid = 7221051`;
  const query = server.platform.database.pool.query.bind(server.platform.database.pool);
  vi.spyOn(server.platform.database.pool, 'query').mockImplementation((...asked: unknown[]) => {
    if (String(asked[0]).includes('backed_up_at')) requests += 1;
    return (query as (...all: unknown[]) => undefined)(...asked);
  });
  const first = reportOutages(server.platform, 50);
  await vi.waitFor(() => expect(posted).toHaveLength(1), 20_000);
  const second = reportOutages(server.platform, 50);
  await vi.waitFor(async () => expect((await pool.query(locks)).rowCount).toBe(2), 20_000);
  const before = requests;
  await vi.waitFor(() => expect(requests).toBeGreaterThan(before + 6), 20_000);
  await Promise.all([first.stop(), second.stop()]);
  expect(posted).toEqual([
    {
      ...{ event: 'outage.began', about: 'broker', text: 'away', since: expect.any(String) },
      ...{ remedy: expect.stringContaining('MQTT_URL'), server: server.platform.config.publicUrl },
    },
  ]);
});

test('without a URL nobody checks', async () => {
  const stop = reportOutages({ config: { outageWebhookUrl: null } } as Parameters<typeof reportOutages>[0]);
  await stop.stop();
});
