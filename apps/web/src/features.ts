import type { Feature } from './components/feature.ts';
import { billing } from './features/billing/feature.ts';
import { cluster } from './features/cluster/feature.ts';
import { developer } from './features/developer/feature.ts';
import { engines } from './features/engines/feature.ts';
import { messages } from './features/messages/feature.ts';

/** The one list of features: those that have a place in the navigation or states to show. */
export const features: readonly Feature[] = [messages, engines, cluster, billing, developer];
