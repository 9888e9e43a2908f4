import type { Feature } from './components/feature.ts';
import { accounts } from './features/accounts/feature.ts';
import { agent } from './features/agent/feature.ts';
import { billing } from './features/billing/feature.ts';
import { boards } from './features/boards/feature.ts';
import { bots } from './features/bots/feature.ts';
import { campaigns } from './features/campaigns/feature.ts';
import { chats } from './features/chats/feature.ts';
import { cluster } from './features/cluster/feature.ts';
import { contacts } from './features/contacts/feature.ts';
import { developer } from './features/developer/feature.ts';
import { engines } from './features/engines/feature.ts';
import { inbox } from './features/inbox/feature.ts';
import { installation } from './features/installation/feature.ts';
import { knowledge } from './features/knowledge/feature.ts';
import { messages } from './features/messages/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { oauth } from './features/oauth/feature.ts';
import { workspaces } from './features/workspaces/feature.ts';

/** All features that add to the navigation or declare states. */
export const features: readonly Feature[] = [
  messages,
  contacts,
  campaigns,
  inbox,
  chats,
  agent,
  bots,
  knowledge,
  boards,
  engines,
  cluster,
  installation,
  accounts,
  notifications,
  workspaces,
  billing,
  developer,
  oauth,
];
