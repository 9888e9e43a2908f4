import type { CampaignDetail } from '@switchyard/contracts/campaigns/operations';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { engines } from '../engines/engines.schema.ts';
import { presenceOf } from '../engines/index.ts';
import { explainHolds } from '../messages/index.ts';
import { messages } from '../messages/messages.schema.ts';
import { campaignRecipients } from './campaigns.schema.ts';

/** Holds that the campaign's own panel shows, or that end soon by themselves. */
const SHOWN_ELSEWHERE = ['campaign_paused', 'not_due'];

/** Explains what a campaign's next message waits for in each lane, by the same rules as for any message. */
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
        holds: holds.filter(({ rule }) => !SHOWN_ELSEWHERE.includes(rule)),
      };
    }),
  );
  return waits.filter(({ holds }) => holds.length > 0);
}
