import type { ContactEntry } from '@switchyard/contracts/messages';
import type { Db } from '../../platform/database/database.ts';
import { findContactsByMobiles, findContactsByNames } from '../contacts/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import type { DraftContext } from './draft.ts';
import { notFound } from './messages.refusal.ts';
import { mobileOfWhatsAppId, nameIn, readMobile } from './recipient.ts';

interface Naming {
  contactName?: string | undefined;
  contactList: ContactEntry[];
}

/** Everything that these payloads must be read against, in a fixed number of queries for any number of payloads. */
export async function draftContext(
  db: Db,
  workspaceId: string,
  payloads: readonly Naming[],
  nowMs: number,
): Promise<DraftContext> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw notFound();
  const names: string[] = [];
  const nameless: string[] = [];
  for (const { contactName, contactList } of payloads) {
    const entry = contactList[0] ?? {};
    const name = contactName?.trim() || nameIn(entry);
    const mobile = entry.mobile?.trim()
      ? readMobile(entry.mobile, workspace.country)
      : mobileOfWhatsAppId(entry.id ?? '');
    if (!mobile && name !== '') names.push(name.replaceAll('\0', '').trim());
    if (mobile && name === '') nameless.push(mobile);
  }
  const byName = await findContactsByNames(db, workspaceId, names);
  const byMobile = await findContactsByMobiles(db, workspaceId, nameless);
  return {
    zone: workspace.zone,
    country: workspace.country,
    nowMs,
    contacts: { byName: (name) => byName.get(name) ?? [], byMobile: (mobile) => byMobile.get(mobile) ?? null },
  };
}
