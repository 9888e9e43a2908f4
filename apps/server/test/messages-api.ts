import type { Message } from '@switchyard/contracts/messages/message';
import { enginesDomain } from '../src/domains/engines/index.ts';
import { messagesDomain } from '../src/domains/messages/index.ts';
import { asActor } from './actor-by-header.ts';
import type { LaneFixture } from './lane-fixture.ts';
import type { Answer, TestServer } from './test-server.ts';
import { useLane } from './use-lane.ts';

/** The web API as a member of a lane's workspace calls it, on a server with the domain `actorByHeader`. */
export interface MessagesApi {
  /** Calls `/api` and this path. `who`: another caller; `extra`: `.support` for support mode. */
  call<Body>(method: string, path: string, body?: unknown, who?: LaneFixture, extra?: string): Promise<Answer<Body>>;
  /** Schedules a message for 2030; `payload` overrides its usual fields. */
  create(payload?: object): Promise<Message>;
}

/** @param lane its owner is the default caller */
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

/** Messages over HTTP for a file's tests, called as the owner of each test's workspace. */
export function useMessages() {
  const rig = useLane([enginesDomain, messagesDomain]);
  const call: MessagesApi['call'] = (...request) => messagesApi(rig.server, rig.lane).call(...request);
  const create: MessagesApi['create'] = (payload) => messagesApi(rig.server, rig.lane).create(payload);
  return { rig, call, create };
}
