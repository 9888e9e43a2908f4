import { operations, performing } from '../../platform/http/operations.ts';
import { depsOf, perform } from '../../platform/perform.ts';
import { confirm, dismiss, undo } from './confirm.ts';
import {
  createConversation,
  listAgentMessages,
  listConversations,
  presentAgentMessage,
  presentConversation,
  removeAllConversations,
  removeConversation,
  renameConversation,
} from './conversations.ts';
import { readModel, saveModel, testModel } from './models.ts';
import { lockRefusal, permissionsOf, permitTool } from './permissions.ts';
import { readPreferences, savePreferences } from './preferences.ts';
import { findMessages } from './steps.ts';
import { suggest } from './suggestions.ts';
import { stopTurn } from './turn.ts';

const { agent } = operations;

export const agentRouter = {
  conversations: agent.conversations.handler(async ({ input, context: { actor, db } }) => {
    const { rows, total } = await listConversations(db, actor, input);
    return { data: rows.map(presentConversation), total };
  }),

  create: agent.create.handler(async ({ context: { perform } }) =>
    presentConversation(await perform(createConversation, undefined)),
  ),

  messages: agent.messages.handler(async ({ input: { id, ...page }, context: { actor, db } }) => {
    const { rows, total } = await listAgentMessages(db, actor, id, page);
    return { data: rows.map(presentAgentMessage), total };
  }),

  rename: agent.rename.handler(performing(renameConversation, presentConversation)),

  remove: agent.remove.handler(({ input, context: { perform } }) => perform(removeConversation, input)),

  removeAll: agent.removeAll.handler(({ context: { perform } }) => perform(removeAllConversations, undefined)),

  stop: agent.stop.handler(async ({ input: { id }, context: { actor, db } }) => ({
    isStopped: await stopTurn(db, actor, id),
  })),

  // No author is passed, so that the confirming page receives the change events like any other page.
  confirm: agent.confirm.handler(({ input, context: { actor, platform } }) => perform(platform, confirm, actor, input)),

  dismiss: agent.dismiss.handler(({ input, context: { perform } }) => perform(dismiss, input)),

  undo: agent.undo.handler(({ input, context: { actor, platform } }) => perform(platform, undo, actor, input)),

  scheduled: agent.scheduled.handler(({ input: { ids }, context: { actor, platform } }) =>
    findMessages(depsOf(platform), actor, { ids, limit: ids.length }),
  ),

  tools: agent.tools.handler(async ({ context: { actor, db, platform } }) => {
    const permitted = await permissionsOf(db, actor);
    const data = [...platform.tools.values()].map((tool) => ({
      name: tool.name,
      title: tool.title,
      effect: tool.effect,
      ...permitted(tool),
    }));
    return { data, mayLock: lockRefusal(actor) === null };
  }),

  permit: agent.permit.handler(({ input, context: { perform } }) => perform(permitTool, input)),

  preferences: agent.preferences.handler(({ context: { actor, db } }) => readPreferences(db, actor)),
  savePreferences: agent.savePreferences.handler(({ input, context: { perform } }) => perform(savePreferences, input)),

  model: agent.model.handler(({ context: { actor, platform } }) => readModel(platform, actor)),

  saveModel: agent.saveModel.handler(async ({ input, context: { actor, platform, perform } }) => {
    await perform(saveModel, input);
    return readModel(platform, actor);
  }),

  testModel: agent.testModel.handler(({ context: { actor, platform } }) =>
    perform(platform, testModel, actor, undefined),
  ),

  suggestions: agent.suggestions.handler(async ({ context: { actor, platform } }) => ({
    data: await suggest(depsOf(platform), actor),
  })),
};
