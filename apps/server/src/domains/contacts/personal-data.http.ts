import { PassThrough, Readable, Writable } from 'node:stream';
import { PERSONAL_DATA_EXPORT_PATH, personalDataExport } from '@switchyard/contracts/contacts/personal-data';
import { e164 } from '@switchyard/contracts/entity';
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readTextsRefusal } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { admitRequest } from '../../platform/http/operations.ts';
import type { DataSubject, PersonalData } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { readInput } from '../../platform/read-input.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findFiles, streamContent } from '../files/index.ts';
import { findFilesOf, findSubject, table } from './personal-data.queries.ts';

const ROWS_AT_ONCE = 500;
/** A client that reads nothing for this long is disconnected. */
const STALLED_SECONDS = 60;
const exported = z.object({ mobile: e164 });
const STORED = { level: 0, useWebWorkers: false } as const;

/** Exports everything a workspace has on one person: a ZIP streamed as it is read, never whole in memory. */
export function servePersonalData(server: FastifyInstance, platform: Platform): void {
  const { database, personalData, log } = platform;
  server.get(PERSONAL_DATA_EXPORT_PATH, async (request, reply) => {
    const actor = await admitRequest(request, platform, personalDataExport);
    authorize(readTextsRefusal(actor));
    const { mobile } = readInput(exported, request.query);
    const subject = await findSubject(database.db, actor.workspaceId, mobile);
    await writeAudit(database.db, actor, { action: 'contact.export', subject: subject.contactId ?? mobile });
    const lines = await startReading(linesOf(database, personalData, subject));
    const bytes = new PassThrough();
    void writeExport(database, { lines, parts: personalData, subject }, bytes).catch((error: unknown) => {
      log.warn({ err: error }, 'an export of personal data ended early');
      bytes.destroy(error instanceof Error ? error : new Error('the export ended'));
    });
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="personal-data-${mobile.slice(1)}.zip"`,
        'cache-control': 'no-store',
      })
      .send(bytes);
  });
}

/** Reads the first chunk before returning the stream, so that early errors can still be answered as a refusal. */
async function startReading(pieces: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await pieces.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  })();
}

async function writeExport(
  database: Database,
  { lines, parts, subject }: { lines: AsyncGenerator<Buffer>; parts: readonly PersonalData[]; subject: DataSubject },
  bytes: PassThrough,
): Promise<void> {
  const zip = new ZipWriter(Writable.toWeb(bytes) as WritableStream, STORED);
  await zip.add('data.jsonl', Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream);
  const ids = await findFilesOf(database.db, parts, subject);
  for (const file of (await findFiles(database.db, subject.workspaceId, ids)).values()) {
    const content = Readable.toWeb(streamContent(database.pool, file)) as ReadableStream;
    await zip.add(`files/${file._id} ${file.name}`, content);
  }
  await zip.close();
}

/** One line of JSON per row, all from one snapshot. */
async function* linesOf(
  database: Database,
  parts: readonly PersonalData[],
  subject: DataSubject,
): AsyncGenerator<Buffer> {
  const client = await database.pool.connect();
  const db = drizzle(client);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '${STALLED_SECONDS}s'`,
    );
    for (const part of parts) {
      await db.execute(
        sql`declare parts no scroll cursor for select to_jsonb(t)::text as row from ${table(part)} t where ${part.of(subject)}`,
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from parts`);
        if (rows.length === 0) break;
        yield Buffer.from(rows.map(({ row }) => `{"kind":"${part.kind}","row":${row}}\n`).join(''));
      }
      await client.query('close parts');
    }
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
