import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { gatewayAddress } from '../gateway/gateway-address.ts';
import { nodesAddress } from '../nodes/nodes-address.ts';
import { optimizerAddress } from '../optimizer/optimizer-address.ts';
import type { Codec } from './codecs.ts';
import { consoleOrigin } from './console-origin.ts';
import { readConsoleSearch } from './console-search.ts';

/** A state's text in the address bar, and the state parsed from such a text. */
const written = <State>(screen: Codec<State>, state: State) => defaultStringifySearch(screen.write(state));
const read = <State>(screen: Codec<State>, query: string) => screen.read(readConsoleSearch(defaultParseSearch(query)));

describe.each([
  [
    'optimizer',
    optimizerAddress as Codec<unknown>,
    {
      tab: 'nodes',
      view: 'health',
      types: ['gateway'],
      open: ['node-a', 'node-b'],
      podSearch: '007',
      podSort: { id: 'restarts', desc: true },
      sessionSearch: 'true',
    },
  ],
  [
    'gateway console',
    gatewayAddress as Codec<unknown>,
    {
      podName: 'a b&c',
      podStatuses: ['Error', 'Init:0/1'],
      sessionStatus: 'qrcode',
      user: '42',
      candidatesOnly: true,
      pod: 'uid-1',
      sort: { id: 'age', desc: false },
    },
  ],
  [
    'nodes monitor',
    nodesAddress as Codec<unknown>,
    {
      isAll: true,
      node: { cpuThreshold: 12.5, memoryThreshold: 60, name: 'gke' },
      pod: { enabled: true, cpuThreshold: 1, memoryThreshold: 2, name: '' },
      sort: { key: 'age', descending: false },
      open: ['node-a'],
    },
  ],
])('the address of the %s', (_name, screen, state) => {
  it('round-trips every filter, tab and sort order', () => {
    expect(read(screen, written(screen, state))).toEqual(state);
  });

  it('is empty for the screen’s initial state', () => {
    expect(written(screen, read(screen, ''))).toBe('');
  });
});

it('parses invalid values as defaults', () => {
  expect(read(optimizerAddress, '?tab=x&view=1&types=none')).toEqual({ ...read(optimizerAddress, ''), types: [] });
  expect(read(gatewayAddress, '?session=asleep&candidates=maybe')).toEqual(read(gatewayAddress, ''));
  expect(read(nodesAddress, '?cpu=-5&memory=lots&sort=-nothing')).toEqual(read(nodesAddress, ''));
  expect(readConsoleSearch({ name: 'x'.repeat(3_000), open: { deep: 1 }, tab: true })).toEqual({});
});

it('spec 001 §9: the nodes monitor opens sorted by memory percent descending, with the pod filter’s default name', () => {
  expect(read(nodesAddress, '')).toMatchObject({
    sort: { key: 'memory', descending: true },
    pod: { enabled: false, name: 'engine' },
  });
});

describe('the way back from an engine', () => {
  it('leads to one of the three screens, with its filters', () => {
    expect(consoleOrigin('/k8s-analyzer?pod=u-1&status=Error', defaultParseSearch)).toEqual({
      screen: '/k8s-analyzer',
      search: { pod: 'u-1', status: 'Error' },
    });
    expect(consoleOrigin('/cluster-optimizer', defaultParseSearch)).toEqual({
      screen: '/cluster-optimizer',
      search: {},
    });
  });

  it.each([
    undefined,
    '',
    '/engines',
    'https://elsewhere.example/k8s-analyzer',
    '//elsewhere.example',
    '/k8s-analyzer/../x',
  ])('leads nowhere else: %s', (from) => expect(consoleOrigin(from, defaultParseSearch)).toBeNull());
});
