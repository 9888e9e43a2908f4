import { audiences, campaigns } from './audiences.ts';
import { boards } from './boards.ts';
import { account, chats, contacts, engines, ping } from './chats.ts';
import { extensions } from './extensions.ts';
import { groups } from './groups.ts';
import { messages, scheduledMessages } from './messages.ts';
import { unsupported } from './unsupported.ts';
import { webhooks } from './webhooks.ts';

/** The public API at `/v1`, compatible with the incumbent's paths, fields and codes, so that its own SDK works. */
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
