import type { CampaignDetail } from '@switchyard/contracts/campaigns/operations';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { engines } from '../engines/engines.schema.ts';
import { presenceOf } from '../engines/index.ts';
import { explainHolds } from '../messages/index.ts';
import { messages } from '../messages/messages.schema.ts';
import { campaignRecipients } from './campaigns.schema.ts';

/** What a campaign's own panel tells, and what time alone ends soon. */
const TOLD_ELSEWHERE = ['campaign_paused', 'not_due'];

/** What the next message of a campaign waits for in each lane that has one, by the same rules as of any message. */
export async function readWaits(platform: Platform, campaignId: string): Promise<CampaignDetail['waits']> {
  const { db, pool } = platform.database;
  const next = await db
    .selectDistinctOn([messages.engineId], { message: messages, engineName: engines.name })
    .from(campaignRecipients)
    .innerJoin(messages, eq(messages.id, campaignRecipients.messageId))
    .innerJoin(engines, eq(engines.id, messages.engineId))
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        isNull(campaignRecipients.outcome),
        isNotNull(campaignRecipients.messageId),
        eq(messages.status, 'pending'),
      ),
    )
    .orderBy(messages.engineId, messages.claimableAt, messages.id);
  const waits = await Promise.all(
    next.map(async ({ message, engineName }) => {
      const holds = await explainHolds(pool, message, (engineId) => presenceOf(platform, engineId));
      return {
        engineId: message.engineId ?? '',
        engineName,
        holds: holds.filter(({ rule }) => !TOLD_ELSEWHERE.includes(rule)),
      };
    }),
  );
  return waits.filter(({ holds }) => holds.length > 0);
}
