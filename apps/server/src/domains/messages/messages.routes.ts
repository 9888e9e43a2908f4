import { systemClock } from '../../platform/action.ts';
import { idOf, operations, performing } from '../../platform/http/operations.ts';
import { findVisibleEngine, presenceOf } from '../engines/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { cancelMany } from './bulk/cancel-many.ts';
import { moveMany } from './bulk/move-many.ts';
import { retryMany } from './bulk/retry-many.ts';
import { undoCancel } from './bulk/undo-cancel.ts';
import { undoMove } from './bulk/undo-move.ts';
import { cancelMessage } from './change/cancel-message.ts';
import { editMessage } from './change/edit-message.ts';
import { removeMessage } from './change/remove-message.ts';
import { resolveMessage } from './change/resolve-message.ts';
import { restoreMessage } from './change/restore-message.ts';
import { sendAnyway } from './change/send-anyway.ts';
import { undeleteMessage } from './change/undelete-message.ts';
import { checkImport } from './import/check-import.ts';
import { findRepeats } from './import/find-repeats.ts';
import { listImports } from './import/list-imports.ts';
import { withdrawImport } from './import/withdraw-import.ts';
import { readLaneState } from './lane/lane-state.ts';
import { savePacing } from './lane/save-pacing.ts';
import { saveQuietHours } from './lane/save-quiet-hours.ts';
import { listMessages } from './list/list-messages.ts';
import { presentMessage } from './messages.present.ts';
import { chooseEngine } from './numbers/choose-engine.ts';
import { answerOverdue } from './overdue/answer-overdue.ts';
import { readOverdueQuestions } from './overdue/overdue-groups.ts';
import { readCalendar } from './read/read-calendar.ts';
import { readDetail } from './read/read-detail.ts';
import { readFirstSteps } from './read/read-first-steps.ts';
import { editSeries } from './series/edit-series.ts';
import { listSeries } from './series/list-series.ts';
import { resumeSeries } from './series/resume-series.ts';
import { cancelSeries, endSeries, pauseSeries } from './series/stop-series.ts';
import { resendMessage } from './write/resend-message.ts';
import { scheduleForSeveral } from './write/schedule-for-several.ts';
import { scheduleBatch, scheduleMessage } from './write/schedule-messages.ts';

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

  get: messages.get.handler(({ input, context: { actor, platform } }) => readDetail(platform, actor, input.id)),

  create: messages.create.handler(performing(scheduleMessage, presentMessage)),

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

  update: messages.update.handler(performing(editMessage, presentMessage)),

  cancel: messages.cancel.handler(performing(cancelMessage, presentMessage)),

  sendAnyway: messages.sendAnyway.handler(performing(sendAnyway, presentMessage)),

  overdue: messages.overdue.handler(({ input, context: { actor, db } }) => readOverdueQuestions(db, actor, input)),

  answerOverdue: messages.answerOverdue.handler(({ input, context: { perform } }) => perform(answerOverdue, input)),

  chooseEngine: messages.chooseEngine.handler(({ input, context: { perform } }) => perform(chooseEngine, input)),

  restore: messages.restore.handler(performing(restoreMessage, presentMessage)),

  resend: messages.resend.handler(performing(resendMessage, presentMessage)),

  resolve: messages.resolve.handler(performing(resolveMessage, presentMessage)),

  bringBack: messages.bringBack.handler(performing(undeleteMessage, presentMessage)),

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

  remove: messages.remove.handler(performing(removeMessage, idOf)),
};
