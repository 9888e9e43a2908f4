import { createMessage } from '@switchyard/contracts/messages/new-message';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { faultsOf, fillTemplate } from '@switchyard/message-template';
import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { readMobile } from '../../platform/phone-number.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { contactVariables } from '../contacts/index.ts';
import { scheduleMessage } from '../messages/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { runCampaignsRefusal } from './campaigns.policy.ts';
import { formsNamedIn } from './form-links.ts';

interface TestMessage {
  text: string;
  mobiles: string[];
  /** The contact whose values fill the text. Null: variables without a fallback stay as written. */
  contactId: string | null;
}

/**
 * Sends a text to a few numbers immediately, as ordinary messages that belong to no campaign.
 * @throws Refusal `INVALID`, `NOT_FOUND`
 */
export const sendTest: Action<TestMessage, { messages: { _id: string; mobile: string }[] }> = (
  { db, clock },
  actor,
  { text, mobiles, contactId },
) =>
  db.transaction(async (tx) => {
    authorize(runCampaignsRefusal(actor));
    const workspace = await findWorkspace(tx, actor.workspaceId);
    if (!workspace) throw new Refusal('NOT_FOUND');
    const faults = faultsOf(text).map(({ message }) => faultOf('text', message));
    const numbers = mobiles.map((written) => readMobile(written, workspace.country));
    for (const [at, number] of numbers.entries()) {
      if (number === null) faults.push(faultAt(`mobiles.${at}`, 'mobile', { written: mobiles[at] ?? '' }));
    }
    if (faults.length > 0) throw invalid(faults);
    const [contact] = contactId
      ? await tx
          .select()
          .from(contacts)
          .where(and(eq(contacts.workspaceId, workspace.id), eq(contacts.id, contactId)))
      : [];
    if (contactId && !contact) throw new Refusal('NOT_FOUND');
    const links = ['unsubscribe', ...formsNamedIn(text).map(({ variable }) => variable)];
    const placeholders = Object.fromEntries(links.map((name) => [name, '(link)']));
    const values = { ...(contact && contactVariables(contact)), ...placeholders };
    const message = fillTemplate(text, values).text;
    const events: DomainEvent[] = [];
    const messages: { _id: string; mobile: string }[] = [];
    for (const mobile of new Set(numbers.filter((number) => number !== null))) {
      const payload = createMessage.parse({ contactList: [{ mobile }], message });
      const made = await scheduleMessage({ db: tx, clock }, actor, payload);
      events.push(...made.events);
      messages.push({ _id: made.result.id, mobile });
    }
    return { result: { messages }, events };
  });
