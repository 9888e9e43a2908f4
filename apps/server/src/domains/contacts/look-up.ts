import type { KnownPerson } from '@switchyard/contracts/contacts/operations';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { redactTexts } from '../../platform/hidden-text.ts';
import { readMobile } from '../../platform/phone-number.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { contactVariables } from './contact-variables.ts';
import { contactZone } from './contact-zone.ts';
import { findContactsByMobiles } from './contacts.queries.ts';

/**
 * Time zones and text variables for any numbers, contacts or not.
 * @param numbers numbers as people write them; invalid ones are skipped
 */
export async function lookUp(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  numbers: readonly string[],
): Promise<KnownPerson[]> {
  const { workspaceId } = actor;
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) return [];
  const read = [...new Set(numbers)].flatMap((text) => {
    const mobile = readMobile(text, workspace.country);
    return mobile === null ? [] : [{ asked: text, mobile }];
  });
  const mobiles = read.map(({ mobile }) => mobile);
  const contacts = await findContactsByMobiles(db, workspaceId, mobiles);
  return read.map(({ asked, mobile }) => {
    const contact = contacts.get(mobile) ?? null;
    const { zone, source } = contactZone({ zone: contact?.zone ?? null, mobile }, workspace.zone);
    return {
      asked,
      zone,
      source,
      variables: contactVariables(contact ? { ...contact, fields: redactTexts(actor, contact.fields) } : { mobile }),
    };
  });
}
