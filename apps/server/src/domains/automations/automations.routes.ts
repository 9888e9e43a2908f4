import { systemClock } from '../../platform/action.ts';
import { operations } from '../../platform/http/operations.ts';
import { authorize } from '../../platform/refusal.ts';
import { changeAutomationsRefusal, readAutomationsRefusal } from './automations.policy.ts';
import { presentAutomation, presentRun } from './automations.present.ts';
import { findAutomation, listAutomations, listRuns } from './automations.queries.ts';
import { createAutomation, removeAutomation, setAutomationActive, updateAutomation } from './change-automation.ts';
import { tryAutomation } from './run-automations.ts';

const { automations } = operations;

export const automationsRouter = {
  list: automations.list.handler(async ({ context: { actor, db }, input }) => {
    authorize(readAutomationsRefusal(actor));
    const { rows, total } = await listAutomations(db, actor.workspaceId, input);
    return { data: rows.map(presentAutomation), total };
  }),
  create: automations.create.handler(async ({ context: { perform }, input }) =>
    presentAutomation(await perform(createAutomation, input)),
  ),
  update: automations.update.handler(async ({ context: { perform }, input }) =>
    presentAutomation(await perform(updateAutomation, input)),
  ),
  setActive: automations.setActive.handler(async ({ context: { perform }, input }) =>
    presentAutomation(await perform(setAutomationActive, input)),
  ),
  remove: automations.remove.handler(({ context: { perform }, input }) => perform(removeAutomation, input)),
  runs: automations.runs.handler(async ({ context: { actor, db }, input }) => {
    authorize(readAutomationsRefusal(actor));
    const { rows, total } = await listRuns(db, actor.workspaceId, input);
    return { data: rows.map(presentRun), total };
  }),
  test: automations.test.handler(async ({ context: { actor, db }, input }) => {
    authorize(changeAutomationsRefusal(actor));
    const rule = await findAutomation(db, actor.workspaceId, input.id);
    return tryAutomation({ db, clock: systemClock }, rule, input.itemId);
  }),
};
