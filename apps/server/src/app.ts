import { accountsDomain, outboxMailer } from './domains/accounts/index.ts';
import { agentDomain } from './domains/agent/index.ts';
import { auditDomain } from './domains/audit/index.ts';
import { automationsDomain } from './domains/automations/index.ts';
import { billingDomain } from './domains/billing/index.ts';
import { boardsDomain } from './domains/boards/index.ts';
import { botsDomain } from './domains/bots/index.ts';
import { campaignsDomain } from './domains/campaigns/index.ts';
import { cellsDomain } from './domains/cells/index.ts';
import { chatsDomain } from './domains/chats/index.ts';
import { clusterDomain } from './domains/cluster/index.ts';
import { contactsDomain } from './domains/contacts/index.ts';
import { demoDomain } from './domains/demo/index.ts';
import { enginesDomain } from './domains/engines/index.ts';
import { filesDomain } from './domains/files/index.ts';
import { inboxDomain } from './domains/inbox/index.ts';
import { installationDomain } from './domains/installation/index.ts';
import { knowledgeDomain } from './domains/knowledge/index.ts';
import { mcpDomain } from './domains/mcp/index.ts';
import { messagesDomain } from './domains/messages/index.ts';
import { notificationsDomain } from './domains/notifications/index.ts';
import { publicApiDomain } from './domains/public-api/index.ts';
import { sharesDomain } from './domains/shares/index.ts';
import { simulatorDomain } from './domains/simulator/index.ts';
import { suppressionDomain } from './domains/suppression/index.ts';
import { webhooksDomain } from './domains/webhooks/index.ts';
import { workspacesDomain } from './domains/workspaces/index.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import type { Domain } from './platform/domain.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { smtpMailer } from './platform/mail/smtp-mailer.ts';
import type { Platform } from './platform/platform.ts';

/** Every domain, lowest layer first. There is no other list. */
export const domains: Domain[] = [
  auditDomain,
  workspacesDomain,
  billingDomain,
  filesDomain,
  notificationsDomain,
  accountsDomain,
  webhooksDomain,
  enginesDomain,
  contactsDomain,
  suppressionDomain,
  messagesDomain,
  chatsDomain,
  knowledgeDomain,
  botsDomain,
  campaignsDomain,
  automationsDomain,
  inboxDomain,
  boardsDomain,
  sharesDomain,
  publicApiDomain,
  clusterDomain,
  agentDomain,
  mcpDomain,
  cellsDomain,
  installationDomain,
  simulatorDomain,
  demoDomain,
];

/** Mail goes to the SMTP server if one is configured, otherwise to the outbox. */
export const createMailer = (config: Config, database: Database, jobs: Platform['jobs']): Mailer =>
  config.smtpUrl === null ? outboxMailer(database) : smtpMailer(jobs);
