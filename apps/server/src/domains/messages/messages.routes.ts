import { operations, signedIn } from '../../platform/http/operations.ts';
import { findEngine, mayExploreAnyEngine, mayManageEngines } from '../engines/index.ts';
import { cancelMessage, removeMessage, resolveMessage } from './change-message.ts';
import { editMessage } from './edit-message.ts';
import { explainHolds } from './explain-holds.ts';
import { readLaneState } from './lane/lane-state.ts';
import { pokeLane } from './lane/poke.ts';
import { savePacing } from './lane/save-pacing.ts';
import { listMessages } from './list-messages.ts';
import { presentMessage } from './messages.present.ts';
import { findMessage } from './messages.queries.ts';
import { notFound } from './messages.refusal.ts';
import { scheduleBatch, scheduleMessage } from './schedule-messages.ts';

const { messages } = operations;

export const messagesRouter = {
  lane: messages.lane.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    const workspaceId = mayExploreAnyEngine(actor) ? null : actor.workspaceId;
    const engine = await findEngine(platform.database.db, { engineId: input.id, workspaceId });
    if (!engine) throw notFound();
    return readLaneState(platform.database, engine);
  }),

  savePacing: messages.savePacing.use(signedIn).handler(async ({ input, context: { actor, platform }, errors }) => {
    const { id, ...pacing } = input;
    const engine = await findEngine(platform.database.db, { engineId: id, workspaceId: actor.workspaceId });
    if (!engine) throw notFound();
    if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
    await savePacing(platform.database.db, id, pacing);
    pokeLane(platform, id, new Date());
    platform.live.toWorkspace(actor.workspaceId, { type: 'engines.stale', engineId: id });
    return pacing;
  }),

  list: messages.list.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    const { rows, total } = await listMessages(platform.database.db, actor.workspaceId, input);
    return { data: rows.map((row) => presentMessage(row, actor)), total };
  }),

  get: messages.get.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    const row = await findMessage(platform.database.db, actor.workspaceId, input.id);
    if (!row) throw notFound();
    return { ...presentMessage(row, actor), holds: await explainHolds(platform.database.pool, row) };
  }),

  create: messages.create.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    return presentMessage(await scheduleMessage(platform, actor, input), actor);
  }),

  createBatch: messages.createBatch.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    return { results: await scheduleBatch(platform, actor, input) };
  }),

  update: messages.update.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    const { id, version, ...edit } = input;
    return presentMessage(await editMessage(platform, { workspaceId: actor.workspaceId, id, version }, edit), actor);
  }),

  cancel: messages.cancel.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    return presentMessage(await cancelMessage(platform, { workspaceId: actor.workspaceId, ...input }), actor);
  }),

  resolve: messages.resolve
    .use(signedIn)
    .handler(async ({ input: { as, ...target }, context: { actor, platform } }) => {
      return presentMessage(await resolveMessage(platform, { workspaceId: actor.workspaceId, ...target }, as), actor);
    }),

  remove: messages.remove.use(signedIn).handler(async ({ input, context: { actor, platform } }) => {
    await removeMessage(platform, { workspaceId: actor.workspaceId, id: input.id });
    return { _id: input.id };
  }),
};
