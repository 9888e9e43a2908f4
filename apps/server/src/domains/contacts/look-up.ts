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
 * By which clocks people live and what texts may say of them, whether they are contacts or not.
 * @param asked numbers as people write them; what is none is left out
 */
export async function lookUp(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  asked: readonly string[],
): Promise<KnownPerson[]> {
  const { workspaceId } = actor;
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) return [];
  const read = [...new Set(asked)].flatMap((text) => {
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
