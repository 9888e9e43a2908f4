import { buffer } from 'node:stream/consumers';
import type { Preview } from '@switchyard/contracts/engine/protocol';
import { eq } from 'drizzle-orm';
import PQueue from 'p-queue';
import type pg from 'pg';
import type { Db } from '../../platform/database/database.ts';
import { fileContents } from './files.schema.ts';
import { type FoundFile, streamContent } from './read-file.ts';

/** WhatsApp's own preview size; about 2 KB. */
const PREVIEW_PIXELS = 100;
const PREVIEW_QUALITY = 50;
/** Larger pictures are sent without a preview: decoding one could take some 200 MB. */
const MAX_PIXELS = 50_000_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_SECONDS = 10;

/** Only one picture is in memory at a time, however many are uploaded. */
const queue = new PQueue({ concurrency: 1 });

/**
 * Makes the preview of a picture and stores it with the contents. It runs in a thread of libvips; the event loop only
 * passes the bytes. Unreadable pictures get none.
 */
export async function storePreview(pool: pg.Pool, content: Pick<FoundFile, 'contentId' | 'bytes'>): Promise<void> {
  if (content.bytes > MAX_BYTES) return;
  const made = await queue.add(() => makePreview(pool, content).catch(() => null));
  if (!made) return;
  await pool.query('update file_contents set preview = $2, width = $3, height = $4 where id = $1', [
    content.contentId,
    made.jpeg,
    made.width,
    made.height,
  ]);
}

async function makePreview(pool: pg.Pool, content: Pick<FoundFile, 'contentId' | 'bytes'>) {
  // Loaded on the first picture to keep server start fast; many servers never need it.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  const image = sharp(await buffer(streamContent(pool, content)), { limitInputPixels: MAX_PIXELS });
  const { autoOrient } = await image.metadata();
  const jpeg = await image
    .autoOrient()
    .resize(PREVIEW_PIXELS, PREVIEW_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: PREVIEW_QUALITY })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer();
  return { jpeg, width: autoOrient.width, height: autoOrient.height };
}

/** Finds the preview of a file. Null: it has none. */
export async function findPreview(db: Db, { contentId }: Pick<FoundFile, 'contentId'>): Promise<Preview | null> {
  const { preview, width, height } = fileContents;
  const [found] = await db.select({ preview, width, height }).from(fileContents).where(eq(fileContents.id, contentId));
  if (!found?.preview || found.width === null || found.height === null) return null;
  return { jpegBase64: found.preview.toString('base64'), width: found.width, height: found.height };
}
