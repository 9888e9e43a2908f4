import type { FieldFault } from '@switchyard/contracts/errors';
import { createMessage, type MessageForSeveral } from '@switchyard/contracts/messages/new-message';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { textOfFault } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import { fillTemplate, faultsOf as templateFaults } from '@switchyard/message-template';
import type { Action } from '../../../platform/action.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { contactVariables, contactZone, findContactsByMobiles } from '../../contacts/index.ts';
import { scheduleRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { type Recipient, readRecipient } from './draft.ts';
import { isFault } from './due-moment.ts';
import { type SchedulingDeps, scheduleIn, schedulingContext } from './schedule-messages.ts';

/**
 * Stores one message per recipient, optionally filled in for them and due by their clock: all of them, or none.
 * @throws Refusal `INVALID` naming each field, those of a recipient as `recipients.0`; `FORBIDDEN`
 */
export const scheduleForSeveral: Action<MessageForSeveral, MessageRow[], SchedulingDeps> = (
  deps,
  actor,
  { recipients, fill, byTheirClock, ...message },
) =>
  deps.db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    const payloads = recipients.map((recipient) => createMessage.parse({ ...message, ...recipient }));
    const context = await schedulingContext(tx, actor, payloads, deps.clock.now());
    const resolved = readRecipients(payloads, (payload) => readRecipient(payload, context));
    const contacts = await findContactsByMobiles(
      tx,
      actor.workspaceId,
      resolved.map(({ mobile }) => mobile),
    );
    const textFaults = fill ? templateFaults(message.message) : [];
    if (textFaults.length > 0) throw invalid(textFaults.map(({ message }) => faultOf('message', message)));

    const faults = new Map<string, FieldFault>();
    const rows: MessageRow[] = [];
    const events: DomainEvent[] = [];
    for (const [at, payload] of payloads.entries()) {
      const { mobile, contactName } = resolved[at] as Recipient;
      const contact = contacts.get(mobile) ?? { mobile, zone: null };
      const { text: filledText, missing } = fill
        ? fillTemplate(message.message, contactVariables(contact))
        : { text: message.message, missing: [] };
      if (missing.length > 0) faults.set('message', missingVariables(contactName, missing));
      const { zone } = byTheirClock ? contactZone(contact, context.zone) : payload;
      try {
        const made = await scheduleIn({ ...deps, db: tx }, actor, { ...payload, message: filledText, zone }, context);
        rows.push(made.result);
        events.push(...made.events);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error;
        for (const fault of (error as Refusal<'INVALID'>).data.faults) {
          const isDue = byTheirClock && fault.field.startsWith('due');
          const field = toInputField(fault.field, at);
          const data = { name: contactName, zone: zone ?? context.zone, fault: textOfFault(fault) };
          const recipientFault = faultOf(field, text('ofOneReader', data));
          faults.set(field, isDue ? recipientFault : { ...fault, field });
        }
      }
    }
    if (faults.size > 0) throw invalid([...faults.values()]);
    return { result: rows, events };
  });

const missingVariables = (name: string, missing: readonly string[]): FieldFault =>
  faultAt('message', 'nothingKnown', {
    name,
    variables: missing.map((variable) => `{${variable}}`).join(', '),
    example: `{${missing[0]}|…}`,
  });

/** Maps a field of one message to the field of the whole input. */
const toInputField = (field: string, at: number): string => (field.startsWith('contact') ? `recipients.${at}` : field);

/** Reads every recipient. @throws Refusal `INVALID` naming those that cannot be messaged or occur twice */
function readRecipients<Payload>(
  payloads: readonly Payload[],
  read: (payload: Payload) => Recipient | FieldFault,
): Recipient[] {
  const faults: FieldFault[] = [];
  const byMobile = new Map<string, Recipient>();
  for (const [at, payload] of payloads.entries()) {
    const recipient = read(payload);
    if (isFault(recipient)) faults.push({ ...recipient, field: `recipients.${at}` });
    else if (byMobile.has(recipient.mobile))
      faults.push(faultAt(`recipients.${at}`, 'namedTwice', { name: recipient.contactName }));
    else byMobile.set(recipient.mobile, recipient);
  }
  if (faults.length > 0) throw invalid(faults);
  return [...byMobile.values()];
}
