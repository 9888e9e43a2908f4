import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from '@switchyard/kubernetes/objects';
import { replaceFile } from './replace-file.ts';
import type { ObjectStore } from './store/object-store.ts';

const FILE = 'node.json';

type NodeMarks = Pick<Node['metadata'], 'labels' | 'annotations'> & Pick<Node, 'spec'>;

/**
 * This machine's node with the changes (a cordon, taints, labels) made to it under an earlier cluster in the same
 * folder.
 */
export function withNodeMarks(directory: string, node: Node): Node {
  const path = join(directory, FILE);
  if (!existsSync(path)) return node;
  try {
    const { labels, annotations, spec } = JSON.parse(readFileSync(path, 'utf8')) as NodeMarks;
    // The machine's own facts are current; it may have had another name then.
    const metadata = {
      ...node.metadata,
      ...(annotations && { annotations }),
      labels: { ...labels, ...node.metadata.labels },
    };
    return { ...node, metadata, spec };
  } catch {
    // Truncated by a power failure: the node starts unmodified.
    return node;
  }
}

/** Saves later changes to this machine's node. @returns stops saving */
export function rememberNodeMarks(directory: string, store: ObjectStore, nodeName: string): () => void {
  const current = store.find('nodes', '', nodeName)?.toObject() as Node | undefined;
  let written = current && textOf(current);
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
