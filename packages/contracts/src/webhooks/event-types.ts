import { z } from 'zod';
import { CAMPAIGN_STATES } from '../campaigns/operations.ts';
import { RECEIVED_KINDS } from '../engine/protocol.ts';
import { instant } from '../entity.ts';

const id = z.uuid();

/** State of a scheduled message after an event. Unknown fields are omitted. */
const messageData = z.object({
  id,
  to: z.string().describe('The recipient in E.164 form, or a group id.'),
  text: z.string(),
  status: z.string(),
  ack: z.int().describe('0: none · 1: WhatsApp has it · 2: delivered · 3: read · 4: played'),
  engineId: id.optional(),
  campaignId: z.string().optional(),
  sendAt: instant,
  createdAt: instant,
  sentAt: instant.optional(),
  deliveredAt: instant.optional(),
  readAt: instant.optional(),
  failureReason: z.string().optional(),
});

/** A message received by a connected number. */
const receivedData = z.object({
  id,
  engineId: id,
  chatId: z.string().describe('The sender in E.164 form, or the group id.'),
  from: z.string(),
  messageId: z.string().describe('WhatsApp’s message id.'),
  type: z.enum(RECEIVED_KINDS),
  text: z.string(),
  quotedMessageId: z.string().optional().describe('The message it replies to, reacts to or votes in.'),
  choices: z.array(z.string()).optional(),
  fileName: z.string().optional(),
  mimeType: z.string().optional(),
  timestamp: instant,
});

/** A WhatsApp connection. */
const sessionData = z.object({
  id,
  name: z.string(),
  state: z.string(),
  previousState: z.string(),
  connected: z.boolean(),
  phoneNumber: z.string().optional(),
});

const campaignData = z.object({
  id,
  name: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  reason: z.string().optional().describe('Why it was paused automatically.'),
});

/** An item of a board, with cells by column name. */
const itemData = z.object({
  id,
  boardId: id,
  number: z.int(),
  version: z.int(),
  cells: z.record(z.string(), z.unknown()),
  change: z.enum(['created', 'changed', 'moved', 'deleted', 'restored']),
});

/** A call from a step of an automation. */
const automationData = z.object({
  automationId: id,
  boardId: id,
  name: z.string(),
  itemId: id.optional(),
  values: z.record(z.string(), z.string()).describe('Values of the item and the chat, by name.'),
});

const testData = z.object({ webhookId: id, message: z.string() });

const ID = '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3a';
const ENGINE_ID = '019ac5d0-11aa-7d02-8c11-aa61f2c0de55';
const AT = '2026-11-28T09:30:00.000Z';
const message = {
  id: ID,
  to: '+447700900123',
  text: 'Your table is ready.',
  status: 'sent',
  ack: 1,
  engineId: ENGINE_ID,
  sendAt: AT,
  createdAt: '2026-11-27T16:05:12.000Z',
  sentAt: '2026-11-28T09:30:02.000Z',
} satisfies z.input<typeof messageData>;
const received = {
  id: ID,
  engineId: ENGINE_ID,
  chatId: '+447700900123',
  from: '+447700900123',
  messageId: '3EB0C767D26A1D8E5F9A',
  type: 'text',
  text: 'See you at eight!',
  timestamp: AT,
} satisfies z.input<typeof receivedData>;
const session = {
  id: ENGINE_ID,
  name: 'Front desk',
  state: 'connected',
  previousState: 'syncing',
  connected: true,
  phoneNumber: '+447700900001',
} satisfies z.input<typeof sessionData>;
const campaign = { id: ID, name: 'Autumn menu', state: 'running' } satisfies z.input<typeof campaignData>;
const delivered = { ...message, ack: 2, deliveredAt: '2026-11-28T09:30:04.000Z' };

const event = <Data extends z.ZodType>(summary: string, data: Data, example: z.input<Data>) => ({
  summary,
  data,
  example,
});

