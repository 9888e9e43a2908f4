import type { EngineStatus } from '../engine/protocol.ts';

/** Colour classes of the state map (spec 000 section 4.1). */
export type ColourClass = 'success' | 'info' | 'warning' | 'error' | 'neutral';

interface StatusFacts {
  colour: ColourClass;
  /** Counted and shown as "starting up". */
  startingUp: boolean;
  /** Counted as "needs attention". */
  needsAttention: boolean;
  /**
   * Statuses that may follow. `disconnected`, `error` and `initializing` may follow any status, because a process can
   * end or be restarted at any time.
   */
  next: readonly EngineStatus[];
}

const ALWAYS = ['disconnected', 'error', 'initializing'] as const satisfies readonly EngineStatus[];

/**
 * The life cycle of an engine session, as one table for the server, the screens and the tests (spec 000 sections 4.1
 * and 5). Drivers without a browser skip the browser's statuses; they never fake them.
 */
export const ENGINE_LIFECYCLE = {
  disconnected: {
    colour: 'error',
    startingUp: false,
    needsAttention: true,
    // Besides a restart: a driver that reconnects automatically continues wherever WhatsApp lets it.
    next: [...ALWAYS, 'waiting_for_whatsapp_page', 'unpaired', 'qrcode', 'syncing', 'connected'],
  },
  initializing: {
    colour: 'info',
    startingUp: true,
    needsAttention: false,
    next: [...ALWAYS, 'browser_started', 'waiting_for_whatsapp_page', 'unpaired', 'qrcode', 'syncing', 'connected'],
  },
  browser_started: { colour: 'info', startingUp: true, needsAttention: false, next: [...ALWAYS, 'navigating'] },
  navigating: {
    colour: 'info',
    startingUp: true,
    needsAttention: false,
    next: [...ALWAYS, 'waiting_for_whatsapp_page', 'unpaired', 'qrcode', 'syncing', 'connected'],
  },
  waiting_for_whatsapp_page: {
    colour: 'info',
    startingUp: true,
    needsAttention: false,
    next: [...ALWAYS, 'navigating', 'unpaired', 'qrcode', 'syncing', 'connected'],
  },
  unpaired: {
    colour: 'warning',
    startingUp: false,
    needsAttention: true,
    next: [...ALWAYS, 'waiting_for_whatsapp_page', 'qrcode', 'syncing', 'connected'],
  },
  qrcode: {
    colour: 'warning',
    startingUp: false,
    needsAttention: false,
    next: [...ALWAYS, 'waiting_for_whatsapp_page', 'unpaired', 'syncing', 'connected'],
  },
  syncing: {
    colour: 'info',
    startingUp: true,
    needsAttention: false,
    next: [...ALWAYS, 'waiting_for_whatsapp_page', 'unpaired', 'connected'],
  },
  connected: {
    colour: 'success',
    startingUp: false,
    needsAttention: false,
    next: [...ALWAYS, 'waiting_for_whatsapp_page', 'syncing', 'unpaired', 'qrcode'],
  },
  error: {
    colour: 'error',
    startingUp: false,
    needsAttention: true,
    next: [...ALWAYS, 'waiting_for_whatsapp_page', 'unpaired', 'qrcode', 'syncing', 'connected'],
  },
} as const satisfies Record<EngineStatus, StatusFacts>;

/** Whether an engine session may go from one status to another. Staying is always allowed. */
export function canFollow(from: EngineStatus, to: EngineStatus): boolean {
  const next: readonly EngineStatus[] = ENGINE_LIFECYCLE[from].next;
  return from === to || next.includes(to);
}

/**
 * Returns the status to show (spec 000 section 4.1): with a live gateway connection, the stored status is kept if it is
 * connected, starting up or qrcode; without one, only the starting-up statuses are kept. Otherwise the engine session
 * is disconnected: its own status if that gives the reason, else `disconnected`.
 */
export function effectiveStatus(stored: EngineStatus | null, hasLiveConnection: boolean): EngineStatus {
  if (stored === null) return 'disconnected';
  if (ENGINE_LIFECYCLE[stored].startingUp) return stored;
  if (hasLiveConnection) return stored;
  return stored === 'connected' || stored === 'qrcode' ? 'disconnected' : stored;
}

export type EventSeverity = 'success' | 'info' | 'warning' | 'error';

/** All session events by name, with the severity that colours them (spec 000 section 4.3). */
export const SESSION_EVENTS = {
  session_request: 'info',
  session_exists: 'info',
  session_created: 'info',
  session_assigned: 'info',
  session_cleanup: 'warning',
  session_removed: 'warning',
  session_error: 'error',
  browser_starting: 'info',
  browser_started: 'info',
  browser_closed: 'warning',
  navigation_started: 'info',
  navigation_complete: 'info',
  navigation_failed: 'error',
  qr_generated: 'info',
  qr_timeout: 'warning',
  authenticated: 'success',
  store_ready: 'success',
  connection_error: 'error',
  disconnected: 'error',
  appStateChanged: 'info',
  handleWaStateHealthCheck: 'info',
} as const satisfies Record<string, EventSeverity>;
export type SessionEventName = keyof typeof SESSION_EVENTS;

/** Returns the severity of an event name; unknown names are `info`. */
export function eventSeverity(name: string): EventSeverity {
  return name in SESSION_EVENTS ? SESSION_EVENTS[name as SessionEventName] : 'info';
}

/** Returns the names of the events that are at least this severe. */
export const eventsOfSeverity = (least: 'warning' | 'error'): string[] =>
  Object.entries(SESSION_EVENTS).flatMap(([name, severity]) =>
    severity === 'error' || severity === least ? [name] : [],
  );

/**
 * Computes the counters on the engines page (spec 000 section 4.1). Legacy engines never count as connected, but always
 * as needing attention.
 */
export function countEngines(rows: readonly { status: EngineStatus; isLegacy: boolean }[]): {
  total: number;
  connected: number;
  startingUp: number;
  needsAttention: number;
} {
  const counts = { total: rows.length, connected: 0, startingUp: 0, needsAttention: 0 };
  for (const { status, isLegacy } of rows) {
    if (status === 'connected' && !isLegacy) counts.connected += 1;
    if (ENGINE_LIFECYCLE[status].startingUp) counts.startingUp += 1;
    if (isLegacy || ENGINE_LIFECYCLE[status].needsAttention) counts.needsAttention += 1;
  }
  return counts;
}
