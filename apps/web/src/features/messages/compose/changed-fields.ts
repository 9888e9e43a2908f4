import type { Message, MessageFile, MessagePoll } from '@switchyard/contracts/messages/message';
import type { EditedMessage } from '../../../lib/dialogs/compose-target.ts';
import { ruleText } from '../recurrence/rule-shape.ts';
import { type ComposeValues, payloadOf, valuesOf } from './compose-values.ts';

/**
 * Fields that an edit sends. Editing only the text must not touch the due time, which may have seconds or be the second
 * of two equal times.
 */
export function changedFields(values: ComposeValues, edited: Message) {
  const before = valuesOf(edited);
  const { dueDate, zone, contactName, contactList, message, attachment, poll, pastDue } = {
    contactName: '',
    ...payloadOf(values),
  };
  const isDueSame = values.date === before.date && values.time === before.time && values.zone === before.zone;
  const isContactSame = values.to === before.to && values.pickedMobile === before.pickedMobile;
  return {
    pastDue,
    ...(message === before.message ? {} : { message }),
    ...(isSameFile(values.file, edited.attachment) ? {} : { attachment }),
    ...(isSamePoll(poll, edited.poll) ? {} : { poll }),
    ...(edited.quote && !values.quote ? { quote: null } : {}),
    ...(isDueSame && !values.sendNow ? {} : { dueDate, zone }),
    ...(isContactSame ? {} : { contactName, contactList }),
  };
}

const isSameFile = (a: MessageFile | null, b: MessageFile | null): boolean =>
  a?.fileId === b?.fileId && a?.media === b?.media;

/**
 * Fields that an edit of several messages of a series sends: includes the rule, excludes what belongs to a single
 * message.
 */
export function seriesChanges(values: ComposeValues, edited: EditedMessage) {
  const { pastDue: _past, quote: _quote, ...changes } = changedFields({ ...values, sendNow: false }, edited);
  const rule = values.recurrence && ruleText(values.recurrence, values.date);
  return { ...changes, ...(rule && rule !== edited.series?.rule ? { recurrence: { rule } } : {}) };
}

/**
 * Fields that undo an edit, with their previous values. The message may already have been overdue; undo must not be
 * refused for that.
 */
export function revertedFields(original: Message, changed: Message) {
  const { dueDate, zone, quote } = original;
  const isDueSame = changed.dueDate === dueDate && changed.zone === zone;
  const isQuoteSame = JSON.stringify(changed.quote) === JSON.stringify(quote);
  return {
    ...{ id: changed._id, version: changed.version },
    ...changedFields(valuesOf(original), changed),
    ...(isDueSame ? {} : { dueDate, zone, pastDue: 'wait' as const }),
    ...(isQuoteSame ? {} : { quote }),
  };
}

const isSamePoll = (a: MessagePoll | null, b: MessagePoll | null): boolean =>
  JSON.stringify(a && [a.options, a.selectable]) === JSON.stringify(b && [b.options, b.selectable]);
