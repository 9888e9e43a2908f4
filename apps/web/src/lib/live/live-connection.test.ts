import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectLive, type LiveTicket, type OpenSocket, reconnectDelayMs } from './live-connection.ts';

const ticket: LiveTicket = { url: '/mqtt', clientId: 'c', username: 'u', password: 'p', topics: ['t'] };

/** A broker controlled by the test. */
function makeBroker() {
  const opened: Parameters<OpenSocket>[1][] = [];
  let ended = 0;
  const open: OpenSocket = (_ticket, on) => {
    opened.push(on);
    return { end: () => (ended += 1) };
  };
  return { open, opened, last: () => opened[opened.length - 1], ended: () => ended };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('reconnect delay', () => {
  it('doubles up to half a minute', () => {
    expect([0, 1, 2, 10].map((attempt) => reconnectDelayMs(attempt, 1))).toEqual([500, 1000, 2000, 30_000]);
  });

  it('is at least half of that, with the rest random to spread out the clients', () => {
    expect(reconnectDelayMs(2, 0)).toBe(1000);
  });
});

describe('live connection', () => {
  it('is live once the broker accepts it, and delivers valid events', async () => {
    const broker = makeBroker();
    const live = connectLive(async () => ticket, broker.open, 'this tab');
    const events: unknown[] = [];
    live.onEvent((event) => events.push(event));
    expect(live.state().is).toBe('connecting');
    await vi.advanceTimersByTimeAsync(0);
    broker.last()?.open();
    expect(live.state()).toEqual({ is: 'live' });
    broker.last()?.message('{"type":"messages.stale"}');
    broker.last()?.message('{"a message":"without a type"}');
    broker.last()?.message('not JSON');
    expect(events).toEqual([{ type: 'messages.stale' }]);
    live.close();
  });

  it('drops what this tab did itself and already shows', async () => {
    const broker = makeBroker();
    const live = connectLive(async () => ticket, broker.open, 'this tab');
    const events: unknown[] = [];
    live.onEvent((event) => events.push(event));
    await vi.advanceTimersByTimeAsync(0);
    broker.last()?.open();
    broker.last()?.message('{"type":"messages.stale","author":"this tab"}');
    broker.last()?.message('{"type":"contacts.stale","author":"another tab"}');
    broker.last()?.message('null');
    expect(events).toEqual([{ type: 'contacts.stale', author: 'another tab' }]);
    live.close();
  });

  it('requests a new ticket after a loss, and signals a catch-up on each connection, since the screen was read earlier', async () => {
    const broker = makeBroker();
    const getTicket = vi.fn(async () => ticket);
    const live = connectLive(getTicket, broker.open, 'this tab');
    const catchUp = vi.fn();
    live.onCatchUp(catchUp);
    await vi.advanceTimersByTimeAsync(0);
    expect(catchUp).not.toHaveBeenCalled();
    broker.last()?.open();
    expect(catchUp).toHaveBeenCalledOnce();
    broker.last()?.closed();
    expect(live.state().is).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(500);
    expect(getTicket).toHaveBeenCalledTimes(2);
    broker.last()?.open();
    expect(catchUp).toHaveBeenCalledTimes(2);
    live.close();
  });

  it('is offline, counted from the loss, after ten seconds of attempts', async () => {
    const broker = makeBroker();
    let isReachable = true;
    const live = connectLive(
      async () => {
        if (!isReachable) throw new Error('no server');
        return ticket;
      },
      broker.open,
      'this tab',
    );
    await vi.advanceTimersByTimeAsync(0);
    broker.last()?.open();
    isReachable = false;
    const lostAt = new Date();
    broker.last()?.closed();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(live.state()).toEqual({ is: 'offline', since: lostAt });
    live.close();
  });

  it('stops retrying once closed', async () => {
    const broker = makeBroker();
    const live = connectLive(async () => ticket, broker.open, 'this tab');
    await vi.advanceTimersByTimeAsync(0);
    live.close();
    expect(broker.ended()).toBe(1);
    broker.last()?.closed();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(broker.opened).toHaveLength(1);
  });

  it('retries at once when the network is back', async () => {
    const broker = makeBroker();
    const live = connectLive(async () => ticket, broker.open, 'this tab');
    await vi.advanceTimersByTimeAsync(0);
    broker.last()?.closed();
    live.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(broker.opened).toHaveLength(2);
    live.close();
  });
});
