import { z } from 'zod';
import { agentLiveEvent } from '../agent/operations.ts';
import { botsLiveEvents } from '../bots/operations.ts';
import { campaignsLiveEvent } from '../campaigns/operations.ts';
import { chatsLiveEvent } from '../chats/operations.ts';
import { contactsLiveEvent } from '../contacts/operations.ts';
import { enginesLiveEvent } from '../engines/engine.ts';
import { knowledgeLiveEvent } from '../knowledge/operations.ts';
import { messagesLiveEvents } from '../messages/message.ts';
import { notificationsLiveEvent } from '../notifications/operations.ts';
import { reads, routesUnder } from '../operation.ts';
import { workspaceLiveEvent } from '../workspaces/operations.ts';

/**
 * What the server tells browsers, on the MQTT topic of their workspace. Changes are gathered for a moment and told together.
 * Each may have an `author`: the page (`x-socket-id`) whose doing it was, which passes it over.
 * A change names what changed; a browser that missed some reads again from the API (`*.stale`), so losing one costs freshness only.
 */
export const liveEvent = z.discriminatedUnion('type', [
  ...messagesLiveEvents,
  contactsLiveEvent,
  ...botsLiveEvents,
  chatsLiveEvent,
  campaignsLiveEvent,
  enginesLiveEvent,
  knowledgeLiveEvent,
  notificationsLiveEvent,
  workspaceLiveEvent,
  agentLiveEvent,
]);
export type LiveEvent = z.infer<typeof liveEvent>;

const at = routesUnder('live');

export const liveContract = {
  /** Short-lived credentials for the MQTT broker, with rights on the caller's own topics only. */
  ticket: reads(null)
    .route(at.post('/live/ticket', 'Credentials for live updates over MQTT'))
    .output(
      z.object({
        /** Path of the broker's WebSocket on this server, or an absolute URL of an external broker. */
        url: z.string(),
        clientId: z.string(),
        username: z.string(),
        password: z.string(),
        topics: z.array(z.string()),
        expiresInMs: z.number().int(),
      }),
    ),
};
