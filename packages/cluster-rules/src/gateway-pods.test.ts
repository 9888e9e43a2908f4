import { expect, it } from 'vitest';
import { isGatewayPod } from './gateway-pods.ts';

const pod = { app: 'whatsapp', nodeName: 'node-1' };

it.each([
  ['on a gateway node', pod, 'gateway', false, true],
  ['on another node', pod, 'normal', false, false],
  ['on another node, serving a session', pod, 'normal', true, true],
  ['an engine of ours', { ...pod, app: 'switchyard-engine' }, 'normal', false, true],
  ['of a DaemonSet on a gateway node', { ...pod, pinned: 'DaemonSet' }, 'gateway', false, false],
  [
    'pending without a node, made for gateway nodes',
    { ...pod, nodeName: '', toleratesGateway: true },
    undefined,
    false,
    true,
  ],
  ['pending without a node, made for others', { ...pod, nodeName: '' }, undefined, false, false],
] as const)('%s', (_, row, nodeType, servesSession, expected) => {
  expect(isGatewayPod(row, nodeType, servesSession)).toBe(expected);
});
