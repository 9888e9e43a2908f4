import { Readable } from 'node:stream';
import type { StoredFile } from '@switchyard/contracts/files/operations';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '../../platform/database/database.ts';
import { fileChunks, fileContents, files } from './files.schema.ts';

export interface FoundFile extends StoredFile {
  contentId: string;
}

const withContents = (db: Db) =>
  db
    .select({
      _id: files.id,
      name: files.name,
      mimeType: files.mimeType,
      media: files.media,
      bytes: fileContents.bytes,
      contentId: fileContents.id,
    })
    .from(files)
    .innerJoin(fileContents, eq(fileContents.id, files.contentId));

/** Finds files of a workspace by id; omits unknown ids. */
export async function findFiles(db: Db, workspaceId: string, ids: string[]): Promise<Map<string, FoundFile>> {
  if (ids.length === 0) return new Map();
  const found = await withContents(db).where(and(eq(files.workspaceId, workspaceId), inArray(files.id, ids)));
  return new Map(found.map((file) => [file._id, file]));
}

/** Those of these files that start like Opus in Ogg, with the Opus header in the first page after the page's own. */
export async function findOpus(db: Db, found: readonly FoundFile[]): Promise<Set<string>> {
  if (found.length === 0) return new Set();
  const contentIds = found.map(({ contentId }) => contentId);
  const rows = await db
    .select({ contentId: fileChunks.contentId })
    .from(fileChunks)
    .where(
      and(
        inArray(fileChunks.contentId, contentIds),
        eq(fileChunks.number, 0),
        sql`position('OpusHead'::bytea in substring(${fileChunks.chunk} from 1 for 64)) > 0`,
      ),
    );
  const opus = new Set(rows.map(({ contentId }) => contentId));
  return new Set(found.filter(({ contentId }) => opus.has(contentId)).map(({ _id }) => _id));
}

/** Finds a file after the caller has checked access to it. Null: it was removed. */
export async function findFile(db: Db, id: string): Promise<FoundFile | null> {
  const [found] = await withContents(db).where(eq(files.id, id));
  return found ?? null;
}

/** Retains files that a message is about to refer to. */
export async function keepFiles(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(files)
    .set({ unusedSince: null })
    .where(and(inArray(files.id, ids), isNotNull(files.unusedSince)));
}

/** Streams the bytes chunk by chunk as they are consumed. Fails if the contents are removed meanwhile. */
export const streamContent = (pool: pg.Pool, { contentId, bytes }: Pick<FoundFile, 'contentId' | 'bytes'>): Readable =>
  Readable.from(chunksOf(pool, contentId, bytes), { objectMode: false });

async function* chunksOf(pool: pg.Pool, contentId: string, bytes: number): AsyncGenerator<Buffer> {
  let read = 0;
  for (let number = 0; read < bytes; number += 1) {
    const { rows } = await pool.query<{ chunk: Buffer }>({
      name: 'file_read_chunk',
      text: 'select chunk from file_chunks where content_id = $1 and number = $2',
      values: [contentId, number],
    });
    const chunk = rows[0]?.chunk;
    if (!chunk) throw new Error('the file was removed while it was read');
    read += chunk.length;
    yield chunk;
  }
}
