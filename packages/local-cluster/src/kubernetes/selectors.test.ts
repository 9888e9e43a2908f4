import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import { expect, test } from 'vitest';
import { fieldSelector, labelSelector } from './selectors.ts';

const object = {
  metadata: { name: 'one', labels: { app: 'engine', 'a.b/c': '1' } },
  spec: { nodeName: 'n1' },
  status: { phase: 'Running' },
} as unknown as KubernetesObject;

test.each([
  ['app=engine', true],
  ['app==engine,a.b/c=1', true],
  ['app=other', false],
  ['app!=other', true],
  ['missing!=x', true],
  ['app in (x, engine)', true],
  ['app in (x),a.b/c', false],
  ['app notin (x,y)', true],
  ['missing notin (x)', true],
  ['app', true],
  ['!app', false],
  ['!missing', true],
])('label selector %s', (text, selected) => expect(labelSelector(text)(object)).toBe(selected));

test.each([
  ['metadata.name=one', true],
  ['metadata.name=two', false],
  ['spec.nodeName=n1,status.phase!=Failed', true],
  ['status.phase!=Running', false],
  ['status.podIP=', true],
])('field selector %s', (text, selected) => {
  const allowed = ['metadata.name', 'spec.nodeName', 'status.phase', 'status.podIP'];
  expect(fieldSelector(text, allowed)(object)).toBe(selected);
});

test('refuses what cannot be parsed, or selected by', () => {
  expect(() => labelSelector('a=b=c')).toThrow('unable to parse requirement');
  expect(() => fieldSelector('metadata.name', ['metadata.name'])).toThrow('invalid field selector');
  expect(() => fieldSelector('spec.secret=x', ['metadata.name'])).toThrow('field label not supported: spec.secret');
});
