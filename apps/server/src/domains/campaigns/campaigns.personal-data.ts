import { sql } from 'drizzle-orm';
import type { PersonalData } from '../../platform/personal-data.ts';
import { campaignsChanged } from './campaigns.events.ts';

/** Recipients stay without their names, so that a campaign's counts still add up; waiting ones are cancelled. */
export const campaignsPersonalData: readonly PersonalData[] = [
  {
    kind: 'campaignRecipient',
    table: 'campaign_recipients',
    of: ({ workspaceId, mobile }) => sql`t.workspace_id = ${workspaceId} and t.mobile = ${mobile}`,
    erase: {
      set: () =>
        sql`mobile = 'erased ' || t.id, name = '', variables = '{}', contact_id = null,
          outcome_at = case when t.outcome is null then now() else t.outcome_at end, outcome = coalesce(t.outcome, 'cancelled')`,
    },
    unless: {
      where: sql`exists (select from messages m where m.id = t.message_id and m.status = 'sending')`,
      reason: 'sending',
    },
    changed: (workspaceId) => campaignsChanged(workspaceId),
  },
];
