import { systemClock } from '../../platform/action.ts';
import { operations } from '../../platform/http/operations.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findVisibleEngine, presenceOf } from '../engines/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { cancelMany } from './bulk/cancel-many.ts';
import { moveMany } from './bulk/move-many.ts';
import { retryMany } from './bulk/retry-many.ts';
import { undoCancel } from './bulk/undo-cancel.ts';
import { undoMove } from './bulk/undo-move.ts';
import { cancelMessage } from './cancel-message.ts';
import { chooseEngine } from './choose-engine.ts';
import { editMessage } from './edit-message.ts';
import { explainHolds } from './explain-holds.ts';
import { checkImport } from './import/check-import.ts';
import { findRepeats } from './import/find-repeats.ts';
import { listImports } from './import/list-imports.ts';
import { withdrawImport } from './import/withdraw-import.ts';
import { readLaneState } from './lane/lane-state.ts';
import { savePacing } from './lane/save-pacing.ts';
import { saveQuietHours } from './lane/save-quiet-hours.ts';
import { listMessages } from './list/list-messages.ts';
import { presentDetail, presentMessage } from './messages.present.ts';
import { findMessage, findRetries } from './messages.queries.ts';
import { answerOverdue } from './overdue-answer.ts';
import { readOverdueQuestions } from './overdue-questions.ts';
import { readCalendar } from './read-calendar.ts';
import { readFirstSteps } from './read-first-steps.ts';
import { findRecipientZone } from './recipient-zone.ts';
import { removeMessage } from './remove-message.ts';
import { resendMessage } from './resend-message.ts';
import { resolveMessage } from './resolve-message.ts';
import { restoreMessage } from './restore-message.ts';
import { scheduleForSeveral } from './schedule-for-several.ts';
import { scheduleBatch, scheduleMessage } from './schedule-messages.ts';
import { sendAnyway } from './send-anyway.ts';
import { editSeries } from './series/edit-series.ts';
import { findRecurrence, listSeries } from './series/list-series.ts';
import { resumeSeries } from './series/resume-series.ts';
import { cancelSeries, endSeries, pauseSeries } from './series/stop-series.ts';
import { undeleteMessage } from './undelete-message.ts';

const { messages } = operations;

export const messagesRouter = {
  lane: messages.lane.handler(async ({ input, context: { actor, platform } }) =>
    readLaneState(platform.database, await findVisibleEngine(platform, actor, input.id, 'messages.lane'), (engineId) =>
      presenceOf(platform, engineId),
    ),
  ),

  firstSteps: messages.firstSteps.handler(({ context: { actor, db } }) => readFirstSteps(db, actor)),

  quietHours: messages.quietHours.handler(async ({ context: { actor, db } }) => ({
    quietHours: (await findWorkspace(db, actor.workspaceId))?.quietHours ?? null,
  })),
  saveQuietHours: messages.saveQuietHours.handler(({ input, context: { perform } }) => perform(saveQuietHours, input)),
  savePacing: messages.savePacing.handler(({ input, context: { perform } }) => perform(savePacing, input)),

  list: messages.list.handler(async ({ input, context: { actor, db } }) => {
    const { rows, ...counted } = await listMessages(db, actor, input);
    return { data: rows.map((row) => presentMessage(row, actor)), ...counted };
  }),

  calendar: messages.calendar.handler(async ({ input, context: { actor, db } }) => {
    const { cells, ...window } = await readCalendar(db, actor, input);
    const shown = cells.map(({ rows, ...cell }) => ({
      ...cell,
      messages: rows.map((row) => presentMessage(row, actor)),
    }));
    return { cell: input.cell, ...window, cells: shown };
  }),

  get: messages.get.handler(async ({ input, context: { actor, db, platform } }) => {
    const row = await findMessage(db, actor, input.id);
    if (!row) throw new Refusal('NOT_FOUND');
    const holds = await explainHolds(platform.database.pool, row, (engineId) => presenceOf(platform, engineId));
    return presentDetail(row, actor, {
      holds,
      retriedAs: (await findRetries(db, [row.id])).get(row.id) ?? null,
      recipientZone: await findRecipientZone(db, row),
      series: await findRecurrence(db, row),
    });
  }),

  create: messages.create.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(scheduleMessage, input), actor),
  ),

  createForSeveral: messages.createForSeveral.handler(async ({ input, context: { actor, perform } }) => ({
    messages: (await perform(scheduleForSeveral, input)).map((row) => presentMessage(row, actor)),
  })),

  createBatch: messages.createBatch.handler(async ({ input, context: { perform } }) => ({
    results: await perform(scheduleBatch, input),
  })),

  checkImport: messages.checkImport.handler(({ input, context: { actor, db } }) =>
    checkImport(db, actor, input, systemClock.now()),
  ),

  findRepeats: messages.findRepeats.handler(async ({ input, context: { actor, db } }) => ({
    rows: await findRepeats(db, actor, input.rows, systemClock.now()),
  })),

  imports: messages.imports.handler(({ input, context: { actor, db } }) => listImports(db, actor, input)),

  withdrawImport: messages.withdrawImport.handler(({ input, context: { perform } }) => perform(withdrawImport, input)),

  cancelMany: messages.cancelMany.handler(({ input, context: { perform } }) => perform(cancelMany, input)),

  undoCancel: messages.undoCancel.handler(({ input, context: { perform } }) => perform(undoCancel, input)),

  moveMany: messages.moveMany.handler(({ input, context: { perform } }) => perform(moveMany, input)),

  undoMove: messages.undoMove.handler(({ input, context: { perform } }) => perform(undoMove, input)),

  retryMany: messages.retryMany.handler(({ input, context: { perform } }) => perform(retryMany, input)),

  update: messages.update.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(editMessage, input), actor),
  ),

  cancel: messages.cancel.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(cancelMessage, input), actor),
  ),

  sendAnyway: messages.sendAnyway.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(sendAnyway, input), actor),
  ),

  overdue: messages.overdue.handler(({ input, context: { actor, db } }) => readOverdueQuestions(db, actor, input)),

  answerOverdue: messages.answerOverdue.handler(({ input, context: { perform } }) => perform(answerOverdue, input)),

  chooseEngine: messages.chooseEngine.handler(({ input, context: { perform } }) => perform(chooseEngine, input)),

  restore: messages.restore.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(restoreMessage, input), actor),
  ),

  resend: messages.resend.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(resendMessage, input), actor),
  ),

  resolve: messages.resolve.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(resolveMessage, input), actor),
  ),

  bringBack: messages.bringBack.handler(async ({ input, context: { actor, perform } }) =>
    presentMessage(await perform(undeleteMessage, input), actor),
  ),

  listSeries: messages.listSeries.handler(({ input, context: { actor, db } }) =>
    listSeries(db, actor, { ...input, state: input.state && [input.state] }),
  ),

  editSeries: messages.editSeries.handler(async ({ input, context: { actor, perform } }) => {
    const { message, ...result } = await perform(editSeries, input);
    return { ...result, message: presentMessage(message, actor) };
  }),

  cancelSeries: messages.cancelSeries.handler(({ input, context: { perform } }) => perform(cancelSeries, input)),

  pauseSeries: messages.pauseSeries.handler(({ input, context: { perform } }) => perform(pauseSeries, input)),

  endSeries: messages.endSeries.handler(({ input, context: { perform } }) => perform(endSeries, input)),

  resumeSeries: messages.resumeSeries.handler(({ input, context: { perform } }) => perform(resumeSeries, input)),

  remove: messages.remove.handler(async ({ input, context: { perform } }) => ({
    _id: (await perform(removeMessage, input)).id,
  })),
};
