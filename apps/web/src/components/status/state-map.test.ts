import { describe, expect, it } from 'vitest';
import { screenTexts } from '../screen-texts.ts';
import { stateMap, stateOf } from './state-map.ts';

describe('colours of states', () => {
  it.each([
    // spec 000 section 4.1
    ['engine', 'connected', 'success'],
    ['engine', 'qrcode', 'warning'],
    ['engine', 'initializing', 'info'],
    ['engine', 'browser_started', 'info'],
    ['engine', 'navigating', 'info'],
    ['engine', 'syncing', 'info'],
    ['engine', 'unpaired', 'warning'],
    ['engine', 'disconnected', 'error'],
    ['engine', 'error', 'error'],
    // spec 001 section 4
    ['cluster', 'connected', 'success'],
    ['cluster', 'qrcode', 'info'],
    ['cluster', 'initializing', 'warning'],
    ['cluster', 'browser_started', 'warning'],
    ['cluster', 'navigating', 'warning'],
    ['cluster', 'disconnected', 'error'],
    ['cluster', 'unpaired', 'error'],
    // spec 002 section 2: default, secondary, destructive
    ['message', 'sent', 'success'],
    ['message', 'pending', 'neutral'],
    ['message', 'failed', 'error'],
    ['pod', 'Terminating', 'warning'],
    // spec 001 section 8: states with a cause are no neutral ones
    ['pod', 'CrashLoopBackOff', 'warning'],
    ['pod', 'CreateContainerError', 'warning'],
    ['pod', 'ImagePullBackOff', 'warning'],
    ['pod', 'NodeNotReady', 'warning'],
    ['pod', 'OutOfmemory', 'error'],
  ] as const)('%s %s is %s', (context, state, tone) => {
    expect(stateOf(context, state).tone).toBe(tone);
  });

  it('a state that is not in the map is neutral, whatever it is called', () => {
    expect(stateOf('engine', 'of a later version').tone).toBe('neutral');
    expect(stateOf('engine', 'constructor').tone).toBe('neutral');
  });

  it.each(['message', 'engine', 'cluster'] as const)('every %s state has a word', (context) => {
    expect(Object.keys(screenTexts.states[context]).sort()).toEqual(Object.keys(stateMap[context]).sort());
  });
});
