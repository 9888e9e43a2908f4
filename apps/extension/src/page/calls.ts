import { actInPage, showTyping } from '../../../engine/src/drivers/wa-js/page/act.ts';
import { beginLogOut, levelOf, whatsAppIdsOf } from '../../../engine/src/drivers/wa-js/page/calls.ts';
import { changeGroupInPage, commonGroupsOf } from '../../../engine/src/drivers/wa-js/page/change-group.ts';
import { fileOf, groupOf, pictureUrlOf } from '../../../engine/src/drivers/wa-js/page/fetch.ts';
import { sendMessage } from '../../../engine/src/drivers/wa-js/page/send-message.ts';

/** The calls that the worker may make in the page, by name: the same functions that run in an engine's own browser. */
export const pageCalls = {
  sendMessage,
  levelOf,
  whatsAppIdsOf,
  fileOf,
  pictureUrlOf,
  groupOf,
  changeGroupInPage,
  commonGroupsOf,
  actInPage,
  showTyping,
  beginLogOut,
};
export type PageCalls = typeof pageCalls;
