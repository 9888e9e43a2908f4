import type { AudienceDefinition } from '@switchyard/contracts/campaigns';
import { and, eq, inArray, isNotNull, not, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { invalid } from '../../platform/refusal.ts';
import { bulkListContacts, contactLabels, contacts } from '../contacts/contacts.schema.ts';
import { audiences } from './campaigns.schema.ts';

/** An audience that leaves others out, which leave others out, ends here: a circle, or somebody's puzzle. */
const MAX_DEPTH = 5;

/**
 * Which contacts of a workspace an audience has, as a condition on `contacts`.
 * @throws Refusal `INVALID`: it names an audience that is not there, or goes in circles
 */
export async function contactsOf(
  db: Db,
  workspaceId: string,
  definition: AudienceDefinition,
  depth = 0,
): Promise<SQL | undefined> {
  if (depth > MAX_DEPTH)
    throw invalid([{ field: 'audience.withoutAudienceIds', message: 'Audiences leave each other out in a circle' }]);
  const { from, withoutLabelIds, withoutAudienceIds, consentOnly } = definition;
  const withoutIds = [...new Set(withoutAudienceIds)];
  const left =
    withoutIds.length === 0
      ? []
      : await db
          .select({ definition: audiences.definition })
          .from(audiences)
          .where(and(eq(audiences.workspaceId, workspaceId), inArray(audiences.id, withoutIds)));
  if (left.length < withoutIds.length) {
    throw invalid([{ field: 'audience.withoutAudienceIds', message: 'An audience that it leaves out was deleted' }]);
  }
  const others = await Promise.all(left.map((one) => contactsOf(db, workspaceId, one.definition, depth + 1)));
  return and(
    eq(contacts.workspaceId, workspaceId),
    fromWhom(from),
    withoutLabelIds.length > 0 ? notInArray(contacts.id, labelled(withoutLabelIds)) : undefined,
    consentOnly ? isNotNull(contacts.consentAt) : undefined,
    ...others.map((other) => other && not(other)),
  );
}

const labelled = (labelIds: string[]): SQL =>
  sql`(select ${contactLabels.contactId} from ${contactLabels} where ${inArray(contactLabels.collectionId, labelIds)})`;

function fromWhom(from: AudienceDefinition['from']): SQL | undefined {
  switch (from.kind) {
    case 'all':
      return undefined;
    case 'list':
      return sql`${contacts.id} in (select ${bulkListContacts.contactId} from ${bulkListContacts} where ${bulkListContacts.collectionId} = ${from.listId})`;
    case 'labels':
      return sql`${contacts.id} in ${labelled(from.labelIds)}`;
    case 'silent':
      return sql`${contacts.id} in (
        select r.contact_id from campaign_recipients r join messages m on m.id = r.message_id
        where r.campaign_id = ${from.campaignId} and r.workspace_id = ${contacts.workspaceId} and r.outcome = 'sent' and r.contact_id is not null
          and not exists (
            select from received_messages said
            where said.engine_id = m.engine_id and said.chat = r.mobile and said.written_at >= m.sent_at)
          and not exists (
            select from messages written
            where written.engine_id = m.engine_id and written.recipient = r.mobile and written.status = 'sent' and written.sent_at > m.sent_at
              and written.origin not in ('campaign', 'bot') and not written.deleted))`;
  }
}
