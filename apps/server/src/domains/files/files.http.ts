import type { Readable } from 'node:stream';
import { entityId } from '@switchyard/contracts/entity';
import { FILES_PATH, fileOperations, type StoredFile } from '@switchyard/contracts/files/operations';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readTextsRefusal } from '../../platform/actor.ts';
import { admitRequest } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { contentDisposition } from './file-name.ts';
import { tooLarge } from './files.refusal.ts';
import { type FoundFile, findFiles, streamContent } from './read-file.ts';
import { storeFile, type Upload } from './store-file.ts';

/** How long browsers may cache a file, which never changes under its id. */
const MAX_CACHE_SECONDS = 24 * 3600;
const CREDENTIAL_HEADERS = 'cookie, authorization, x-supported-user-id, x-supported-workspace-id';
/** Types that a browser may show inline; all others are downloaded. */
const INLINE_TYPES = /^(image\/(jpeg|png|gif|webp)|video\/(mp4|3gpp|webm)|audio\/[\w.+-]+)$/;

/** Uploads and downloads of the workspace's files, streamed and never whole in memory. */
export function serveFiles(server: FastifyInstance, platform: Platform): void {
  const { database } = platform;
  server.register(async (scope) => {
    disableBodyParsing(scope);
    scope.post<{ Querystring: { name?: string } }>(
      FILES_PATH,
      { bodyLimit: MAX_FILE_BYTES },
      async (request, reply) => {
        const upload = async () => {
          const { workspaceId } = await admitRequest(request, platform, fileOperations.upload);
          return { workspaceId, name: typeof request.query.name === 'string' ? request.query.name : '' };
        };
        return reply.status(201).send(await receiveUpload(platform, request, reply, upload));
      },
    );
  });

  server.get<{ Params: { id: string } }>(`${FILES_PATH}/:id`, async (request, reply) => {
    const actor = await admitRequest(request, platform, fileOperations.read);
    authorize(readTextsRefusal(actor));
    const { id } = request.params;
    const file = entityId.safeParse(id).success
      ? (await findFiles(database.db, actor.workspaceId, [id])).get(id)
      : undefined;
    if (!file || (await platform.isFileHidden(actor, id))) throw new Refusal('NOT_FOUND');
    // Another user of the same browser must not get it from the cache.
    reply.headers({ 'cache-control': `private, max-age=${MAX_CACHE_SECONDS}, immutable`, vary: CREDENTIAL_HEADERS });
    return sendFile(platform, reply, file);
  });
}

/** Disables body parsing in this scope, whose routes read bodies themselves. */
export function disableBodyParsing(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/**
 * Stores a request's body as a file. The caller receives every refusal, even one sent before the whole body arrived.
 * @param admit decides on workspace and name; its refusal comes before any of the body is read
 */
export async function receiveUpload(
  { database, config }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  admit: () => Promise<Pick<Upload, 'workspaceId' | 'name' | 'correctsType'>>,
): Promise<StoredFile> {
  try {
    const upload = await admit();
    if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) throw tooLarge();
    const contentType = request.headers['content-type'] ?? '';
    // A refusal midway must leave the connection open, or the client would not receive it.
    const body = request.raw.iterator({ destroyOnReturn: false });
    return await storeFile(database.pool, { ...upload, contentType, body }, config.fileQuotaBytes);
  } catch (error) {
    await drain(request.raw);
    reply.header('connection', 'close');
    throw error;
  }
}

/**
 * Bytes still read after a refusal, because most clients read a response only after sending everything; a client that
 * sends more is cut off.
 */
const MAX_DRAINED_BYTES = 2 * MAX_FILE_BYTES;

async function drain(body: Readable): Promise<void> {
  let bytes = 0;
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      bytes += (piece as Buffer).length;
      if (bytes > MAX_DRAINED_BYTES) return;
    }
  } catch {
    // The client has disconnected.
  }
}

/** Responds with the file. Headers keep browsers from guessing another type or running anything in it. */
export function sendFile({ database }: Platform, reply: FastifyReply, file: FoundFile): FastifyReply {
  return reply
    .headers({
      'content-type': file.mimeType,
      'content-length': file.bytes,
      'content-disposition': contentDisposition(INLINE_TYPES.test(file.mimeType) ? 'inline' : 'attachment', file.name),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(streamContent(database.pool, file));
}
