import type { MessageOrigin } from '@switchyard/contracts/messages/message';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { invalid, Refusal } from '../../../platform/refusal.ts';
import { findFiles, findOpus, keepFiles } from '../../files/index.ts';
import { findWorkspace } from '../../workspaces/index.ts';
import { readDue, readText, wordsFor } from '../write/draft.ts';
import { insertMessages, type NewMessage } from '../write/insert-messages.ts';
import { parseExtras } from '../write/message-extras.ts';
import { laneDue, messagesStale } from '../messages.events.ts';

/** What a rule of the product says in a chat, at once. */
export interface AutomatedMessage extends Pick<CreateMessage, 'attachment' | 'poll'> {
  workspaceId: string;
  engineId: string;
  driver: string;
  /** E.164, or a group's id. */
  chat: string;
  contactName: string;
  text: string;
  origin: MessageOrigin;
}

/**
 * Puts a message of a rule's into a lane, in the transaction of whatever the rule does besides: its ids are there
 * before anything is sent, and neither is stored without the other. Nobody is told of it as of something that a person
 * wrote.
 * @throws Refusal `INVALID`: the driver cannot send it, or its file is gone
 */
export async function sendAutomated(
  tx: Db,
  message: AutomatedMessage,
  now: Date,
): Promise<{ id: string; events: DomainEvent[] }> {
  const { workspaceId, engineId } = message;
  const workspace = await findWorkspace(tx, workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  const row = await prepareAutomated(tx, message, { zone: workspace.zone, now });
  const [id] = await insertMessages(tx, [row]);
  if (!id) throw new Refusal('NOT_FOUND');
  return { id, events: [messagesStale(workspaceId), laneDue(workspaceId, { engineId, dueAt: row.dueAt })] };
}

/**
 * What a rule says, as it is to be stored (`insertMessages`), for who says much in one transaction; its file is kept
 * from now on.
 * @throws Refusal `INVALID`: the driver cannot send it, or its file is gone
 */
export async function prepareAutomated(
  tx: Db,
  { workspaceId, engineId, driver, chat, contactName, text, origin, ...given }: AutomatedMessage,
  { zone, now }: { zone: string; now: Date },
): Promise<NewMessage> {
  const files = await findFiles(tx, workspaceId, given.attachment ? [given.attachment.fileId] : []);
  const opus = await findOpus(tx, [...files.values()]);
  const carried = parseExtras(given, {
    driver,
    file(id) {
      const found = files.get(id);
      return found ? { ...found, isOpus: opus.has(id) } : null;
    },
  });
  const words = readText(text, wordsFor(given, carried));
  const due = readDue({ zone, past: 'send-now' }, { nowMs: now.getTime() });
  if (Array.isArray(carried)) throw invalid(carried);
  if ('field' in words) throw invalid([words]);
  if ('field' in due) throw invalid([due]);
  await keepFiles(tx, carried.fileId === null ? [] : [carried.fileId]);
  return {
    ...due,
    ...carried,
    workspaceId,
    engineId,
    contactName,
    contactList: [{ mobile: chat, name: contactName }],
    recipient: chat,
    body: words.text,
    status: 'pending',
    origin,
  };
}
