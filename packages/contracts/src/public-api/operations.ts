import { audiences, campaigns } from './audiences.ts';
import { boards } from './boards.ts';
import { account, chats, contacts, engines, ping } from './chats.ts';
import { extensions } from './extensions.ts';
import { groups } from './groups.ts';
import { messages, scheduledMessages } from './messages.ts';
import { unsupported } from './unsupported.ts';
import { webhooks } from './webhooks.ts';

/** The API for programs, at `/v1`: in paths, fields and codes the incumbent's, so that its own SDK works with ours. */
export const publicApiContract = {
  ping: { check: ping },
  account,
  engines,
  scheduledMessages,
  messages,
  chats,
  contacts,
  groups,
  audiences,
  campaigns,
  boards,
  webhooks,
  extensions,
  unsupported,
};
