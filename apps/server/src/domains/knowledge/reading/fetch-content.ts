import { MAX_PAGE_MEGABYTES } from '@switchyard/contracts/knowledge/limits';
import type pg from 'pg';
import type { Db } from '../../../platform/database/database.ts';
import { GuardedFetchError, guardedFetch, type Network, publicInternet } from '../../../platform/http/guarded-fetch.ts';
import { findFiles, streamContent } from '../../files/index.ts';
import { kindOfAnswer, kindOfFile } from './document-kind.ts';
import type { DocumentContent } from './read-content.ts';
import { ReadingError } from './reading-error.ts';

const PAGE_TIMEOUT_MS = 20_000;

/** @throws ReadingError */
export async function contentOfFile(
  { db, pool }: { db: Db; pool: pg.Pool },
  workspaceId: string,
  fileId: string,
): Promise<Omit<DocumentContent, 'baseLanguage'>> {
  const file = (await findFiles(db, workspaceId, [fileId])).get(fileId);
  if (!file) throw new ReadingError('gone');
  const kind = kindOfFile(file.name);
  if (!kind) throw new ReadingError('unsupported');
  const pieces: Buffer[] = [];
  for await (const piece of streamContent(pool, file)) pieces.push(piece as Buffer);
  return {
    kind,
    charset: undefined,
    bytes: new Uint8Array(Buffer.concat(pieces)),
  };
}

/** @throws ReadingError */
export async function contentOfPage(
  url: string,
  signal: AbortSignal,
  network: Network = publicInternet,
): Promise<Omit<DocumentContent, 'baseLanguage'>> {
  const answer = await guardedFetch({
    url,
    headers: { accept: 'text/html,text/plain,application/pdf' },
    maxBytes: MAX_PAGE_MEGABYTES * 1024 * 1024,
    timeoutMs: PAGE_TIMEOUT_MS,
    signal,
    network,
  }).catch((error: unknown) => {
    throw error instanceof GuardedFetchError ? new ReadingError(FAULTS[error.fault]) : error;
  });
  if (answer.status >= 400) throw new ReadingError('refused');
  const kind = kindOfAnswer(answer.headers['content-type']);
  if (!kind) throw new ReadingError('unsupported');
  const charset = /charset=["']?([\w-]+)/i.exec(answer.headers['content-type'] ?? '')?.[1];
  return { kind, charset, bytes: new Uint8Array(answer.body) };
}

const FAULTS = {
  url: 'address',
  address: 'address',
  redirects: 'unreachable',
  unreachable: 'unreachable',
  'too-large': 'too-large',
  'too-slow': 'too-slow',
} as const;
