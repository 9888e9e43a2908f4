import { accountsContract } from './accounts.ts';
import { billingContract } from './billing.ts';
import { audiencesContract, campaignsContract, campaignTemplatesContract } from './campaigns.ts';
import { chatsContract } from './chats.ts';
import { clusterContract } from './cluster.ts';
import { contactsContract } from './contacts.ts';
import { enginesContract } from './engines.ts';
import { bulkListsContract, labelsContract } from './labels.ts';
import { liveContract } from './live.ts';
import { messagesContract } from './messages.ts';
import { suppressionContract } from './suppression.ts';

/** The web API under `/api`, one entry a domain. */
export const contract = {
  accounts: accountsContract,
  audiences: audiencesContract,
  billing: billingContract,
  campaigns: campaignsContract,
  campaignTemplates: campaignTemplatesContract,
  chats: chatsContract,
  cluster: clusterContract,
  contacts: contactsContract,
  engines: enginesContract,
  labels: labelsContract,
  lists: bulkListsContract,
  live: liveContract,
  messages: messagesContract,
  suppression: suppressionContract,
};