/** All events that webhooks can receive, by type: description, schema of `data`, and an example. */
export const WEBHOOK_EVENTS = {
  'message.queued': event('A message was scheduled', messageData, { ...message, status: 'pending', ack: 0 }),
  'message.sending': event('A message is being sent', messageData, { ...message, status: 'sending', ack: 0 }),
  'message.sent': event('WhatsApp accepted a message', messageData, message),
  'message.delivered': event('A message reached the recipient’s phone', messageData, delivered),
  'message.read': event('The recipient read a message', messageData, {
    ...delivered,
    ack: 3,
    readAt: '2026-11-28T09:31:40.000Z',
  }),
  'message.failed': event('A message could not be sent', messageData, {
    ...message,
    status: 'failed',
    ack: 0,
    failureReason: 'The number is not on WhatsApp.',
  }),
  'message.cancelled': event('A message was cancelled', messageData, { ...message, status: 'cancelled', ack: 0 }),
  'message.unknown': event('It is unknown whether a message was sent', messageData, {
    ...message,
    status: 'unknown',
    ack: 0,
  }),
  ack_changed_webhook: event('The delivery state of a message changed', messageData, delivered),
  new_message_received_webhook: event('A message was received', receivedData, received),
  reply_to_my_message_webhook: event('A contact replied to a message that you sent', receivedData, {
    ...received,
    quotedMessageId: '3EB0A1B2C3D4E5F60718',
  }),
  message_reaction_webhook: event('A contact reacted to a message', receivedData, {
    ...received,
    type: 'reaction',
    text: '👍',
    quotedMessageId: '3EB0A1B2C3D4E5F60718',
  }),
  poll_vote_webhook: event('A contact voted in a poll', receivedData, {
    ...received,
    type: 'vote',
    text: 'Saturday',
    choices: ['Saturday'],
    quotedMessageId: '3EB0A1B2C3D4E5F60718',
  }),
  'session.connected': event('A WhatsApp connection is ready', sessionData, session),
  'session.disconnected': event('A WhatsApp connection was lost', sessionData, {
    ...session,
    state: 'disconnected',
    previousState: 'connected',
    connected: false,
  }),
  'session.status_changed': event('The state of a WhatsApp connection changed', sessionData, session),
  'campaign.started': event('A campaign was started', campaignData, campaign),
  'campaign.paused': event('A campaign was paused, manually or automatically', campaignData, {
    ...campaign,
    state: 'paused',
    reason: 'More than a fifth of the last messages failed.',
  }),
  'campaign.resumed': event('A campaign was resumed', campaignData, campaign),
  'campaign.completed': event('A campaign completed', campaignData, { ...campaign, state: 'completed' }),
  'board.item_changed': event('An item of a board was created, changed or deleted', itemData, {
    id: ID,
    boardId: ENGINE_ID,
    number: 12,
    version: 3,
    cells: { Name: 'Crown for Amelia', Status: 'Arrived' },
    change: 'changed',
  }),
  'automation.called': event('A step of an automation called this webhook', automationData, {
    automationId: ID,
    boardId: ENGINE_ID,
    name: 'Crown is in',
    values: { Name: 'Crown for Amelia' },
  }),
  'campaign.aborted': event('A campaign was cancelled', campaignData, { ...campaign, state: 'cancelled' }),
} as const;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];

/** Events of the incumbent that webhooks may subscribe to but that this server does not send yet. */
export const UNSENT_EVENT_TYPES = [
  'participant_joined_via_link_webhook',
  'participant_added_by_admin_webhook',
  'participant_left_group_webhook',
  'participant_kicked_from_group_webhook',
  'group_admin_changed_webhook',
  'group_name_changed_webhook',
  'group_description_changed_webhook',
  'group_message_pinned_webhook',
  'message_deleted_revoked_webhook',
  'message_edited_webhook',
] as const;

/** Sent on request, regardless of the webhook's subscribed events. */
export const TEST_EVENT_TYPE = 'webhook.test';
export const TEST_EVENT = event('A test', testData, { webhookId: ID, message: 'This is a test from Switchyard.' });

/** Input of `data` by event type. */
export type WebhookEventData = {
  [Type in WebhookEventType]: z.input<(typeof WEBHOOK_EVENTS)[Type]['data']>;
} & { [TEST_EVENT_TYPE]: z.input<typeof testData> };

/** Body of all requests to webhooks. */
export const webhookBody = z.object({
  id: z.string().describe('Event id, identical across retries and replays, for deduplication.'),
  type: z.string(),
  created_at: instant,
  data: z.record(z.string(), z.unknown()),
});
