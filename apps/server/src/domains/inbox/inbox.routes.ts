import type { Actor } from '../../platform/actor.ts';
import { operations, performing } from '../../platform/http/operations.ts';
import { presentMessage } from '../messages/index.ts';
import { addNote } from './add-note.ts';
import { unassignedReason } from './assignment.ts';
import { changeInBulk } from './bulk-change.ts';
import {
  assignConversation,
  assignTeam,
  labelConversation,
  prioritizeConversation,
  reopenConversation,
  resolveConversation,
  snoozeConversation,
  wakeConversation,
} from './change-conversation.ts';
import { type ConversationRow, presentConversation, presentEntry, presentQuickReply } from './inbox.present.ts';
import {
  countConversations,
  findActiveBot,
  listConversations,
  listQuickReplies,
  readConversation,
  readTimeline,
} from './inbox.queries.ts';
import { changeSettings, readSettings } from './inbox-settings.ts';
import { findConversation } from './lock-conversation.ts';
import { addMacro, changeMacro, listMacros, removeMacro } from './macros.ts';
import { markSeen, publishPresence, recordPresence } from './mark-seen.ts';
import { listRelated, mergeConversations, separateConversation } from './merge-conversations.ts';
import { addQuickReply, changeQuickReply, removeQuickReply } from './quick-replies.ts';
import { reply } from './reply.ts';
import { readReport, readReportRows } from './reports.ts';
import { runMacro } from './run-macro.ts';
import { addSavedView, listSavedViews, removeSavedView } from './saved-views.ts';
import { addTeam, changePerson, changeTeam, listPeople, listTeams, removeTeam } from './teams.ts';

const { inbox } = operations;

const presented = (row: ConversationRow, actor: Actor) => presentConversation(actor, row);

export const inboxRouter = {
  list: inbox.list.handler(async ({ input, context: { actor, db } }) => {
    const { rows, next } = await listConversations(db, actor, input);
    return { data: rows.map((row) => presentConversation(actor, row)), next };
  }),
  counts: inbox.counts.handler(({ context: { actor, db } }) => countConversations(db, actor)),
  get: inbox.get.handler(async ({ input, context: { actor, db } }) => {
    const row = await readConversation(db, actor, input.id);
    const bot = await findActiveBot(db, row);
    return {
      ...presentConversation(actor, row),
      bot: bot && { sessionId: bot.session_id, name: bot.name, isPaused: bot.is_paused },
    };
  }),
  timeline: inbox.timeline.handler(async ({ input: { id, ...page }, context: { actor, db } }) => {
    await findConversation(db, actor, id);
    const { rows, total } = await readTimeline(db, id, page);
    return { data: rows.map((row) => presentEntry(actor, row)), total };
  }),

  related: inbox.related.handler(async ({ input: { id }, context: { actor, db } }) => {
    await findConversation(db, actor, id);
    return { data: await listRelated(db, actor, id) };
  }),

  merge: inbox.merge.handler(performing(mergeConversations, presented)),
  separate: inbox.separate.handler(performing(separateConversation, presented)),
  assign: inbox.assign.handler(performing(assignConversation, presented)),
  snooze: inbox.snooze.handler(performing(snoozeConversation, presented)),
  wake: inbox.wake.handler(performing(wakeConversation, presented)),
  resolve: inbox.resolve.handler(performing(resolveConversation, presented)),
  reopen: inbox.reopen.handler(performing(reopenConversation, presented)),
  label: inbox.label.handler(performing(labelConversation, presented)),

  assignTeam: inbox.assignTeam.handler(performing(assignTeam, presented)),
  prioritize: inbox.prioritize.handler(performing(prioritizeConversation, presented)),
  bulk: inbox.bulk.handler(({ input, context: { perform } }) => perform(changeInBulk, input)),

  savedViews: inbox.savedViews.handler(({ input, context: { actor, db } }) => listSavedViews(db, actor, input)),
  addView: inbox.addView.handler(({ input, context: { perform } }) => perform(addSavedView, input)),
  removeView: inbox.removeView.handler(({ input, context: { perform } }) => perform(removeSavedView, input)),

  teams: inbox.teams.handler(({ input, context: { actor, db } }) => listTeams(db, actor.workspaceId, input)),
  addTeam: inbox.addTeam.handler(({ input, context: { perform } }) => perform(addTeam, input)),
  changeTeam: inbox.changeTeam.handler(({ input, context: { perform } }) => perform(changeTeam, input)),
  removeTeam: inbox.removeTeam.handler(({ input, context: { perform } }) => perform(removeTeam, input)),
  people: inbox.people.handler(({ input, context: { actor, db } }) => listPeople(db, actor.workspaceId, input)),
  changePerson: inbox.changePerson.handler(({ input, context: { perform } }) => perform(changePerson, input)),

  settings: inbox.settings.handler(({ context: { actor, db } }) => readSettings(db, actor.workspaceId)),
  changeSettings: inbox.changeSettings.handler(({ input, context: { perform } }) => perform(changeSettings, input)),
  beHere: inbox.beHere.handler(({ input, context: { perform } }) => perform(recordPresence, input)),
  whyUnassigned: inbox.whyUnassigned.handler(async ({ input, context: { actor, db } }) => ({
    because: await unassignedReason(db, await findConversation(db, actor, input.id), new Date()),
  })),

  addNote: inbox.addNote.handler(performing(addNote, (row, actor) => presentEntry(actor, row))),
  reply: inbox.reply.handler(performing(reply, presentMessage)),
  markSeen: inbox.markSeen.handler(({ input, context: { perform } }) => perform(markSeen, input)),
  present: inbox.present.handler(({ input, context: { perform } }) => perform(publishPresence, input)),

  macros: inbox.macros.handler(({ input, context: { actor, db } }) => listMacros(db, actor, input)),
  addMacro: inbox.addMacro.handler(({ input, context: { perform } }) => perform(addMacro, input)),
  changeMacro: inbox.changeMacro.handler(({ input, context: { perform } }) => perform(changeMacro, input)),
  removeMacro: inbox.removeMacro.handler(({ input, context: { perform } }) => perform(removeMacro, input)),
  runMacro: inbox.runMacro.handler(async ({ input, context: { actor, perform } }) => {
    const { conversation, text } = await perform(runMacro, input);
    return { conversation: presentConversation(actor, conversation), text };
  }),

  report: inbox.report.handler(({ input, context: { actor, db, platform } }) =>
    readReport(db, actor, input, platform.config.receivedKeepDays || null),
  ),
  reportRows: inbox.reportRows.handler(({ input, context: { actor, db } }) => readReportRows(db, actor, input)),

  quickReplies: inbox.quickReplies.handler(async ({ input, context: { actor, db } }) => {
    const { rows, total } = await listQuickReplies(db, actor, input);
    return { data: rows.map((row) => presentQuickReply(actor, row)), total };
  }),
  addQuickReply: inbox.addQuickReply.handler(performing(addQuickReply, (row, actor) => presentQuickReply(actor, row))),
  changeQuickReply: inbox.changeQuickReply.handler(
    performing(changeQuickReply, (row, actor) => presentQuickReply(actor, row)),
  ),
  removeQuickReply: inbox.removeQuickReply.handler(({ input, context: { perform } }) =>
    perform(removeQuickReply, input),
  ),
};
