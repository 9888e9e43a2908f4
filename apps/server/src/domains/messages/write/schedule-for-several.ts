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
import { type Recipient, readRecipient } from './draft.ts';
import { isFault } from './due-moment.ts';
import { scheduleRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { type SchedulingDeps, scheduleIn, settingOf } from './schedule-messages.ts';

/**
 * Stores one message for each recipient, filled for them and by their clock if so wished: all of them, or none.
 * @throws Refusal `INVALID` naming each field, those of a recipient as `recipients.0`; `FORBIDDEN`
 */
export const scheduleForSeveral: Action<MessageForSeveral, MessageRow[], SchedulingDeps> = (
  deps,
  actor,
  { recipients, fill, byTheirClock, ...letter },
) =>
  deps.db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    const payloads = recipients.map((recipient) => createMessage.parse({ ...letter, ...recipient }));
    const context = await settingOf(tx, actor, payloads, deps.clock.now());
    const people = readEach(payloads, (payload) => readRecipient(payload, context));
    const contacts = await findContactsByMobiles(
      tx,
      actor.workspaceId,
      people.map(({ mobile }) => mobile),
    );
    const textFaults = fill ? templateFaults(letter.message) : [];
    if (textFaults.length > 0) throw invalid(textFaults.map(({ message }) => faultOf('message', message)));

    const faults = new Map<string, FieldFault>();
    const rows: MessageRow[] = [];
    const events: DomainEvent[] = [];
    for (const [at, payload] of payloads.entries()) {
      const { mobile, contactName } = people[at] as Recipient;
      const contact = contacts.get(mobile) ?? { mobile, zone: null };
      const { text: words, missing } = fill
        ? fillTemplate(letter.message, contactVariables(contact))
        : { text: letter.message, missing: [] };
      if (missing.length > 0) faults.set('message', nothingKnown(contactName, missing));
      const { zone } = byTheirClock ? contactZone(contact, context.zone) : payload;
      try {
        const made = await scheduleIn({ ...deps, db: tx }, actor, { ...payload, message: words, zone }, context);
        rows.push(made.result);
        events.push(...made.events);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error;
        for (const fault of (error as Refusal<'INVALID'>).data.faults) {
          const isDue = byTheirClock && fault.field.startsWith('due');
          const field = placed(fault.field, at);
          const data = { name: contactName, zone: zone ?? context.zone, fault: textOfFault(fault) };
          const ofOne = faultOf(field, text('ofOneReader', data));
          faults.set(field, isDue ? ofOne : { ...fault, field });
        }
      }
    }
    if (faults.size > 0) throw invalid([...faults.values()]);
    return { result: rows, events };
  });

const nothingKnown = (name: string, missing: readonly string[]): FieldFault =>
  faultAt('message', 'nothingKnown', {
    name,
    variables: missing.map((one) => `{${one}}`).join(', '),
    example: `{${missing[0]}|…}`,
  });

/** Where a fault of one message stands in the input. */
const placed = (field: string, at: number): string => (field.startsWith('contact') ? `recipients.${at}` : field);

/** @throws Refusal `INVALID` naming who cannot be written to, and who is named twice */
function readEach<Payload>(
  payloads: readonly Payload[],
  read: (payload: Payload) => Recipient | FieldFault,
): Recipient[] {
  const faults: FieldFault[] = [];
  const people = new Map<string, Recipient>();
  for (const [at, payload] of payloads.entries()) {
    const one = read(payload);
    if (isFault(one)) faults.push({ ...one, field: `recipients.${at}` });
    else if (people.has(one.mobile)) faults.push(faultAt(`recipients.${at}`, 'namedTwice', { name: one.contactName }));
    else people.set(one.mobile, one);
  }
  if (faults.length > 0) throw invalid(faults);
  return [...people.values()];
}
