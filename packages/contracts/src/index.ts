import { accountsContract } from './accounts.ts';
import { apiKeysContract } from './api-keys.ts';
import { auditContract } from './audit.ts';
import { agentContract } from './agent.ts';
import { billingContract } from './billing.ts';
import { botsContract } from './bots.ts';
import { audiencesContract, campaignsContract, campaignTemplatesContract } from './campaigns.ts';
import { chatsContract } from './chats.ts';
import { clusterContract } from './cluster.ts';
import { contactsContract } from './contacts.ts';
import { enginesContract } from './engines.ts';
import { knowledgeContract } from './knowledge.ts';
import { liveContract } from './live.ts';
import { messagesContract } from './messages.ts';
import { notificationsContract } from './notifications.ts';
import { supportContract } from './support.ts';
import { workspacesContract } from './workspaces.ts';
import { bulkListsContract, labelsContract } from './labels.ts';
import { liveContract } from './live.ts';
import { messagesContract } from './messages.ts';
import { suppressionContract } from './suppression.ts';

/** The web API under `/api`, one entry a domain. */
export const contract = {
  accounts: accountsContract,
  apiKeys: apiKeysContract,
  audit: auditContract,
  agent: agentContract,
  billing: billingContract,
  bots: botsContract,
  audiences: audiencesContract,
  billing: billingContract,
  campaigns: campaignsContract,
  campaignTemplates: campaignTemplatesContract,
  chats: chatsContract,
  cluster: clusterContract,
  contacts: contactsContract,
  engines: enginesContract,
  knowledge: knowledgeContract,
  live: liveContract,
  messages: messagesContract,
  support: supportContract,
  notifications: notificationsContract,
  workspaces: workspacesContract,
  labels: labelsContract,
  lists: bulkListsContract,
  live: liveContract,
  messages: messagesContract,
  suppression: suppressionContract,
};
