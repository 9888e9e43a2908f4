import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from '@switchyard/kubernetes/objects';
import { replaceFile } from './replace-file.ts';
import type { ObjectStore } from './store/object-store.ts';

const FILE = 'node.json';

/** This machine's node with what somebody has put on it (a cordon, taints, labels) under an earlier cluster in the same folder. */
export function withNodeMarks(directory: string, node: Node): Node {
  const path = join(directory, FILE);
  if (!existsSync(path)) return node;
  try {
    const { metadata, spec } = JSON.parse(readFileSync(path, 'utf8')) as Pick<Node, 'spec'> & { metadata: object };
    return { ...node, metadata: { ...node.metadata, ...metadata }, spec };
  } catch {
    // Cut short by a power failure: it is as it was before anybody touched it.
    return node;
  }
}

/** Writes down what is put on this machine's node from now on. @returns stops it */
export function rememberNodeMarks(directory: string, store: ObjectStore, nodeName: string): () => void {
  let written = '';
  return store.watch('nodes', store.version, ({ type, current }) => {
    if (current.name !== nodeName || type === 'DELETED') return;
    const { metadata, spec } = current.toObject() as Node;
    const { labels, annotations } = metadata;
    const text = JSON.stringify({ metadata: { labels, annotations }, spec });
    if (text === written) return;
    written = text;
    replaceFile(join(directory, FILE), text);
  });
}
