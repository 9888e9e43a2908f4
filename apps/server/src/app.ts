import { enginesDomain } from './domains/engines/index.ts';
import { messagesDomain } from './domains/messages/index.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import type { Domain } from './platform/domain.ts';
import type { Log } from './platform/logging/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { liveDomain } from './platform/mqtt/live-ticket.ts';
import { simulatorDomain } from './platform/simulator/mount-simulator.ts';

/** Every domain, lowest first: the one list. */
export const domains: Domain[] = [liveDomain, simulatorDomain, enginesDomain, messagesDomain];

/** Until a way to send it is configured, mail is only told in the log. */
export const createMailer = (_config: Config, _database: Database, log: Log): Mailer => ({
  send: async ({ to, subject }) => log.warn({ to, subject }, 'mail was not sent: no mailer'),
});
