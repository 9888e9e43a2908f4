import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';

const at = routesUnder('live');

export const liveTicket = z.object({
  /** Path of the broker's WebSocket on this server, or an absolute URL of an external broker. */
  url: z.string(),
  clientId: z.string(),
  username: z.string(),
  password: z.string(),
  topics: z.array(z.string()),
  expiresInMs: z.number().int(),
});

export const liveContract = {
  /** Short-lived credentials for the MQTT broker, with rights on the caller's own topics only. */
  ticket: query(null).route(at.post('/live/ticket', 'Credentials for live updates over MQTT')).output(liveTicket),
};
