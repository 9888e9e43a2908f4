import type { Message } from '@switchyard/contracts/message';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { enginesDomain } from '../src/domains/engines/index.ts';
import { messagesDomain } from '../src/domains/messages/messages.domain.ts';
import { actorByHeader, asActor } from './actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from './lane-fixture.ts';
import { type Answer, startTestServer, type TestServer } from './test-server.ts';

/** The web API as a person of a lane's workspace calls it, on a server with the domain `actorByHeader`. */
export interface MessagesApi {
  /** Calls `/api` and this path. `who`: somebody else; `extra`: `.support` for support mode. */
  call<Body>(method: string, path: string, body?: unknown, who?: LaneFixture, extra?: string): Promise<Answer<Body>>;
  /** Schedules a message for 2030, with what is given instead of its usual fields. */
  create(payload?: object): Promise<Message>;
}

/** @param lane whose owner calls unless a call says otherwise */
export function messagesApi(server: TestServer, lane: LaneFixture): MessagesApi {
  const call: MessagesApi['call'] = (method, path, body, who = lane, extra = '') =>
    server.call(method, `/api${path}`, body, { headers: asActor(who, extra) });
  return {
    call,
    async create(payload = {}) {
      const usual = { message: 'Hello', contactList: [{ mobile: '07700 900123' }], dueDate: '2030-06-01T09:30' };
      return (await call<Message>('POST', '/messages', { ...usual, ...payload })).body;
    },
  };
}

/** Messages over HTTP for the tests of a file: a server for all, a workspace with one engine in London for each. */
export function useMessages() {
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
  return {
    get server() {
      return server;
    },
    get lane() {
      return lane;
    },
    call,
    create,
  };
}
