import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import { describe, expect, test } from 'vitest';
import { StatusError } from '../kubernetes/status-error.ts';
import { ObjectStore, type StoreEvent } from './object-store.ts';

const object = (name: string, labels: Record<string, string> = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'ns', uid: name, resourceVersion: '', creationTimestamp: '', labels },
});
const newStore = (historyLimit = 100) => new ObjectStore({ startVersion: 0, historyLimit });
const names = (store: ObjectStore, ...at: [version?: number, after?: string]) =>
  [...store.snapshot('pods', ...at)].map(({ stored }) => stored.name);
const brief = ({ type, version, current }: StoreEvent) => `${type} ${current.name} ${version}`;

describe('versions', () => {
  test('rise with every change of any resource and are stamped on the object', () => {
    const store = newStore();
    expect(store.add('pods', object('a')).metadata.resourceVersion).toBe('1');
    expect(store.add('nodes', object('n')).metadata.resourceVersion).toBe('2');
    expect(store.replace('pods', object('a')).metadata.resourceVersion).toBe('3');
  });

  test('are reported before anybody sees them', () => {
    const reported: number[] = [];
    const store = new ObjectStore({
      startVersion: 7,
      historyLimit: 10,
      onVersion: (version) => reported.push(version),
    });
    store.add('pods', object('a'));
    expect(reported).toEqual([8]);
  });

  test('an existing object is not added, a missing one is not replaced', () => {
    const store = newStore();
    store.add('pods', object('a'));
    expect(() => store.add('pods', object('a'))).toThrow('already exists');
    expect(() => store.replace('pods', object('b'))).toThrow('not found');
    expect(store.version).toBe(1);
  });
});

describe('a watch', () => {
  test('delivers what came after its version, past and future, once and in order', () => {
    const store = newStore();
    store.add('pods', object('a'));
    store.add('pods', object('b'));
    const events: string[] = [];
    const stop = store.watch('pods', 1, (event) => events.push(brief(event)));
    store.replace('pods', object('a'));
    store.remove('pods', 'ns', 'b');
    stop();
    store.add('pods', object('c'));
    expect(events).toEqual(['ADDED b 2', 'MODIFIED a 3', 'DELETED b 4']);
  });

  test('keeps the order for all listeners when one changes the store', () => {
    const store = newStore();
    const events: string[] = [];
    store.watch('pods', 0, ({ type, current }) => {
      if (type === 'ADDED' && current.name === 'a') store.replace('pods', object('a'));
    });
    store.watch('pods', 0, (event) => events.push(brief(event)));
    store.add('pods', object('a'));
    expect(events).toEqual(['ADDED a 1', 'MODIFIED a 2']);
  });

  test('from before the history is refused as expired; running ones continue', () => {
    const store = newStore();
    store.add('pods', object('a'));
    const events: string[] = [];
    store.watch('pods', 1, (event) => events.push(brief(event)));
    store.compact();
    const refused = (from: number) => {
      try {
        store.watch('pods', from, () => undefined);
        return null;
      } catch (error) {
        return error instanceof StatusError ? [error.body.code, error.body.reason] : error;
      }
    };
    expect(refused(0)).toEqual([410, 'Expired']);
    expect(refused(1)).toBeNull();
    store.add('pods', object('b'));
    expect(events).toEqual(['ADDED b 2']);
  });

  test('loses only the oldest history when it is full', () => {
    const store = newStore(4);
    for (let count = 0; count < 20; count++) store.add('pods', object(`p${count}`));
    expect(() => store.watch('pods', 1, () => undefined)).toThrow('too old');
    const versions: number[] = [];
    store.watch('pods', 16, ({ version }) => versions.push(version));
    expect(versions).toEqual([17, 18, 19, 20]);
  });
});

describe('a snapshot', () => {
  test('is ordered by name', () => {
    const store = newStore();
    for (const name of ['c', 'a', 'b']) store.add('pods', object(name));
    expect(names(store)).toEqual(['a', 'b', 'c']);
    expect(names(store, undefined, 'ns/a')).toEqual(['b', 'c']);
  });

  test('shows an earlier version despite later additions, changes and removals', () => {
    const store = newStore();
    store.add('pods', object('a', { step: '1' }));
    store.add('pods', object('b'));
    store.add('pods', object('d'));
    const then = store.version;
    store.replace('pods', object('a', { step: '2' }));
    store.replace('pods', object('a', { step: '3' }));
    store.remove('pods', 'ns', 'b');
    store.add('pods', object('c'));
    expect(store.countAfter('pods', then, 'ns/a')).toBe(2);
    const [first] = store.snapshot('pods', then);
    expect(first?.stored.toObject().metadata.labels).toEqual({ step: '1' });
    expect(names(store, then)).toEqual(['a', 'b', 'd']);
    expect(names(store, then, 'ns/a')).toEqual(['b', 'd']);
    expect(names(store)).toEqual(['a', 'c', 'd']);
  });
});
