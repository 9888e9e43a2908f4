import { EXTENSION_QUEUE_PATH } from '@switchyard/contracts/engine/extension';
import {
  claimRequest,
  contentRequest,
  ENGINE_PROTOCOL_PATHS,
  fenced,
  fileRequest,
  type previewAnswer,
  reportRequest,
} from '@switchyard/contracts/engine/protocol';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { contactsStale } from '../../contacts/index.ts';
import { engineBody, engineOf } from '../../engines/index.ts';
import { findPreview, sendFile } from '../../files/index.ts';
import { messagesChanged } from '../messages.events.ts';
import { contentOf, fileOf } from './content.ts';
import { countSettled } from './count-settled.ts';
import { Heartbeat } from './heartbeat.ts';
import { IdleClaims } from './idle-claims.ts';
import { LaneClaims } from './lane-claims.ts';
import { batchedRecorder } from './lane-reports.ts';
import { readQueue } from './queue.ts';
import { rememberNumbers } from './remember-numbers.ts';
import { report } from './report.ts';
import { resume } from './resume.ts';

/** The engine protocol's routes for messages: the hot path. */
export function serveLane(server: FastifyInstance, platform: Platform): void {
  const { pool } = platform.database;
  const claims = new LaneClaims(pool);
  const recorder = batchedRecorder(pool);
  const idleClaims = new IdleClaims(pool, claims);
  const heartbeat = new Heartbeat(platform);
  server.addHook('onClose', () => heartbeat.stop());
  const quiet = { logLevel: 'warn' as const };

  server.post(ENGINE_PROTOCOL_PATHS.claim, quiet, async (request) => {
    const identity = engineOf(request, platform);
    const body = engineBody(claimRequest, request);
    // Before anything is claimed, messages that became late while all servers were down must be held as overdue.
    await heartbeat.ensureFresh();
    const claimed = body.resume
      ? resume(pool, identity, body)
      : body.idle
        ? idleClaims.claim(identity, body)
        : claims.claim(identity, body);
    const { messages, nextInMs, moreInDoubt, over = [], changed, workspaceId } = await claimed;
    platform.events.dispatch([messagesChanged(workspaceId, changed)]);
    return { messages, nextInMs, moreInDoubt, ...(over.length > 0 && { over }) };
  });

  server.post(ENGINE_PROTOCOL_PATHS.content, quiet, async (request) => {
    const identity = engineOf(request, platform);
    return { body: await contentOf(pool, identity, engineBody(contentRequest, request)) };
  });

  server.post(EXTENSION_QUEUE_PATH, quiet, async (request) => {
    const identity = engineOf(request, platform);
    return readQueue(pool, identity, engineBody(fenced, request).generation);
  });

  server.post(ENGINE_PROTOCOL_PATHS.file, quiet, async (request, reply) => {
    const identity = engineOf(request, platform);
    const file = await fileOf(platform.database, identity, engineBody(fileRequest, request));
    if (!file) throw new Refusal('NOT_FOUND');
    return sendFile(platform, reply, file);
  });

  server.post(ENGINE_PROTOCOL_PATHS.preview, quiet, async (request): Promise<z.infer<typeof previewAnswer>> => {
    const identity = engineOf(request, platform);
    const file = await fileOf(platform.database, identity, engineBody(fileRequest, request));
    return { preview: file && (await findPreview(platform.database.db, file)) };
  });

  server.post(ENGINE_PROTOCOL_PATHS.report, quiet, async (request) => {
    const identity = engineOf(request, platform);
    const body = engineBody(reportRequest, request);
    const { workspaceId, changed, recorded, refused } = await report(pool, identity, body, recorder);
    countSettled(platform.metrics, body.results, changed);
    const { engineId } = identity;
    const hasNumbers = await rememberNumbers(pool, { workspaceId, engineId }, body.results);
    const stale = hasNumbers ? [contactsStale(workspaceId)] : [];
    platform.events.dispatch([messagesChanged(workspaceId, changed), ...stale]);
    return { recorded, refused };
  });
}
