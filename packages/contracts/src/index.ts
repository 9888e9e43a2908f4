import { accountsContract } from './accounts.ts';
import { agentContract } from './agent.ts';
import { billingContract } from './billing.ts';
import { chatsContract } from './chats.ts';
import { clusterContract } from './cluster.ts';
import { contactsContract } from './contacts.ts';
import { enginesContract } from './engines.ts';
import { liveContract } from './live.ts';
import { messagesContract } from './messages.ts';

/** The web API under `/api`, one entry a domain. */
export const contract = {
  accounts: accountsContract,
  agent: agentContract,
  billing: billingContract,
  chats: chatsContract,
  cluster: clusterContract,
  contacts: contactsContract,
  engines: enginesContract,
  live: liveContract,
  messages: messagesContract,
};
