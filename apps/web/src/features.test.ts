// @vitest-environment jsdom
import { MESSAGE_STATUSES } from '@switchyard/contracts/messages/status';
import { describe, expect, it } from 'vitest';
import { isPageAt, navigationFor } from './components/app-frame/navigation.ts';
import { type StateContext, type States, stateIn } from './components/status/states.ts';
import { features } from './features.ts';

const states = new Map(features.flatMap((feature) => Object.entries(feature.states ?? {})));
const statesOf = (context: StateContext): States => states.get(context) ?? {};

describe('state colours', () => {
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
    // spec 001 section 8: states with a cause are not neutral
    ['pod', 'CrashLoopBackOff', 'warning'],
    ['pod', 'CreateContainerError', 'warning'],
    ['pod', 'ImagePullBackOff', 'warning'],
    ['pod', 'NodeNotReady', 'warning'],
    ['pod', 'OutOfmemory', 'error'],
  ] as const)('%s %s is %s', (context, state, tone) => {
    expect(stateIn(statesOf(context), state).tone).toBe(tone);
  });

  it('an unknown state is neutral, whatever its name', () => {
    expect(stateIn(statesOf('engine'), 'of a later version').tone).toBe('neutral');
    expect(stateIn(statesOf('engine'), 'constructor').tone).toBe('neutral');
  });

  it('every message state has a label, as do all contexts that are not for technical users', () => {
    expect(Object.keys(statesOf('message'))).toEqual(expect.arrayContaining([...MESSAGE_STATUSES]));
    for (const context of ['message', 'engine', 'timeline', 'cluster'] as const) {
      expect(Object.values(statesOf(context)).filter((state) => !state.word)).toEqual([]);
    }
  });

  it('no two features declare the same states', () => {
    const contexts = features.flatMap((feature) => Object.keys(feature.states ?? {}));
    expect(new Set(contexts).size).toBe(contexts.length);
  });
});

describe('navigation', () => {
  it('shows the cluster to administrators only', () => {
    const groups = (role: 'admin' | 'user') => navigationFor(role, features).map((group) => group.name);
    const settings = ['you', 'workspace', 'billing', 'developers'];
    expect(groups('user')).toEqual(['plan', 'talk', 'automate', 'work', 'connect', ...settings]);
    expect(groups('admin')).toEqual(['operate', 'plan', 'talk', 'automate', 'work', 'connect', ...settings]);
  });

  it('sells nothing where plans are off', () => {
    document.documentElement.dataset.billing = 'off';
    try {
      expect(navigationFor('user', features).map(({ name }) => name)).not.toContain('billing');
    } finally {
      delete document.documentElement.dataset.billing;
    }
  });

  it('marks a screen’s entry as current on the screens that belong to it, and on no other', () => {
    const pages = navigationFor('admin', features).flatMap((group) => group.pages);
    const currentAt = (path: string) => pages.filter((page) => isPageAt(page, path)).map((page) => page.path);
    expect(currentAt('/btgpt')).toEqual(['/ai-assistant']);
    expect(currentAt('/campaigns-management')).toEqual(['/campaigns']);
    expect(currentAt('/account')).toEqual(['/account']);
    expect(currentAt('/account-security')).toEqual(['/account-security']);
    expect(currentAt('/session-timeline/abc')).toEqual(['/session-timeline/{-$sessionId}']);
    expect(currentAt('/bots')).toEqual(['/bots']);
    expect(currentAt('/k8s-analyzer-nodes')).toEqual(['/k8s-analyzer-nodes']);
    expect(currentAt('/invoices/1')).toEqual(['/account-invoices']);
    expect(currentAt('/qr-view')).toEqual([]);
  });

  it('orders a group’s pages by place, across features', () => {
    const operate = navigationFor('admin', features).find((group) => group.name === 'operate');
    expect(operate?.pages.map((page) => page.path)).toEqual([
      '/k8s-analyzer',
      '/k8s-analyzer-nodes',
      '/session-timeline/{-$sessionId}',
      '/cluster-optimizer',
      '/cluster-audit',
      '/bot-usage-dashboard',
      '/bots',
      '/installation',
    ]);
  });
});
