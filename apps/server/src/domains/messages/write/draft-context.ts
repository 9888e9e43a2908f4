import type { ContactEntry } from '@switchyard/contracts/messages/message';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import type { Db } from '../../../platform/database/database.ts';
import { readMobile } from '../../../platform/phone-number.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findContactsByMobiles, findContactsByNames } from '../../contacts/index.ts';
import { findGroups } from '../../engines/index.ts';
import { findFiles, findOpus } from '../../files/index.ts';
import { findWorkspace } from '../../workspaces/index.ts';
import { NO_NUMBERS, numbersFor } from '../numbers/choose-number.ts';
import { groupIn, mobileOfWhatsAppId, nameIn } from '../recipients/recipient.ts';
import type { DraftContext } from './draft.ts';

type DraftReferences = Pick<CreateMessage, 'attachment'> & {
  engineId?: string | null | undefined;
  contactName?: string | undefined;
  contactList: ContactEntry[];
};

/**
 * Loads everything needed to read these payloads, in a fixed number of queries.
 * @param through 'none': the payloads are read but not sent. `groupEngineId`: the engine to prefer if several are in a
 *   group
 */
export async function draftContext(
  db: Db,
  workspaceId: string,
  payloads: readonly DraftReferences[],
  through: 'none' | { groupEngineId: string | null },
  nowMs: number,
): Promise<DraftContext> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  const groupIds: string[] = [];
  const names: string[] = [];
  const nameless: string[] = [];
  const mobiles: string[] = [];
  for (const { contactName, contactList } of payloads) {
    const entry = contactList[0] ?? {};
    const group = groupIn(entry);
    if (group) {
      groupIds.push(group);
      continue;
    }
    const name = contactName?.trim() || nameIn(entry);
    const mobile = entry.mobile?.trim()
      ? readMobile(entry.mobile, workspace.country)
      : mobileOfWhatsAppId(entry.id ?? '');
    if (!mobile && name !== '') names.push(name.replaceAll('\0', '').trim());
    if (mobile) mobiles.push(mobile);
    if (mobile && name === '') nameless.push(mobile);
  }
  const byName = await findContactsByNames(db, workspaceId, names);
  const byMobile = await findContactsByMobiles(db, workspaceId, nameless);
  const files = await findFiles(
    db,
    workspaceId,
    payloads.flatMap(({ attachment }) => (attachment ? [attachment.fileId] : [])),
  );
  const voices = payloads.flatMap(({ attachment }) => (attachment?.as === 'voice' ? [attachment.fileId] : []));
  const opus = await findOpus(
    db,
    voices.flatMap((id) => files.get(id) ?? []),
  );
  const named = [...byName.values()].flatMap((contacts) => contacts.map(({ mobile }) => mobile));
  const chosenIds = payloads.flatMap(({ engineId }) => engineId ?? []);
  const numbers =
    through === 'none' ? NO_NUMBERS : await numbersFor(db, workspaceId, [...mobiles, ...named], chosenIds);
  const preferred = through === 'none' ? null : (through.groupEngineId ?? numbers.of('')?.id ?? null);
  const groups = await findGroups(db, workspaceId, groupIds, preferred);
  const throughChosen = new Map<string, Awaited<ReturnType<typeof findGroups>>>();
  for (const id of groupIds.length > 0 ? new Set(chosenIds) : []) {
    if (numbers.chosen(id)) throughChosen.set(id, await findGroups(db, workspaceId, groupIds, id));
  }
  return {
    numbers,
    group: (id, chosenId) => throughChosen.get(chosenId ?? '')?.get(id) ?? groups.get(id) ?? null,
    file(id) {
      const file = files.get(id);
      return file ? { ...file, isOpus: opus.has(id) } : null;
    },
    zone: workspace.zone,
    country: workspace.country,
    nowMs,
    contacts: { byName: (name) => byName.get(name) ?? [], byMobile: (mobile) => byMobile.get(mobile) ?? null },
  };
}
