import { publicApiContract } from '@switchyard/contracts/public-api/operations';
import { Refusal } from '../../platform/refusal.ts';
import { account, engines, ping } from './account.routes.ts';
import { audiences, campaigns } from './audiences.routes.ts';
import { boards } from './boards.routes.ts';
import { chats } from './chats.routes.ts';
import { contacts } from './contacts.routes.ts';
import { extensionChanges } from './extension-changes.ts';
import { extensions } from './extensions.ts';
import { groups } from './groups.routes.ts';
import { messages } from './messages.routes.ts';
import { publicOperations as v1 } from './public-operations.ts';
import { scheduledMessages } from './scheduled-messages.routes.ts';
import { webhooks } from './webhooks.routes.ts';

export const publicApiRouter = {
  ping,
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
  extensions: { ...extensions, ...extensionChanges },
  unsupported: unsupportedRouter(),
};

/** Each refusal names the unsupported operation. */
function unsupportedRouter() {
  type Name = keyof typeof publicApiContract.unsupported;
  const refused = (name: Name) =>
    v1.unsupported[name].handler(({ procedure }) => {
      const { summary = 'This' } = procedure['~orpc'].route;
      throw new Refusal('NOT_SUPPORTED', undefined, `Not supported here: ${summary.toLowerCase()}.`);
    });
  const names = Object.keys(publicApiContract.unsupported) as Name[];
  return Object.fromEntries(names.map((name) => [name, refused(name)]));
}
