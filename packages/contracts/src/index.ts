import { accountsContract } from './accounts.ts';
import { auditContract } from './audit.ts';
import { billingContract } from './billing.ts';
import { chatsContract } from './chats.ts';
import { clusterContract } from './cluster.ts';
import { contactsContract } from './contacts.ts';
import { enginesContract } from './engines.ts';
import { liveContract } from './live.ts';
import { messagesContract } from './messages.ts';
import { notificationsContract } from './notifications.ts';
import { workspacesContract } from './workspaces.ts';

/** The web API under `/api`, one entry a domain. */
export const contract = {
  accounts: accountsContract,
  audit: auditContract,
  billing: billingContract,
  chats: chatsContract,
  cluster: clusterContract,
  contacts: contactsContract,
  engines: enginesContract,
  live: liveContract,
  messages: messagesContract,
  notifications: notificationsContract,
  workspaces: workspacesContract,
};
