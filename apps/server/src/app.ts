import { demoDomain } from './demo/index.ts';
import { accountsDomain, outboxMailer } from './domains/accounts/index.ts';
import { billingDomain } from './domains/billing/index.ts';
import { chatsDomain } from './domains/chats/index.ts';
import { clusterDomain } from './domains/cluster/index.ts';
import { contactsDomain } from './domains/contacts/index.ts';
import { enginesDomain } from './domains/engines/index.ts';
import { filesDomain } from './domains/files/index.ts';
import { messagesDomain } from './domains/messages/index.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import type { Domain } from './platform/domain.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { smtpMailer } from './platform/mail/smtp-mailer.ts';
import { liveDomain } from './platform/mqtt/live-ticket.ts';
import type { Platform } from './platform/platform.ts';
import { simulatorDomain } from './platform/simulator/mount-simulator.ts';

/** Every domain, lowest first: the one list. The demo comes before all, so that its rows are there when the others start to work. */
export const domains: Domain[] = [
  demoDomain,
  liveDomain,
  simulatorDomain,
  billingDomain,
  accountsDomain,
  enginesDomain,
  contactsDomain,
  filesDomain,
  messagesDomain,
  chatsDomain,
  clusterDomain,
];

/** Mail goes to the SMTP server, or into the outbox where none is configured. */
export const createMailer = (config: Config, database: Database, jobs: Platform['jobs']): Mailer =>
  config.smtpUrl === null ? outboxMailer(database) : smtpMailer(jobs);
