import { buffer } from 'node:stream/consumers';
import type { Preview } from '@switchyard/contracts/engine/protocol';
import { eq } from 'drizzle-orm';
import PQueue from 'p-queue';
import type pg from 'pg';
import type { Db } from '../../platform/database/database.ts';
import { fileContents } from './files.schema.ts';
import { type FoundFile, streamContent } from './read-file.ts';

/** As large as WhatsApp's own; about 2 KB. */
const PREVIEW_PIXELS = 100;
const PREVIEW_QUALITY = 50;
/** Larger pictures go out without a preview: reading one could take some 200 MB. */
const MAX_PIXELS = 50_000_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_SECONDS = 10;

/** One picture in memory at a time, however many are uploaded. */
const queue = new PQueue({ concurrency: 1 });

/**
 * Makes the preview of a picture and stores it with its contents. In a thread of libvips; the event loop only hands
 * over the bytes. A picture that cannot be read has none.
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
  // Loaded by the first picture: a server starts without it, and many never need it.
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

/** The preview of a file's contents; null: there is none. */
export async function findPreview(db: Db, { contentId }: Pick<FoundFile, 'contentId'>): Promise<Preview | null> {
  const { preview, width, height } = fileContents;
  const [found] = await db.select({ preview, width, height }).from(fileContents).where(eq(fileContents.id, contentId));
  if (!found?.preview || found.width === null || found.height === null) return null;
  return { jpegBase64: found.preview.toString('base64'), width: found.width, height: found.height };
}
