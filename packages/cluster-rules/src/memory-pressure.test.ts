import { describe, expect, it } from 'vitest';
import {
  AUTO_CHECK_MS,
  AUTO_INTERVAL_MS,
  autoLeftMs,
  COOLDOWN_MS,
  COOLDOWN_REFRESH_MS,
  cooldownLeftMs,
  coolingNodes,
  isAutoDue,
  type PressurePod,
  terminateTarget,
  withCooldown,
} from './memory-pressure.ts';

const MI = 1024 ** 2;
const NOW = 1_700_000_000_000;
const pod = (name: string, mi: number | null, status = 'Running', pinned?: string): PressurePod => ({
  name,
  status,
  memoryBytes: mi && mi * MI,
  pinned,
});
/** A node of 10,000 Mi. */
const node = (name: string, memoryPercent: number | null, ...pods: PressurePod[]) => ({
  name,
  memoryPercent,
  memoryBytes: memoryPercent && memoryPercent * 100 * MI,
  pods,
});
const target = (nodes: ReturnType<typeof node>[], cooldowns = {}) => {
  const found = terminateTarget(nodes, cooldowns, NOW);
  return found && `${found.node.name}/${found.pod.name}`;
};

describe('spec 001 sections 5 and 9: terminate trigger', () => {
  it('takes the highest-memory pod on the fullest node', () => {
    expect(target([node('a', 91, pod('x', 4000)), node('b', 95, pod('y', 3100), pod('z', 3500))])).toBe('b/z');
  });

  it('needs node memory at 90% or more', () => {
    expect(target([node('a', 89.99, pod('x', 4000))])).toBeNull();
    expect(target([node('a', 90, pod('x', 4000))])).toBe('a/x');
    expect(target([node('a', Number.NaN, pod('x', 4000))])).toBeNull();
  });

  it('needs a Running pod of at least 3000 Mi', () => {
    expect(target([node('a', 99, pod('x', 2999.99))])).toBeNull();
    expect(target([node('a', 99, pod('x', 3000))])).toBe('a/x');
    expect(target([node('a', 99, pod('x', 5000, 'Terminating'), pod('y', 3001))])).toBe('a/y');
    expect(target([node('a', 99, pod('x', 5000, 'Error'))])).toBeNull();
  });

  it('moves on to the next node if the fullest has no suitable pod or is in cooldown', () => {
    expect(target([node('a', 99, pod('x', 100)), node('b', 92, pod('y', 3200))])).toBe('b/y');
    const cooldowns = { a: NOW - 1 };
    expect(target([node('a', 99, pod('x', 4000)), node('b', 92, pod('y', 3200))], cooldowns)).toBe('b/y');
    expect(target([node('a', 99, pod('x', 4000))], cooldowns)).toBeNull();
  });

  it('skips pods that must not be killed (DaemonSet, mirror, critical)', () => {
    expect(target([node('a', 99, pod('x', 9000, 'Running', 'DaemonSet'), pod('y', 3000))])).toBe('a/y');
  });
});

describe('unknown is not none', () => {
  it('skips a node that is not measured', () => {
    expect(target([node('a', null, pod('x', 9000))])).toBeNull();
  });

  it('takes no pod while an unmeasured one may be heavier', () => {
    expect(target([node('a', 95, pod('x', 3100), pod('y', null))])).toBeNull();
    expect(target([node('a', 95, pod('x', 6000), pod('y', null))])).toBe('a/x');
    expect(target([node('a', 95, pod('x', 3100), pod('y', null, 'Pending'))])).toBe('a/x');
  });
});

describe('spec 001 sections 4 and 9: cooldown of 20 minutes', () => {
  it('lasts 1,200,000 ms to the millisecond', () => {
    expect(COOLDOWN_MS).toBe(1_200_000);
    const cooldowns = withCooldown({}, 'a', NOW);
    expect(cooldownLeftMs(cooldowns, 'a', NOW)).toBe(1_200_000);
    expect(cooldownLeftMs(cooldowns, 'a', NOW + 1_199_999)).toBe(1);
    expect(cooldownLeftMs(cooldowns, 'a', NOW + 1_200_000)).toBe(0);
    expect(cooldownLeftMs(cooldowns, 'other', NOW)).toBe(0);
    expect(cooldownLeftMs({}, 'constructor', NOW)).toBe(0);
  });

  it('never lasts longer because a clock was set back', () => {
    expect(cooldownLeftMs({ a: NOW + 99_999_999 }, 'a', NOW)).toBe(COOLDOWN_MS);
  });

  it('lists cooling nodes, longest first, and drops the others on the next record', () => {
    const cooldowns = { a: NOW - 60_000, b: NOW - 1_000, c: NOW - COOLDOWN_MS };
    expect(coolingNodes(cooldowns, NOW).map(({ nodeName }) => nodeName)).toEqual(['b', 'a']);
    expect(withCooldown(cooldowns, 'd', NOW)).toEqual({ a: NOW - 60_000, b: NOW - 1_000, d: NOW });
    expect(COOLDOWN_REFRESH_MS).toBe(1_000);
  });
});

describe('spec 001 section 9: auto interval of 5 minutes, checked every 5 seconds', () => {
  it('is due at once the first time, then after 300,000 ms', () => {
    expect([AUTO_INTERVAL_MS, AUTO_CHECK_MS]).toEqual([300_000, 5_000]);
    expect(isAutoDue(null, NOW)).toBe(true);
    expect(isAutoDue(NOW - 299_999, NOW)).toBe(false);
    expect(isAutoDue(NOW - 300_000, NOW)).toBe(true);
    expect(autoLeftMs(NOW - 100_000, NOW)).toBe(200_000);
    expect(autoLeftMs(null, NOW)).toBe(0);
  });
});
