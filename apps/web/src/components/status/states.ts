import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react';

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';

/** How a state is shown; without `word`, by its own name. */
export interface State {
  tone: Tone;
  icon: TablerIcon;
  word?: string;
}

export type States = Record<string, State>;

/**
 * Contexts of states. The same name means different things in different contexts, so each has its own map (spec 000
 * section 4.1, spec 001 section 4, spec 002 section 2). A feature adds its contexts beside its states.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each feature adds to it
export interface StateContexts {}
export type StateContext = keyof StateContexts;

const unmapped: State = { tone: 'neutral', icon: IconHelpCircle };

/** How a state is shown; neutral if the map does not have it. */
export function stateIn(states: States, state: string): State {
  return Object.hasOwn(states, state) ? (states[state] ?? unmapped) : unmapped;
}

/** Makes a state with the icon that most states of its tone use. */
const kind =
  (tone: Tone, icon: TablerIcon) =>
  (word?: string, overrides: Partial<State> = {}): State => ({
    tone,
    icon,
    ...(word === undefined ? {} : { word }),
    ...overrides,
  });

export const done = kind('success', IconCircleCheck);
export const underWay = kind('info', IconLoader2);
export const troubled = kind('warning', IconAlertTriangle);
export const failed = kind('error', IconCircleX);
export const waits = kind('neutral', IconClock);
