import type { Feature } from './components/feature.ts';
import { cluster } from './features/cluster/feature.ts';
import { engines } from './features/engines/feature.ts';
import { knowledge } from './features/knowledge/feature.ts';
import { messages } from './features/messages/feature.ts';

/** The one list of features: those that have a place in the navigation or states to show. */
export const features: readonly Feature[] = [messages, knowledge, engines, cluster];
