import type { AgentMessage, AgentReply } from '@switchyard/contracts/agent/operations';
import type { Message } from '@switchyard/contracts/messages/message';
import { afterAll, beforeAll } from 'vitest';
import { agentDomain } from '../src/domains/agent/index.ts';
import { auditDomain } from '../src/domains/audit/index.ts';
import { chatsDomain } from '../src/domains/chats/index.ts';
import { contactsDomain } from '../src/domains/contacts/index.ts';
import { enginesDomain } from '../src/domains/engines/index.ts';
import { knowledgeDomain } from '../src/domains/knowledge/index.ts';
import { messagesDomain } from '../src/domains/messages/index.ts';
import { suppressionDomain } from '../src/domains/suppression/index.ts';
import type { Config } from '../src/platform/config/config.ts';
import { asActor } from './actor-by-header.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { useLane } from './use-lane.ts';

/**
 * The assistant over HTTP for a file's tests: one server for all, and a workspace with one engine for each.
 * @param settings server settings, read when it starts; by default there is no model
 */
export function useAssistant(settings: () => Partial<Config> = () => ({})) {
  const rig = useLane(
    [
      auditDomain,
      enginesDomain,
      contactsDomain,
      suppressionDomain,
      messagesDomain,
      chatsDomain,
      knowledgeDomain,
      agentDomain,
    ],
    settings,
  );
  const call = <Body>(
    method: string,
    path: string,
    body?: unknown,
    { who = rig.lane, extra = '', headers = {} } = {},
  ) => rig.server.call<Body>(method, path, body, { headers: { ...asActor(who, extra), ...headers } });
  return Object.assign(rig, {
    call,
    ask: async (message: string, options = {}) =>
      (await call<AgentReply>('POST', '/btgpt', { message, stream: false }, options)).body,
    confirm: (id: string, options = {}) =>
      call<AgentMessage>('POST', `/api/agent/confirmations/${id}/confirm`, undefined, options),
    contact: (name: string, mobile: string) => call('POST', '/api/contacts', { name, mobile }),
    schedule: async (contactName: string, mobile: string, dueDate: string, message = 'Hello') =>
      (await call<Message>('POST', '/api/messages', { contactName, contactList: [{ mobile }], message, dueDate })).body,
    messagesNow: async () => (await call<{ data: Message[] }>('GET', '/api/messages?sort=dueDate')).body.data,
  });
}

/** The same with an instance model whose answers a test scripts. */
export function useAssistantWithModel() {
  let model: ModelServer;
  beforeAll(async () => {
    model = await startModelServer();
  });
  const agent = useAssistant(() => ({
    aiBaseUrl: model.baseUrl,
    aiModel: 'm',
    aiApiKey: 'secret-of-the-instance',
    aiPrivateEndpoints: true,
  }));
  afterAll(() => model.close());
  return {
    agent,
    get model() {
      return model;
    },
    permit: (name: string, permission: string) =>
      agent.call('POST', `/api/agent/tools/${name}/permission`, { name, permission }),
  };
}

/** The payload of the first action of this type in a reply's widgets. */
export function actionIn(widgets: unknown, type: string): { id: string; messageId?: string } {
  const found = [...JSON.stringify(widgets).matchAll(/"onClickAction":(\{"type":"[^"]+","payload":\{[^}]*\}\})/g)]
    .map(([, json]) => JSON.parse(json ?? '{}'))
    .find((action) => action.type === type);
  if (!found) throw new Error(`no ${type} in ${JSON.stringify(widgets)}`);
  return found.payload;
}
