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
 * Size of a row in `file_chunks`: large enough for few rows per file, small enough that many uploads fit into memory.
 */
const CHUNK_BYTES = 256 * 1024;

export interface Upload {
  workspaceId: string;
  name: string;
  /** As declared by the owner; may be empty. */
  contentType: string;
  /** Whether a wrong declared type is replaced by the detected one, for uploaders who can't correct it. */
  correctsType?: boolean;
  body: AsyncIterable<Buffer>;
}

/**
 * Stores a file chunk by chunk as it arrives. Bytes the workspace already has are stored once. The remains of an
 * interrupted upload are removed at once, or after a crash by `purgeFiles`.
 * @param quotaBytes the workspace's total quota; 0: unlimited
 * @throws 413 `PAYLOAD_TOO_LARGE`, `STORAGE_FULL`; 422 `INVALID` for an empty file or one that contradicts its declared
 *   type
 */
export async function storeFile(pool: pg.Pool, upload: Upload, quotaBytes = 0): Promise<StoredFile> {
  const releaseSlot = await acquireSlot(upload.workspaceId);
  try {
    return await storeUpload(pool, upload, quotaBytes);
  } finally {
    releaseSlot();
  }
}

/**
 * Maximum concurrent uploads per workspace, since incomplete files don't count towards the quota; further uploads wait.
 */
const MAX_CONCURRENT = 8;
const slotsByWorkspace = new Map<string, { running: number; waiting: (() => void)[] }>();

/** Waits for an upload slot. @returns releases the slot */
async function acquireSlot(workspaceId: string): Promise<() => void> {
  const slots = slotsByWorkspace.get(workspaceId) ?? { running: 0, waiting: [] };
  slotsByWorkspace.set(workspaceId, slots);
  if (slots.running < MAX_CONCURRENT) slots.running += 1;
  else await new Promise<void>((resolve) => slots.waiting.push(resolve));
  return () => {
    const next = slots.waiting.shift();
    if (next) return next();
    slots.running -= 1;
    if (slots.running === 0) slotsByWorkspace.delete(workspaceId);
  };
}

async function storeUpload(pool: pg.Pool, upload: Upload, quotaBytes: number): Promise<StoredFile> {
  const contentId = newId();
  await pool.query('insert into file_contents (id, workspace_id) values ($1, $2)', [contentId, upload.workspaceId]);
  let isStored = false;
  try {
    const { bytes, sha256, head } = await storeChunks(pool, contentId, upload);
    const type = (await fileType(head, upload.contentType)) ?? (upload.correctsType ? await fileType(head, '') : null);
    if (bytes === 0) throw emptyFile();
    if (!type) throw wrongFile(text('fileOtherType', { type: upload.contentType }));
    const file = { _id: newId(), name: cleanFileName(upload.name), ...type, bytes };
    isStored = await storeContent(pool, upload.workspaceId, contentId, sha256, file, quotaBytes);
    // Received files are not forwarded, so they need no preview.
    if (isStored && type.media === 'image' && !upload.correctsType) await storePreview(pool, { contentId, bytes });
    return file;
  } finally {
    if (!isStored) await pool.query('delete from file_contents where id = $1', [contentId]);
  }
}

async function storeChunks(pool: pg.Pool, contentId: string, { body, contentType, correctsType }: Upload) {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let bytes = 0;
  let number = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const flush = async () => {
    const chunk = Buffer.concat(pending);
    await pool.query({
      name: 'file_chunk',
      text: 'insert into file_chunks (content_id, number, chunk) values ($1, $2, $3)',
      values: [contentId, number, chunk],
    });
    number += 1;
    pending = [];
    pendingBytes = 0;
  };
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_FILE_BYTES) throw tooLarge();
    hash.update(piece);
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
      if (!correctsType && head.length === HEAD_BYTES && !(await fileType(head, contentType))) break;
    }
    pending.push(piece);
    pendingBytes += piece.length;
    if (pendingBytes >= CHUNK_BYTES) await flush();
  }
  if (pendingBytes > 0) await flush();
  return { bytes, sha256: hash.digest(), head };
}

/**
 * Creates the file row over identical contents of the workspace, else over these. Serialised per workspace, so that the
 * same file uploaded twice at once is stored once, and two files don't both use the last of the quota.
 * @returns whether these contents were stored
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
    const insertFile = (contents: SQL) =>
      tx.execute(
        sql`insert into files (id, workspace_id, content_id, name, mime_type, media)
            select ${file._id}, ${workspaceId}, kept.id, ${file.name}, ${file.mimeType}, ${file.media} from (${contents}) kept`,
      );
    // The lock keeps contents that are being purged from vanishing under the new row.
    const identical = sql`select id from file_contents where workspace_id = ${workspaceId} and sha256 = ${sha256} for key share`;
    if (((await insertFile(identical)).rowCount ?? 0) > 0) return false;
    const { rows } = await tx.execute<{ used: string }>(
      sql`select coalesce(sum(bytes), 0) as used from file_contents where workspace_id = ${workspaceId}`,
    );
    const usedBytes = Number(rows[0]?.used ?? 0);
    if (quotaBytes > 0 && usedBytes + file.bytes > quotaBytes) throw storageFull(quotaBytes, usedBytes);
    await tx.execute(sql`update file_contents set sha256 = ${sha256}, bytes = ${file.bytes} where id = ${contentId}`);
    await insertFile(sql`select id from file_contents where id = ${contentId}`);
    return true;
  });
}
