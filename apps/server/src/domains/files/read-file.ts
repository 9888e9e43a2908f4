import { Readable } from 'node:stream';
import type { StoredFile } from '@switchyard/contracts/files';
import type pg from 'pg';

export interface FoundFile extends StoredFile {
  contentId: string;
}

/** Files of a workspace by id; those that are not there are left out. */
export async function findFiles(
  pool: Pick<pg.Pool, 'query'>,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, FoundFile>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{
    id: string;
    name: string;
    mime_type: string;
    media: StoredFile['media'];
    bytes: number;
    content_id: string;
  }>(
    `select f.id, f.name, f.mime_type, f.media, c.bytes, c.id as content_id from files f join file_contents c on c.id = f.content_id
     where f.workspace_id = $1 and f.id = any($2::uuid[])`,
    [workspaceId, ids],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        _id: row.id,
        name: row.name,
        mimeType: row.mime_type,
        media: row.media,
        bytes: row.bytes,
        contentId: row.content_id,
      },
    ]),
  );
}

/** The bytes, read piece by piece as they are taken. Fails when the contents are removed meanwhile. */
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
