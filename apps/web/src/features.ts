import type { Feature } from './components/feature.ts';
import { campaigns } from './features/campaigns/feature.ts';
import { cluster } from './features/cluster/feature.ts';
import { contacts } from './features/contacts/feature.ts';
import { engines } from './features/engines/feature.ts';
import { messages } from './features/messages/feature.ts';

/** The one list of features: those that have a place in the navigation or states to show. */
export const features: readonly Feature[] = [messages, campaigns, contacts, engines, cluster];
