import { Backoff } from '@switchyard/backoff';
import '../../../../test/english.ts';
import { describe, expect, it, vi } from 'vitest';
import { type FollowState, followContainer } from './follow-container.ts';
import { LogPosition } from './log-position.ts';
import { LogRefusal } from './read-pod-log.ts';

/** Line `n` of a log that writes four lines a second. */
const line = (n: number) =>
  `2026-01-01T00:00:${String(Math.floor(n / 4)).padStart(2, '0')}.${n % 4}00000000Z line ${n}`;
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => line(from + at));

/** A pod whose log grows; each response of its log call is cut off after some lines. */
class Pod {
  written = 0;
  readonly queries: string[] = [];
  /** What each call does: the number of lines before it breaks; null: it ends normally. */
  readonly answers: { give: number; ends: 'cut' | 'end' | Error; writeBefore?: number }[] = [];

  async *lines(_container: string, query: string): AsyncGenerator<string> {
    this.queries.push(query);
    const answer = this.answers.shift();
    if (!answer) return void (await new Promise(() => undefined));
    this.written += answer.writeBefore ?? 0;
    const since = /sinceTime=2026-01-01T00%3A00%3A(\d\d)Z/.exec(query)?.[1];
    const from = since === undefined ? Math.max(0, this.written - 100) : Number(since) * 4;
    yield* lines(from, Math.min(this.written, from + answer.give));
    if (answer.ends === 'cut') throw new TypeError('network error');
    if (answer.ends instanceof Error) throw answer.ends;
  }
}

async function follow(pod: Pod, until: (shown: string[]) => boolean, readFirst = 0) {
  const ended = new AbortController();
  const shown: string[] = [];
  const states: FollowState[] = [];
  const position = new LogPosition();
  for (const raw of lines(0, readFirst)) position.accept(raw);
  const done = followContainer(
    pod,
    'main',
    position,
    ended.signal,
    { line: (raw) => shown.push(raw), state: (state) => states.push(state), failed: () => undefined },
    new Backoff(1, 4),
  );
  await vi.waitFor(() => expect(until(shown) || states.at(-1) === 'refused').toBe(true), { interval: 5 });
  ended.abort();
  await Promise.race([done, new Promise((resolve) => setImmediate(resolve))]);
  return { shown, states };
}

describe('following a container', () => {
  it('resumes after a cut within a second without losing or repeating a line', async () => {
    const pod = new Pod();
    for (let at = 0; at < 12; at += 1) pod.answers.push({ give: 5 + (at % 7), ends: 'cut', writeBefore: 6 });
    pod.answers.push({ give: 1_000, ends: 'end', writeBefore: 30 });
    const { shown, states } = await follow(pod, (all) => all.length >= 12 * 6 + 30);
    expect(shown).toEqual(lines(0, 12 * 6 + 30));
    expect(states).toContain('reconnecting');
  });

  it('first requests as in spec 001 section 7, then since the last second', async () => {
    const pod = new Pod();
    pod.answers.push({ give: 6, ends: 'cut', writeBefore: 6 }, { give: 9, ends: 'end', writeBefore: 3 });
    await follow(pod, (all) => all.length === 9);
    expect(pod.queries.slice(0, 2)).toEqual([
      'follow=true&tailLines=100&container=main&timestamps=true',
      'follow=true&sinceTime=2026-01-01T00%3A00%3A01Z&container=main&timestamps=true',
    ]);
  });

  it('repeats nothing that was read before, and closes the gap when more than 100 lines arrived in between', async () => {
    const quiet = new Pod();
    quiet.written = 40;
    quiet.answers.push({ give: 1_000, ends: 'end', writeBefore: 2 });
    expect((await follow(quiet, (all) => all.length === 2, 40)).shown).toEqual(lines(40, 42));
    const busy = new Pod();
    busy.written = 40;
    busy.answers.push({ give: 1_000, ends: 'end', writeBefore: 160 }, { give: 1_000, ends: 'end' });
    expect((await follow(busy, (all) => all.length === 160, 40)).shown).toEqual(lines(40, 200));
  });

  it('tells identical lines within one second apart', async () => {
    const position = new LogPosition();
    const same = '2026-01-01T00:00:00.5Z tick';
    expect([position.accept(same), position.accept(same)]).toEqual([true, true]);
    position.rewind();
    expect([1, 2, 3].map(() => position.accept(same))).toEqual([false, false, true]);
  });

  it('accepts lines whose clock went back, and lines without a timestamp, as they arrive', () => {
    const position = new LogPosition();
    expect(position.accept('2026-01-01T00:00:09Z late')).toBe(true);
    expect(position.accept('2026-01-01T00:00:02Z clock set back')).toBe(true);
    expect(position.accept('no timestamp')).toBe(true);
    expect(position.sinceTime).toBe('2026-01-01T00:00:09Z');
  });

  it.each([401, 403, 404])('stops at %d, where a retry would get the same answer', async (status) => {
    const pod = new Pod();
    pod.answers.push({ give: 0, ends: new LogRefusal('main', status, '', '') });
    const { states } = await follow(pod, () => false);
    expect(states).toEqual(['following', 'refused']);
  });

  it.each([429, 500, 503])('continues after %d', async (status) => {
    const pod = new Pod();
    pod.answers.push({ give: 0, ends: new LogRefusal('main', status, '', '') });
    pod.answers.push({ give: 3, ends: 'end', writeBefore: 3 });
    expect((await follow(pod, (all) => all.length === 3)).shown).toEqual(lines(0, 3));
  });
});

it('words a refusal as in spec 001 section 8, also over HTTP/2, which has no status text', () => {
  expect(new LogRefusal('engine', 404, 'Not Found', '').message).toBe(
    'Failed to fetch logs for engine: Not Found (404)',
  );
  expect(new LogRefusal('engine', 503, '', '').message).toBe(
    'Failed to fetch logs for engine: Service Unavailable (503)',
  );
});

it('waits for a container that has not started, and says so until its first line', async () => {
  const pod = new Pod();
  const waits = new LogRefusal('main', 400, 'Bad Request', 'container "main" is waiting to start');
  pod.answers.push({ give: 0, ends: waits }, { give: 0, ends: waits }, { give: 5, ends: 'end', writeBefore: 5 });
  const { shown, states } = await follow(pod, (all) => all.length >= 5);
  expect(shown).toEqual(lines(0, 5));
  expect(states.slice(0, 4)).toEqual(['following', 'waiting', 'waiting', 'following']);
});
