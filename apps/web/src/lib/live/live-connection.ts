import type { LiveEvent } from '@switchyard/contracts/domains';

/**
 * `connecting`, or `reconnecting` after an earlier connection, for the first {@link OFFLINE_AFTER_MS} without one; then
 * `offline`.
 */
export type LiveState = { is: 'live' } | { is: 'connecting' | 'reconnecting' | 'offline'; since: Date };

export interface LiveConnection {
  state(): LiveState;
  /** @returns a function that unsubscribes */
  onState(listener: () => void): () => void;
  /** Every event of the workspace; @returns a function that unsubscribes */
  onEvent(listener: (event: LiveEvent) => void): () => void;
  /**
   * After a time without a connection, when events may have been missed: refetch. Also after the first connection,
   * since the screen was read earlier.
   * @returns a function that unsubscribes
   */
  onCatchUp(listener: () => void): () => void;
  /** Retries immediately, because the network is back. */
  retryNow(): void;
  close(): void;
}

export interface LiveTicket {
  url: string;
  clientId: string;
  username: string;
  password: string;
  topics: string[];
}

/** One connection to the broker; `closed` is called once, when it ends or could not be made. */
export type OpenSocket = (
  ticket: LiveTicket,
  on: { open: () => void; message: (payload: string) => void; closed: () => void },
) => { end: () => void };

const OFFLINE_AFTER_MS = 10_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/**
 * Delay before a retry: doubling, up to half of it random, so that clients do not all return at once after a server
 * restart.
 */
export function reconnectDelayMs(attempt: number, random: number = Math.random()): number {
  const full = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  return full / 2 + (full / 2) * random;
}

/**
 * Maintains a connection for live updates, with a fresh ticket for each attempt.
 * @param self identifies this tab, which does not receive its own changes: it already shows them
 */
export function connectLive(
  getTicket: () => Promise<LiveTicket>,
  openSocket: OpenSocket,
  self: string,
): LiveConnection {
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(event: LiveEvent) => void>();
  const catchUpListeners = new Set<() => void>();
  let state: LiveState = { is: 'connecting', since: new Date() };
  let attempt = 0;
  let hasBeenLive = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: { end: () => void } | undefined;

  const setState = (next: LiveState) => {
    state = next;
    for (const listener of stateListeners) listener();
  };
  const opened = () => {
    attempt = 0;
    setState({ is: 'live' });
    hasBeenLive = true;
    for (const listener of catchUpListeners) listener();
  };
  const received = (payload: string) => {
    const event = parseEvent(payload, self);
    if (event) for (const listener of eventListeners) listener(event);
  };
  const handleLoss = () => {
    socket = undefined;
    if (isClosed) return;
    const since = state.is === 'live' ? new Date() : state.since;
    const isLong = Date.now() - since.getTime() >= OFFLINE_AFTER_MS;
    setState({ is: isLong ? 'offline' : hasBeenLive ? 'reconnecting' : 'connecting', since });
    timer = setTimeout(open, reconnectDelayMs(attempt));
    attempt += 1;
  };
  const open = async () => {
    clearTimeout(timer);
    try {
      const ticket = await getTicket();
      if (isClosed) return;
      socket = openSocket(ticket, { open: opened, message: received, closed: handleLoss });
    } catch {
      handleLoss();
    }
  };
  const retryNow = () => {
    if (!socket && timer !== undefined) void open();
  };
  void open();

  return {
    state: () => state,
    onState: (listener) => subscribe(stateListeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
    onCatchUp: (listener) => subscribe(catchUpListeners, listener),
    retryNow,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      socket?.end();
    },
  };
}

function subscribe<Listener>(to: Set<Listener>, listener: Listener): () => void {
  to.add(listener);
  return () => to.delete(listener);
}

/**
 * Null for anything but an event, and for events caused by `self`. The server's messages are trusted like its
 * responses; listeners ignore types that this version of the web app does not know.
 */
function parseEvent(payload: string, self: string): LiveEvent | null {
  try {
    const event: (LiveEvent & { author?: string }) | null = JSON.parse(payload);
    return typeof event?.type !== 'string' || event.author === self ? null : event;
  } catch {
    return null;
  }
}
