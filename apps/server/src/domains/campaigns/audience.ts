import type { AudienceDefinition } from '@switchyard/contracts/campaigns/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, inArray, isNotNull, not, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { formsIn } from '../../platform/database/number-forms.ts';
import { foldedText } from '../../platform/database/text-search.ts';
import { invalid } from '../../platform/refusal.ts';
import { bulkListContacts, bulkLists, contactLabels, contacts, labels } from '../contacts/contacts.schema.ts';
import { fieldKey } from '../contacts/index.ts';
import { audiences } from './campaigns.schema.ts';

/**
 * Maximum nesting of excluded audiences. Deeper nesting is a cycle or a puzzle, and each level may be ten times as
 * large as the one above.
 */
const MAX_DEPTH = 3;

/**
 * The contacts of an audience, as a condition on `contacts`.
 * @throws Refusal `INVALID` if it names a list, labels or an audience that don't exist, or has a cycle
 */
export async function contactsOf(
  db: Db,
  workspaceId: string,
  definition: AudienceDefinition,
  depth = 0,
): Promise<SQL | undefined> {
  if (depth > MAX_DEPTH) throw invalid([faultAt('audience.withoutAudienceIds', 'audienceCircle')]);
  const { from, withoutLabelIds, withoutAudienceIds, consentOnly } = definition;
  const withoutIds = [...new Set(withoutAudienceIds)];
  const excluded =
    withoutIds.length === 0
      ? []
      : await db
          .select({ definition: audiences.definition })
          .from(audiences)
          .where(and(eq(audiences.workspaceId, workspaceId), inArray(audiences.id, withoutIds)));
  if (excluded.length < withoutIds.length) {
    throw invalid([faultAt('audience.withoutAudienceIds', 'audienceGone')]);
  }
  // If an excluded label was deleted, its contacts would get the campaign.
  const excludedLabels = and(eq(labels.workspaceId, workspaceId), inArray(labels.id, withoutLabelIds));
  if (withoutLabelIds.length > 0 && (await db.$count(labels, excludedLabels)) < new Set(withoutLabelIds).size) {
    throw invalid([faultAt('audience.withoutLabelIds', 'labelLeftOutGone')]);
  }
  await requireSource(db, workspaceId, from);
  const others = await Promise.all(
    excluded.map((audience) => contactsOf(db, workspaceId, audience.definition, depth + 1)),
  );
  return and(
    eq(contacts.workspaceId, workspaceId),
    sourceCondition(from),
    withoutLabelIds.length > 0 ? notInArray(contacts.id, labelled(withoutLabelIds)) : undefined,
    consentOnly ? isNotNull(contacts.consentAt) : undefined,
    ...others.map((other) => other && not(other)),
  );
}

/** Without its source, an audience would be empty: a campaign would end before it began and report success. */
async function requireSource(db: Db, workspaceId: string, from: AudienceDefinition['from']): Promise<void> {
  if (from.kind === 'list') {
    const isSource = and(eq(bulkLists.workspaceId, workspaceId), eq(bulkLists.id, from.listId));
    if ((await db.$count(bulkLists, isSource)) === 0) throw invalid([faultAt('audience.from.listId', 'itsListGone')]);
  }
  if (from.kind === 'labels') {
    const isSource = and(eq(labels.workspaceId, workspaceId), inArray(labels.id, from.labelIds));
    if ((await db.$count(labels, isSource)) === 0) throw invalid([faultAt('audience.from.labelIds', 'itsLabelsGone')]);
  }
}

/** Whether recipient `r` answered message `m`: they wrote since, or a person wrote to them. */
const HAS_ANSWERED = sql`(exists (
    select from received_messages received
    where received.engine_id = m.engine_id and received.chat = any (${formsIn(sql`r.mobile`)}) and received.written_at >= m.sent_at)
  or exists (
    select from messages written
    where written.engine_id = m.engine_id and written.recipient = any (${formsIn(sql`r.mobile`)}) and written.status = 'sent' and written.sent_at > m.sent_at
      and written.origin not in ('campaign', 'bot') and not written.deleted))`;

/**
 * Those of these numbers that have answered since. A campaign to the silent recipients of another may be sent days
 * after its own were added.
 */
export async function answeredSince(
  tx: Db,
  { workspaceId, audience: { from } }: { workspaceId: string; audience: AudienceDefinition },
  mobiles: readonly string[],
): Promise<Set<string>> {
  if (from.kind !== 'silent' || mobiles.length === 0) return new Set();
  const { rows } = await tx.execute<{ mobile: string }>(sql`
    select r.mobile from campaign_recipients r join messages m on m.id = r.message_id
    where r.campaign_id = ${from.campaignId} and r.workspace_id = ${workspaceId} and r.mobile = any (${sql.param(mobiles)}::text[]) and ${HAS_ANSWERED}`);
  return new Set(rows.map(({ mobile }) => mobile));
}

const labelled = (labelIds: string[]): SQL =>
  sql`(select ${contactLabels.contactId} from ${contactLabels} where ${inArray(contactLabels.collectionId, labelIds)})`;

function sourceCondition(from: AudienceDefinition['from']): SQL | undefined {
  switch (from.kind) {
    case 'all':
      return undefined;
    case 'list':
      return sql`${contacts.id} in (select ${bulkListContacts.contactId} from ${bulkListContacts} where ${bulkListContacts.collectionId} = ${from.listId})`;
    case 'labels':
      return sql`${contacts.id} in ${labelled(from.labelIds)}`;
    case 'field':
      // Never null, because audiences are also negated.
      return eq(
        foldedText(sql`coalesce(${contacts.fields} ->> ${fieldKey(from.field)}::text, '')`),
        foldedText(sql`${from.value}::text`),
      );
    case 'silent':
      return sql`${contacts.id} in (
        select r.contact_id from campaign_recipients r join messages m on m.id = r.message_id
        where r.campaign_id = ${from.campaignId} and r.workspace_id = ${contacts.workspaceId} and r.outcome = 'sent' and r.contact_id is not null
          and not ${HAS_ANSWERED})`;
  }
}
