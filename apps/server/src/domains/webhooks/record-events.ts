import type { WebhookEventData } from '@switchyard/contracts/webhooks/event-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/** Something that happened, for whoever wants it by webhook. */
type NewWebhookEvent = {
  [Type in keyof WebhookEventData]: {
    workspaceId: string;
    type: Type;
    /** What it is about, such as `campaign:ID`: events of one subject arrive in their order. */
    subject: string;
    data: WebhookEventData[Type];
  };
}[keyof WebhookEventData];

/**
 * Records events in the transaction in which they happen, with a delivery for each webhook that wants them; where none
 * does, nothing is written. What happens to messages and engines, which many statements change, is recorded by triggers
 * on their tables.
 */
export async function recordWebhookEvents(tx: Db, events: readonly NewWebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const told = events.map(({ workspaceId, ...event }) => ({ workspace_id: workspaceId, ...event }));
  await tx.execute(sql`
    select record_webhook_event(workspace_id, type, subject, data)
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (workspace_id uuid, type text, subject text, data jsonb)`);
}
