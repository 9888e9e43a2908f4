import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconLoader2,
  IconQrcode,
  IconUnlink,
  type TablerIcon,
} from '@tabler/icons-react';

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';

interface State {
  tone: Tone;
  icon: TablerIcon;
}

const done: State = { tone: 'success', icon: IconCircleCheck };
const underWay: State = { tone: 'info', icon: IconLoader2 };
const failed: State = { tone: 'error', icon: IconCircleX };
const waits: State = { tone: 'neutral', icon: IconClock };
const strange: State = { tone: 'warning', icon: IconAlertTriangle };

/**
 * The one map from a state to its colour and icon; its word is `states.<context>.<state>` of the texts, or the state itself.
 * The same word means different things to different people, so each context has its own entries (spec 000 section 4.1, spec 001
 * section 4, spec 002 section 2).
 */
export const stateMap = {
  message: {
    pending: waits,
    sending: underWay,
    sent: done,
    delivered: done,
    read: done,
    failed,
    cancelled: { tone: 'neutral', icon: IconBan },
    unknown: { tone: 'warning', icon: IconHelpCircle },
  },
  /** An engine as its owner sees it. */
  engine: {
    connected: done,
    qrcode: { tone: 'warning', icon: IconQrcode },
    initializing: underWay,
    browser_started: underWay,
    navigating: underWay,
    syncing: underWay,
    waiting_for_whatsapp_page: underWay,
    unpaired: { tone: 'warning', icon: IconUnlink },
    disconnected: failed,
    error: failed,
  },
  /** The connection state in timelines: connected green, on the way amber, disconnected or unpaired red (spec 000 section 4.1). */
  timeline: {
    connected: done,
    connecting: { ...underWay, tone: 'warning' },
    initializing: { ...underWay, tone: 'warning' },
    browser_started: { ...underWay, tone: 'warning' },
    navigating: { ...underWay, tone: 'warning' },
    waiting_for_whatsapp_page: { ...underWay, tone: 'warning' },
    syncing: { ...underWay, tone: 'warning' },
    qrcode: { tone: 'warning', icon: IconQrcode },
    unpaired: { tone: 'error', icon: IconUnlink },
    disconnected: failed,
    error: failed,
  },
  /** An engine session as the operators of the cluster see it. */
  cluster: {
    connected: done,
    qrcode: { tone: 'info', icon: IconQrcode },
    initializing: { ...underWay, tone: 'warning' },
    browser_started: { ...underWay, tone: 'warning' },
    navigating: { ...underWay, tone: 'warning' },
    disconnected: failed,
    unpaired: { tone: 'error', icon: IconUnlink },
  },
  /** The STATUS of `kubectl get pods`. */
  pod: {
    Running: done,
    Pending: waits,
    ContainerCreating: waits,
    Completed: { tone: 'neutral', icon: IconCircleCheck },
    Terminating: strange,
    CrashLoopBackOff: strange,
    CreateContainerError: strange,
    ErrImagePull: strange,
    ImagePullBackOff: strange,
    NodeNotReady: strange,
    Error: failed,
    Failed: failed,
    OOMKilled: failed,
    Evicted: failed,
    OutOfmemory: failed,
    ContainerStatusUnknown: { tone: 'error', icon: IconHelpCircle },
    Unknown: { tone: 'neutral', icon: IconHelpCircle },
  },
} as const satisfies Record<string, Record<string, State>>;

export type StateContext = keyof typeof stateMap;

/** Colour and icon of a state; a state that is not in the map is shown as neutral, by its own word. */
export function stateOf(context: StateContext, state: string): State {
  const entries: Record<string, State> = stateMap[context];
  return Object.hasOwn(entries, state) ? (entries[state] ?? unmapped) : unmapped;
}

const unmapped: State = { tone: 'neutral', icon: IconHelpCircle };
