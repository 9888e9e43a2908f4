import { operations } from '../../platform/http/operations.ts';
import { Refusal } from '../../platform/refusal.ts';
import { engineInSight } from '../engines/index.ts';
import { cancelMessage } from './cancel-message.ts';
import { editMessage } from './edit-message.ts';
import { explainHolds } from './explain-holds.ts';
import { readLaneState } from './lane/lane-state.ts';
import { savePacing } from './lane/save-pacing.ts';
import { listMessages } from './list-messages.ts';
import { presentMessage } from './messages.present.ts';
import { findMessage } from './messages.queries.ts';
import { readFirstSteps } from './read-first-steps.ts';
import { removeMessage } from './remove-message.ts';
import { resolveMessage } from './resolve-message.ts';
import { scheduleBatch, scheduleMessage } from './schedule-messages.ts';

const { messages } = operations;

export const messagesRouter = {
  lane: messages.lane.handler(async ({ input, context: { actor, platform } }) =>
    readLaneState(platform.database, await engineInSight(platform, actor, input.id, 'messages.lane')),
  ),

  firstSteps: messages.firstSteps.handler(({ context: { actor, db } }) => readFirstSteps(db, actor.workspaceId)),

  savePacing: messages.savePacing.handler(({ input, context: { perform } }) => perform(savePacing, input)),

  list: messages.list.handler(async ({ input, context: { actor, db } }) => {
    const { rows, total } = await listMessages(db, actor.workspaceId, input);
    return { data: rows.map((row) => presentMessage(row, actor)), total };
  }),

  get: messages.get.handler(async ({ input, context: { actor, db, platform } }) => {
    const row = await findMessage(db, actor.workspaceId, input.id);
    if (!row) throw new Refusal('NOT_FOUND');
    return { ...presentMessage(row, actor), holds: await explainHolds(platform.database.pool, row) };
  }),

  create: messages.create.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(scheduleMessage, input), actor),
  ),

  createBatch: messages.createBatch.handler(async ({ input, context: { perform } }) => ({
    results: await perform(scheduleBatch, input),
  })),

  update: messages.update.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(editMessage, input), actor),
  ),

  cancel: messages.cancel.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(cancelMessage, input), actor),
  ),

  resolve: messages.resolve.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(resolveMessage, input), actor),
  ),

  remove: messages.remove.handler(async ({ input, context: { perform } }) => ({
    _id: (await perform(removeMessage, input)).id,
  })),
};
