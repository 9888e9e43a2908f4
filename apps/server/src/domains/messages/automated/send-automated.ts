import type { MessageOrigin } from '@switchyard/contracts/messages/message';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { invalid, Refusal } from '../../../platform/refusal.ts';
import { findFiles, findOpus, keepFiles } from '../../files/index.ts';
import { findWorkspace } from '../../workspaces/index.ts';
import { laneDue, messagesStale } from '../messages.events.ts';
import { readDue, readText, textRoleOf } from '../write/draft.ts';
import { insertMessages, type NewMessage } from '../write/insert-messages.ts';
import { parseExtras } from '../write/message-extras.ts';

/** A message that a bot or another automation sends to a chat immediately. */
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
 * Stores an automated message in the transaction of the automation, so that neither is stored without the other. Unlike
 * a person's message, it is not published to chat hooks.
 * @throws Refusal `INVALID` if the driver cannot send it or its file no longer exists
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
 * Prepares an automated message for `insertMessages`, for callers that store many at once. Its file is retained from
 * now on.
 * @throws Refusal `INVALID` if the driver cannot send it or its file no longer exists
 */
export async function prepareAutomated(
  tx: Db,
  { workspaceId, engineId, driver, chat, contactName, text, origin, ...extrasInput }: AutomatedMessage,
  { zone, now }: { zone: string; now: Date },
): Promise<NewMessage> {
  const files = await findFiles(tx, workspaceId, extrasInput.attachment ? [extrasInput.attachment.fileId] : []);
  const opus = await findOpus(tx, [...files.values()]);
  const extras = parseExtras(extrasInput, {
    driver,
    file(id) {
      const found = files.get(id);
      return found ? { ...found, isOpus: opus.has(id) } : null;
    },
  });
  const body = readText(text, textRoleOf(extrasInput, extras));
  const due = readDue({ zone, past: 'send-now' }, { nowMs: now.getTime() });
  if (Array.isArray(extras)) throw invalid(extras);
  if ('field' in body) throw invalid([body]);
  if ('field' in due) throw invalid([due]);
  await keepFiles(tx, extras.fileId === null ? [] : [extras.fileId]);
  return {
    ...due,
    ...extras,
    workspaceId,
    engineId,
    contactName,
    contactList: [{ mobile: chat, name: contactName }],
    recipient: chat,
    body: body.text,
    status: 'pending',
    origin,
  };
}
