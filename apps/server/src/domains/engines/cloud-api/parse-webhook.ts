import { z } from 'zod';
import type { NewInboxEntry } from '../engine-inbox.ts';

const item = z.looseObject({ id: z.string().min(1).max(512) });
const contact = z.looseObject({ wa_id: z.string(), profile: z.looseObject({ name: z.string() }) });
const status = item.extend({ status: z.string().min(1).max(32) });
const change = z.looseObject({
  value: z.looseObject({
    metadata: z.looseObject({ phone_number_id: z.string() }).optional(),
    statuses: z.array(status).default([]),
    messages: z.array(item).default([]),
    contacts: z.array(contact).catch([]).default([]),
  }),
});
const payload = z.looseObject({ entry: z.array(z.looseObject({ changes: z.array(change).default([]) })).default([]) });

/**
 * Extracts what a Cloud API webhook reports about one phone number. An app's webhook may cover several numbers; the
 * others are skipped, and so are fields we do not subscribe to.
 * @returns null if it is not such a webhook
 */
export function parseWebhook(body: unknown, phoneNumberId: string): NewInboxEntry[] | null {
  const parsed = payload.safeParse(body);
  if (!parsed.success) return null;
  const values = parsed.data.entry.flatMap((entry) => entry.changes.map((change) => change.value));
  return values
    .filter((value) => value.metadata?.phone_number_id === phoneNumberId)
    .flatMap(({ statuses, messages, contacts }) => [
      ...statuses.map((statuse) => ({
        key: `status ${statuse.id} ${statuse.status}`,
        kind: 'status' as const,
        payload: statuse,
      })),
      ...messages.map((message) => {
        // Meta sends a writer's name next to the message; only the message is stored.
        const profileName = contacts.find(({ wa_id }) => wa_id === message.from)?.profile.name;
        const payload = profileName === undefined ? message : { ...message, profileName };
        return { key: `message ${message.id}`, kind: 'message' as const, payload };
      }),
    ]);
}
