import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { runHourly } from './hourly.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [] });
});
afterAll(() => server.stop());

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

test('is scheduled once an hour however many workers there are, and each run goes to one of them', async () => {
  const { platform } = server;
  const name = `test-${randomUUID()}`;
  const work = vi.fn(async () => undefined);
  const first = await runHourly(platform, name, work);
  await first.stop();
  const planned = await platform.jobs.getSchedules(name);
  expect(planned).toMatchObject([{ name, cron: expect.stringMatching(/^\d{1,2} \* \* \* \*$/) }]);
  // What the schedule does when its minute comes. Starting workers poll immediately.
  await platform.jobs.send(name);
  const workers = [await runHourly(platform, name, work), await runHourly(platform, name, work)];
  await eventually(() => expect(work).toHaveBeenCalledTimes(1));
  expect(await platform.jobs.getSchedules(name)).toHaveLength(1);
  for (const worker of workers) await worker.stop();
  expect(work).toHaveBeenCalledTimes(1);
});

test('logs a failure, and does not repeat it before the next hour', async () => {
  const { platform } = server;
  const name = `test-${randomUUID()}`;
  const warn = vi.fn();
  const failing = vi.fn(async () => {
    throw new Error('no luck');
  });
  const log = { ...platform.log, warn } as unknown as typeof platform.log;
  await (await runHourly({ jobs: platform.jobs, log }, name, failing)).stop();
  const id = await platform.jobs.send(name);
  const worker = await runHourly({ jobs: platform.jobs, log }, name, failing);
  await eventually(async () => {
    const [job] = await platform.jobs.findJobs(name, { id: id ?? '' });
    expect(job?.state).toBe('failed');
  });
  await worker.stop();
  expect(failing).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ job: name }), 'an hourly job failed');
});
