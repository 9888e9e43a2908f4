import { apiKeysContract } from './accounts/api-keys.ts';
import { accountsContract } from './accounts/operations.ts';
import { supportContract } from './accounts/support.ts';
import { agentContract } from './agent/operations.ts';
import { auditContract } from './audit/operations.ts';
import { automationsContract } from './automations/operations.ts';
import { billingContract } from './billing/operations.ts';
import { boardsContract } from './boards/operations.ts';
import { botsContract } from './bots/operations.ts';
import { audiencesContract, campaignsContract, campaignTemplatesContract } from './campaigns/operations.ts';
import { chatsContract } from './chats/operations.ts';
import { clusterContract } from './cluster/operations.ts';
import { bulkListsContract, labelsContract } from './contacts/labels.ts';
import { contactsContract } from './contacts/operations.ts';
import { personalDataContract } from './contacts/personal-data.ts';
import { enginesContract } from './engines/operations.ts';
import { inboxContract } from './inbox/operations.ts';
import { installationContract } from './installation/operations.ts';
import { knowledgeContract } from './knowledge/operations.ts';
import { liveContract } from './live/operations.ts';
import { oauthContract } from './mcp/operations.ts';
import { messagesContract } from './messages/operations.ts';
import { notificationsContract } from './notifications/operations.ts';
import { inboundWebhooksContract } from './public-api/inbound-webhooks.ts';
import { sharesContract } from './shares/operations.ts';
import { suppressionContract } from './suppression/operations.ts';
import { webhooksContract } from './webhooks/operations.ts';
import { workspacesContract } from './workspaces/operations.ts';

/** The web API under `/api`, one entry per domain. */
export const contract = {
  accounts: accountsContract,
  agent: agentContract,
  apiKeys: apiKeysContract,
  audiences: audiencesContract,
  audit: auditContract,
  automations: automationsContract,
  billing: billingContract,
  boards: boardsContract,
  bots: botsContract,
  campaignTemplates: campaignTemplatesContract,
  campaigns: campaignsContract,
  chats: chatsContract,
  cluster: clusterContract,
  contacts: contactsContract,
  personalData: personalDataContract,
  engines: enginesContract,
  inboundWebhooks: inboundWebhooksContract,
  inbox: inboxContract,
  installation: installationContract,
  knowledge: knowledgeContract,
  labels: labelsContract,
  lists: bulkListsContract,
  live: liveContract,
  messages: messagesContract,
  notifications: notificationsContract,
  oauth: oauthContract,
  shares: sharesContract,
  support: supportContract,
  suppression: suppressionContract,
  webhooks: webhooksContract,
  workspaces: workspacesContract,
};
