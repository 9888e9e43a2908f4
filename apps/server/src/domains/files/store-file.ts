import { createHash } from 'node:crypto';
import type { StoredFile } from '@switchyard/contracts/files/operations';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { text } from '@switchyard/contracts/text/text';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { newId } from '../../platform/database/columns.ts';
import { cleanFileName } from './file-name.ts';
import { fileType, HEAD_BYTES } from './file-type.ts';
import { emptyFile, storageFull, tooLarge, wrongFile } from './files.refusal.ts';
import { storePreview } from './preview.ts';

/**
 * One row of `file_chunks`: large enough that a file is few of them, small enough that many uploads fit into memory.
 */
const CHUNK_BYTES = 256 * 1024;

export interface Upload {
  workspaceId: string;
  name: string;
  /** As its owner says; may be empty. */
  contentType: string;
  /** Of a file that is something else than it says, the contents count: whoever brings it cannot mend it. */
  mendsType?: boolean;
  body: AsyncIterable<Buffer>;
}

/**
 * Stores a file piece by piece as it arrives. Bytes that the workspace has already are kept once. What an upload leaves
 * that ends in the middle is removed at once, or after a crash by `purgeFiles`.
 * @param quotaBytes what a workspace may keep in all; 0: any amount
 * @throws 413 `PAYLOAD_TOO_LARGE`, `STORAGE_FULL`; 422 `INVALID` for an empty file or one that is not what it says
 */
export async function storeFile(pool: pg.Pool, upload: Upload, quotaBytes = 0): Promise<StoredFile> {
  const end = await takeTurn(upload.workspaceId);
  try {
    return await store(pool, upload, quotaBytes);
  } finally {
    end();
  }
}

/**
 * Until a file is whole it is not counted; so no more of a workspace come in at once, and the others wait where they
 * are.
 */
const MAX_AT_ONCE = 8;
const turns = new Map<string, { running: number; waiting: (() => void)[] }>();

/** @returns ends the turn */
async function takeTurn(workspaceId: string): Promise<() => void> {
  const desk = turns.get(workspaceId) ?? { running: 0, waiting: [] };
  turns.set(workspaceId, desk);
  if (desk.running < MAX_AT_ONCE) desk.running += 1;
  else await new Promise<void>((resolve) => desk.waiting.push(resolve));
  return () => {
    const next = desk.waiting.shift();
    if (next) return next();
    desk.running -= 1;
    if (desk.running === 0) turns.delete(workspaceId);
  };
}

async function store(pool: pg.Pool, upload: Upload, quotaBytes: number): Promise<StoredFile> {
  const contentId = newId();
  await pool.query('insert into file_contents (id, workspace_id) values ($1, $2)', [contentId, upload.workspaceId]);
  let isKept = false;
  try {
    const { bytes, sha256, head } = await storeChunks(pool, contentId, upload);
    const type = (await fileType(head, upload.contentType)) ?? (upload.mendsType ? await fileType(head, '') : null);
    if (bytes === 0) throw emptyFile();
    if (!type) throw wrongFile(text('fileOtherType', { type: upload.contentType }));
    const file = { _id: newId(), name: cleanFileName(upload.name), ...type, bytes };
    isKept = await storeContent(pool, upload.workspaceId, contentId, sha256, file, quotaBytes);
    // What came in is not sent on.
    if (isKept && type.media === 'image' && !upload.mendsType) await storePreview(pool, { contentId, bytes });
    return file;
  } finally {
    if (!isKept) await pool.query('delete from file_contents where id = $1', [contentId]);
  }
}

async function storeChunks(pool: pg.Pool, contentId: string, { body, contentType, mendsType }: Upload) {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let bytes = 0;
  let number = 0;
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  const store = async () => {
    const chunk = Buffer.concat(gathered);
    await pool.query({
      name: 'file_chunk',
      text: 'insert into file_chunks (content_id, number, chunk) values ($1, $2, $3)',
      values: [contentId, number, chunk],
    });
    number += 1;
    gathered = [];
    gatheredBytes = 0;
  };
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_FILE_BYTES) throw tooLarge();
    hash.update(piece);
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
      if (!mendsType && head.length === HEAD_BYTES && !(await fileType(head, contentType))) break;
    }
    gathered.push(piece);
    gatheredBytes += piece.length;
    if (gatheredBytes >= CHUNK_BYTES) await store();
  }
  if (gatheredBytes > 0) await store();
  return { bytes, sha256: hash.digest(), head };
}

/**
 * Names the file, over contents that the workspace has already, else over these. One after the other in a workspace, so
 * that the same file uploaded twice at once is kept once, and two files do not both take the last of its room.
 * @returns whether these contents are the ones kept
 * @throws 413 `STORAGE_FULL`
 */
async function storeContent(
  pool: pg.Pool,
  workspaceId: string,
  contentId: string,
  sha256: Buffer,
  file: StoredFile,
  quotaBytes: number,
): Promise<boolean> {
  return drizzle(pool).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files ${workspaceId}`}, 0))`);
    const nameOver = (contents: SQL) =>
      tx.execute(
        sql`insert into files (id, workspace_id, content_id, name, mime_type, media)
            select ${file._id}, ${workspaceId}, kept.id, ${file.name}, ${file.mimeType}, ${file.media} from (${contents}) kept`,
      );
    // The lock keeps contents that are about to be forgotten from vanishing under a new name.
    const same = sql`select id from file_contents where workspace_id = ${workspaceId} and sha256 = ${sha256} for key share`;
    if (((await nameOver(same)).rowCount ?? 0) > 0) return false;
    const { rows } = await tx.execute<{ used: string }>(
      sql`select coalesce(sum(bytes), 0) as used from file_contents where workspace_id = ${workspaceId}`,
    );
    const usedBytes = Number(rows[0]?.used ?? 0);
    if (quotaBytes > 0 && usedBytes + file.bytes > quotaBytes) throw storageFull(quotaBytes, usedBytes);
    await tx.execute(sql`update file_contents set sha256 = ${sha256}, bytes = ${file.bytes} where id = ${contentId}`);
    await nameOver(sql`select id from file_contents where id = ${contentId}`);
    return true;
  });
}
