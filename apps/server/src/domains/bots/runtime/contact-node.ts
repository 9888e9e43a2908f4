import type { NodeOf } from '@switchyard/contracts/bots/flow';
import { text } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import { amendContact, ensureContacts, labelContacts } from '../../contacts/index.ts';
import { suppress } from '../../suppression/index.ts';
import { botSessions } from '../bots.schema.ts';
import type { Execution } from './execution.ts';
import type { NodeHandler } from './transition.ts';

const MAX_CONSENT_LENGTH = 1_000;

/** Updates the contact in the conversation. A group has no contact, and a test changes nothing. */
export const contact: NodeHandler<'contact'> = {
  async enter(execution, node) {
    const isChanged = !execution.isTest && execution.session.chat.startsWith('+');
    if (isChanged) await updateContact(execution, node);
    const { consent, isOptedOut } = node;
    const fields = node.fields.map(({ name }) => name.trim());
    execution.botEvents.push({ event: 'contact_updated', node, details: { fields, consent, isOptedOut } });
    if (!isOptedOut || (!isChanged && !execution.isTest)) return { go: 'next' };
    execution.botEvents.push({ process: 'contact_opted_out' });
    return { over: 'ended', reason: text('sessionUnwanted') };
  },
};

async function updateContact(execution: Execution, node: NodeOf<'contact'>): Promise<void> {
  const { tx, session, events } = execution;
  const { id: sessionId, workspaceId, chat, contactName, botId } = session;
  const rule = { userId: null, fullName: `bot:${botId}`, workspaceId, onBehalfOf: null } as const;
  const fields: Record<string, string> = {};
  for (const { name, value } of node.fields) fields[name.trim()] = await execution.fill(value);
  const text = node.consentText.trim() === '' ? execution.state.lastText : await execution.fill(node.consentText);
  const consents = {
    unchanged: undefined,
    given: {
      at: execution.now.toISOString(),
      source: node.consentSource.trim(),
      text: text.replaceAll('\0', '').slice(0, MAX_CONSENT_LENGTH),
    },
    withdrawn: null,
  };
  const consent = consents[node.consent];
  const labels = [
    ...node.labelsOn.map((label) => ({ label: label.trim(), on: true })),
    ...node.labelsOff.map((label) => ({ label: label.trim(), on: false })),
  ].filter(({ label }) => label !== '');
  if (node.fields.length > 0 || consent !== undefined || labels.length > 0) {
    const known = (await ensureContacts(tx, workspaceId, [{ name: contactName, mobile: chat }])).get(chat);
    if (!known) return;
    if (node.fields.length > 0 || consent !== undefined) {
      const amendment = { id: known.id, fields, ...(consent !== undefined && { consent }) };
      events.push(...(await amendContact({ db: tx }, rule, amendment)).events);
      execution.forgetContact();
    }
    for (const label of labels) {
      events.push(...(await labelContacts({ db: tx }, rule, { contactIds: [known.id], ...label })).events);
    }
  }
  if (!node.isOptedOut) return;
  // This execution saves the end of its own session; the opt-out ends the others.
  await tx.update(botSessions).set({ status: 'ended' }).where(eq(botSessions.id, sessionId));
  const wish = { mobile: chat, cause: 'bot', words: execution.state.lastText.slice(0, MAX_CONSENT_LENGTH) } as const;
  events.push(...(await suppress({ db: tx, hooks: execution.hooks }, rule, wish)).events);
}
