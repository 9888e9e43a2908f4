import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from '@switchyard/kubernetes/objects';
import { replaceFile } from './replace-file.ts';
import type { ObjectStore } from './store/object-store.ts';

const FILE = 'node.json';

type NodeMarks = Pick<Node['metadata'], 'labels' | 'annotations'> & Pick<Node, 'spec'>;

/**
 * This machine's node with what somebody has put on it (a cordon, taints, labels) under an earlier cluster in the same
 * folder.
 */
export function withNodeMarks(directory: string, node: Node): Node {
  const path = join(directory, FILE);
  if (!existsSync(path)) return node;
  try {
    const { labels, annotations, spec } = JSON.parse(readFileSync(path, 'utf8')) as NodeMarks;
    // What the machine says of itself is true now; it may have another name than then.
    const metadata = {
      ...node.metadata,
      ...(annotations && { annotations }),
      labels: { ...labels, ...node.metadata.labels },
    };
    return { ...node, metadata, spec };
  } catch {
    // Cut short by a power failure: it is as it was before anybody touched it.
    return node;
  }
}

/** Writes down what is put on this machine's node from now on. @returns stops it */
export function rememberNodeMarks(directory: string, store: ObjectStore, nodeName: string): () => void {
  const known = store.find('nodes', '', nodeName)?.toObject() as Node | undefined;
  let written = known && textOf(known);
  return store.watch('nodes', store.version, ({ type, current }) => {
    if (current.name !== nodeName || type === 'DELETED') return;
    const text = textOf(current.toObject() as Node);
    if (text === written) return;
    written = text;
    replaceFile(join(directory, FILE), text);
  });
}

function textOf({ metadata: { labels, annotations }, spec }: Node): string {
  const marks: NodeMarks = { ...(labels && { labels }), ...(annotations && { annotations }), spec };
  return JSON.stringify(marks);
}
