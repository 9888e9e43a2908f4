import { accountsContract } from './accounts.ts';
import { agentContract } from './agent.ts';
import { apiKeysContract } from './api-keys.ts';
import { auditContract } from './audit.ts';
import { billingContract } from './billing.ts';
import { botsContract } from './bots.ts';
import { audiencesContract, campaignsContract, campaignTemplatesContract } from './campaigns.ts';
import { chatsContract } from './chats.ts';
import { clusterContract } from './cluster.ts';
import { contactsContract } from './contacts.ts';
import { enginesContract } from './engines.ts';
import { knowledgeContract } from './knowledge.ts';
import { bulkListsContract, labelsContract } from './labels.ts';
import { liveContract } from './live.ts';
import { messagesContract } from './messages.ts';
import { notificationsContract } from './notifications.ts';
import { supportContract } from './support.ts';
import { suppressionContract } from './suppression.ts';
import { workspacesContract } from './workspaces.ts';

/** The web API under `/api`, one entry a domain. */
export const contract = {
  accounts: accountsContract,
  agent: agentContract,
  apiKeys: apiKeysContract,
  audiences: audiencesContract,
  audit: auditContract,
  billing: billingContract,
  bots: botsContract,
  campaignTemplates: campaignTemplatesContract,
  campaigns: campaignsContract,
  chats: chatsContract,
  cluster: clusterContract,
  contacts: contactsContract,
  engines: enginesContract,
  knowledge: knowledgeContract,
  labels: labelsContract,
  lists: bulkListsContract,
  live: liveContract,
  messages: messagesContract,
  notifications: notificationsContract,
  support: supportContract,
  suppression: suppressionContract,
  workspaces: workspacesContract,
};
