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

/** Files never change under their id. */
const KEEP_SECONDS = 24 * 3600;
const WHO_ASKS = 'cookie, authorization, x-supported-user-id, x-supported-workspace-id';
/** What a browser may show in the page; everything else is only saved. */
const SHOWN = /^(image\/(jpeg|png|gif|webp)|video\/(mp4|3gpp|webm)|audio\/[\w.+-]+)$/;

/** Uploads and downloads of the workspace's files: raw bytes, never whole in memory. */
export function serveFiles(server: FastifyInstance, platform: Platform): void {
  const { database } = platform;
  server.register(async (scope) => {
    leaveBodies(scope);
    scope.post<{ Querystring: { name?: string } }>(
      FILES_PATH,
      { bodyLimit: MAX_FILE_BYTES },
      async (request, reply) => {
        const upload = async () => {
          const { workspaceId } = await admitRequest(request, platform, fileOperations.upload);
          return { workspaceId, name: typeof request.query.name === 'string' ? request.query.name : '' };
        };
        return reply.status(201).send(await takeUpload(platform, request, reply, upload));
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
    // Who signs in next in the same browser must not find it there.
    reply.headers({ 'cache-control': `private, max-age=${KEEP_SECONDS}, immutable`, vary: WHO_ASKS });
    return sendFile(platform, reply, file);
  });
}

/** Bodies of this scope's routes are read by the routes. */
export function leaveBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/**
 * Stores the body of a request as a file. Whatever refuses it, the caller hears of it.
 * @param admit whose it is to be, and what it is called; its refusal comes before any of the body is read
 */
export async function takeUpload(
  { database, config }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  admit: () => Promise<Pick<Upload, 'workspaceId' | 'name' | 'mendsType'>>,
): Promise<StoredFile> {
  try {
    const upload = await admit();
    if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) throw tooLarge();
    const contentType = request.headers['content-type'] ?? '';
    // A refusal in the middle must leave the connection, or nobody would hear it.
    const body = request.raw.iterator({ destroyOnReturn: false });
    return await storeFile(database.pool, { ...upload, contentType, body }, config.fileQuotaBytes);
  } catch (error) {
    await passOver(request.raw);
    reply.header('connection', 'close');
    throw error;
  }
}

/**
 * Most callers read an answer only after they have sent everything; who sends more than this beyond what was refused is
 * cut off.
 */
const MAX_PASSED_OVER_BYTES = 2 * MAX_FILE_BYTES;

async function passOver(body: Readable): Promise<void> {
  let bytes = 0;
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      bytes += (piece as Buffer).length;
      if (bytes > MAX_PASSED_OVER_BYTES) return;
    }
  } catch {
    // The caller has gone.
  }
}

/** Answers with the bytes. A browser neither guesses another type nor runs anything in them. */
export function sendFile({ database }: Platform, reply: FastifyReply, file: FoundFile): FastifyReply {
  return reply
    .headers({
      'content-type': file.mimeType,
      'content-length': file.bytes,
      'content-disposition': contentDisposition(SHOWN.test(file.mimeType) ? 'inline' : 'attachment', file.name),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(streamContent(database.pool, file));
}
