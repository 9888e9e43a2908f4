import { accountsContract } from './accounts.ts';
import { agentContract } from './agent.ts';
import { apiKeysContract } from './api-keys.ts';
import { auditContract } from './audit.ts';
import { billingContract } from './billing.ts';
import { botsContract } from './bots.ts';
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

/** The web API under `/api`, one entry a domain. */
export const contract = {
  accounts: accountsContract,
  agent: agentContract,
  apiKeys: apiKeysContract,
  audit: auditContract,
  billing: billingContract,
  bots: botsContract,
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
};
