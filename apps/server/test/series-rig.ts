import type { Message } from '@switchyard/contracts/message';
import type { BulkResult } from '@switchyard/contracts/message-bulk';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { enginesDomain } from '../src/domains/engines/index.ts';
import { messagesDomain } from '../src/domains/messages/messages.domain.ts';
import { actorByHeader } from './actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from './lane-fixture.ts';
import { type MessagesApi, messagesApi } from './messages-api.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const DAY_MS = 86_400_000;

/** 9:00 of so many days from now, as wall-clock time. */
export const inDays = (days: number, time = '09:00') =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}`;

export const faults = ({ body }: { body: unknown }) => (body as { data: { faults: { field: string }[] } }).data.faults;

/** What a person does with series over the web API; each test of the file that calls this has a workspace of its own, in London. */
export function seriesRig() {
  let server: TestServer;
  let lane: LaneFixture;
  let api: MessagesApi;
  beforeAll(async () => {
    server = await startTestServer({
      domains: [actorByHeader, enginesDomain, messagesDomain],
      config: { rateLimitPerMinute: 0 },
    });
  });
  beforeEach(async () => {
    lane = await createLaneFixture(server.database, 'Europe/London');
    api = messagesApi(server, lane);
  });
  afterAll(() => server.stop());

  const call: MessagesApi['call'] = (...asked) => api.call(...asked);
  const create: MessagesApi['create'] = (payload) => api.create(payload);
  const list = async (query = '') =>
    (await call<{ data: Message[] }>('GET', `/messages?sort=dueDate&limit=500${query}`)).body.data;
  const waiting = () => list('&status=pending');
  return {
    get server() {
      return server;
    },
    get lane() {
      return lane;
    },
    call,
    create,
    list,
    waiting,
    wallTimes: async () => (await waiting()).map(({ dueLocal }) => dueLocal),
    /** From the third day from now on. */
    daily: (rule = 'FREQ=DAILY;COUNT=5', more: object = {}) =>
      create({ dueDate: inDays(3), recurrence: { rule }, ...more }),
    edit: (message: Message | undefined, change: object) =>
      call<BulkResult & { message: Message }>('PATCH', `/messages/${message?._id}/series`, {
        version: message?.version,
        ...change,
      }),
    cancel: (message: Message | undefined, scope: string) =>
      call<BulkResult>('POST', `/messages/${message?._id}/series/cancel`, { version: message?.version, scope }),
  };
}
