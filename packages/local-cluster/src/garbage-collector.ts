import type { ObjectStore } from './store/object-store.ts';

/**
 * Removes secrets whose owner was deleted, like a real cluster's garbage collector (without `blockOwnerDeletion` or
 * orphaning).
 */
export function collectGarbage(store: ObjectStore): () => void {
  return store.watch('pods', store.version, (event) => {
    if (event.type !== 'DELETED') return;
    const { uid } = event.current.toObject().metadata;
    for (const stored of [...store.all('secrets')]) {
      const owners = stored.toObject().metadata.ownerReferences ?? [];
      if (owners.length > 0 && owners.every((owner) => owner.uid === uid)) {
        store.remove('secrets', stored.namespace, stored.name);
      }
    }
  });
}
