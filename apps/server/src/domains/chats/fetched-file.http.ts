import { ENGINE_PROTOCOL_PATHS, fetchedFileQuery } from '@switchyard/contracts/engine/protocol';
import { entityId } from '@switchyard/contracts/entity';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { engineOf, engineQuery } from '../engines/index.ts';
import { disableBodyParsing, receiveUpload } from '../files/index.ts';
import { chatsStale } from './chats.events.ts';
import { expectedFile, linkFetched } from './link-fetched.ts';

/** Receives files that an engine was asked for: streamed, and only if they are still expected. */
export function serveFetchedFiles(server: FastifyInstance, platform: Platform): void {
  server.register(async (scope) => {
    disableBodyParsing(scope);
    const options = { bodyLimit: MAX_FILE_BYTES, logLevel: 'warn' as const };
    scope.post(ENGINE_PROTOCOL_PATHS.fetchedFile, options, async (request, reply) => {
      const identity = engineOf(request, platform);
      const { name, ...asked } = engineQuery(fetchedFileQuery.extend({ commandId: entityId }), request);
      const { workspaceId } = await expectedFile(platform.database.pool, identity, asked);
      const upload = async () => ({ workspaceId, name: name || 'file', correctsType: true });
      const { _id } = await receiveUpload(platform, request, reply, upload);
      const fileId = await linkFetched(platform.database.pool, identity, asked, _id);
      platform.events.dispatch([chatsStale(workspaceId, identity.engineId)]);
      return { fileId };
    });
  });
}
