import { type BinaryNode, encodeBigEndian } from 'baileys';

/** The first child with this tag. */
export const childOf = (node: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  Array.isArray(node?.content) ? node.content.find((child) => child.tag === tag) : undefined;

/** All children, or those with this tag. */
export const childrenOf = (node: BinaryNode | undefined, tag?: string): BinaryNode[] =>
  Array.isArray(node?.content) ? node.content.filter((child) => tag === undefined || child.tag === tag) : [];

export function bytesOf(node: BinaryNode | undefined): Buffer {
  const content = node?.content;
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.alloc(0);
}

export const node = (tag: string, attrs: Record<string, string> = {}, content?: BinaryNode['content']): BinaryNode => ({
  tag,
  attrs,
  ...(content === undefined ? {} : { content }),
});

/** Seconds since 1970, as in attributes. */
export const seconds = (atMs: number): string => String(Math.floor(atMs / 1_000));

export const bigEndian = (value: number, bytes: number): Buffer => Buffer.from(encodeBigEndian(value, bytes));
