import { and, eq, ne } from 'drizzle-orm';
import { isDatabaseUnavailable } from '../../../platform/database/is-database-unavailable.ts';
import type { Network } from '../../../platform/http/guarded-fetch.ts';
import type { Platform } from '../../../platform/platform.ts';
import { knowledgeChanged } from '../knowledge.events.ts';
import { knowledgeDocuments } from '../knowledge.schema.ts';
import type { PreparedText } from '../passages/prepare-passages.ts';
import { languageOfBase, replacePassages } from '../passages/store-passages.ts';
import { contentOfFile, contentOfPage } from './fetch-content.ts';
import { readInThread } from './read-in-thread.ts';
import { ReadingError } from './reading-error.ts';

/** Time between two progress updates. */
const PUBLISH_INTERVAL_MS = 1_000;

type ReadingDeps = Pick<Platform, 'database' | 'events' | 'log'>;
type Document = typeof knowledgeDocuments.$inferSelect;

/**
 * Reads a document and stores its passages. They replace the old ones in one transaction; until then the old ones are
 * found. A reading that was superseded, or whose document was deleted, changes nothing.
 * @param signal aborts it; the document then stays as it is
 */
export async function readDocument(
  { database, events, log }: ReadingDeps,
  { documentId, readingId }: { documentId: string; readingId: string },
  { signal, network }: { signal: AbortSignal; network?: Network },
): Promise<void> {
  const { db, pool } = database;
  const isOurs = and(eq(knowledgeDocuments.id, documentId), eq(knowledgeDocuments.readingId, readingId));
  const [document] = await db.select().from(knowledgeDocuments).where(isOurs);
  if (!document || document.state === 'ready') return;
  const publish = () => events.dispatch([knowledgeChanged(document.workspaceId, document.knowledgeBaseId)]);
  const save = async (change: Partial<Document>) => {
    await db.update(knowledgeDocuments).set(change).where(isOurs);
    publish();
  };
  // Not awaited, so it may finish after the reading.
  const saveProgress = (percent: number) =>
    void db
      .update(knowledgeDocuments)
      .set({ percent })
      .where(and(isOurs, eq(knowledgeDocuments.state, 'reading')))
      .then(publish, () => undefined);
  await save({ state: 'reading', percent: 0, fault: null });
  try {
    const content = document.fileId
      ? await contentOfFile({ db, pool }, document.workspaceId, document.fileId)
      : await contentOfPage(document.url ?? '', signal, network);
    const baseLanguage = await languageOfBase(db, document.knowledgeBaseId, documentId);
    await storeReading(await readInThread({ ...content, baseLanguage }, throttle(saveProgress), signal));
  } catch (error) {
    // The next worker that gets the job starts from the beginning.
    if (isDatabaseUnavailable(error) || signal.aborted) throw error;
    if (!(error instanceof ReadingError)) log.error({ err: error, documentId }, 'a document could not be read');
    await save({ state: 'failed', fault: error instanceof ReadingError ? error.fault : 'unexpected' });
  }

  async function storeReading(prepared: PreparedText): Promise<void> {
    await db.transaction(async (tx) => {
      const [locked] = await tx
        .select({ id: knowledgeDocuments.id })
        .from(knowledgeDocuments)
        .where(isOurs)
        .for('update');
      if (!locked) return;
      await replacePassages(tx, { knowledgeBaseId: document?.knowledgeBaseId ?? '', documentId }, prepared);
      const read: Partial<Document> = { state: 'ready', percent: 100, fault: null, readAt: new Date() };
      await tx.update(knowledgeDocuments).set(read).where(isOurs);
    });
    publish();
  }
}

/** Fails a reading that has killed one worker after another. */
export async function failReading(
  { database: { db }, events, log }: ReadingDeps,
  { documentId, readingId }: { documentId: string; readingId: string },
): Promise<void> {
  const failed = await db
    .update(knowledgeDocuments)
    .set({ state: 'failed', fault: 'too-much-memory' })
    .where(
      and(
        eq(knowledgeDocuments.id, documentId),
        eq(knowledgeDocuments.readingId, readingId),
        ne(knowledgeDocuments.state, 'ready'),
      ),
    )
    .returning();
  if (failed.length > 0) log.error({ documentId }, 'reading a document killed its process twice; giving up');
  events.dispatch(failed.map(({ workspaceId, knowledgeBaseId }) => knowledgeChanged(workspaceId, knowledgeBaseId)));
}

function throttle(publish: (percent: number) => void): (share: number) => void {
  let publishedMs = performance.now();
  return (share) => {
    if (performance.now() - publishedMs < PUBLISH_INTERVAL_MS) return;
    publishedMs = performance.now();
    publish(Math.floor(share * 100));
  };
}
