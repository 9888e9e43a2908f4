import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { CELL_NAME } from '../../platform/config/settings.ts';
import type { Platform } from '../../platform/platform.ts';
import { faultsOf, invalid, Refusal } from '../../platform/refusal.ts';
import { findCell, isHere, storeReport, type WorkspaceCell } from './directory.ts';
import { cellReport } from './report.ts';

/** Marks a request that the directory has forwarded, so that a stale entry cannot send a browser in circles. */
const FORWARDED = 'forwarded';

type WorkspaceRoute = { Params: { workspaceId: string; '*'?: string } };

/** The directory's side: takes reports and answers where a workspace lives. */
export function serveDirectory(server: FastifyInstance, { config, database: { db } }: Platform): void {
  const { cell, publicUrl } = config;
  server.put<{ Params: { cell: string } }>('/cells/:cell/workspaces', async ({ headers, params, body }, reply) => {
    if (!isCell(headers.authorization, cell?.secret)) throw new Refusal('UNAUTHORIZED');
    if (!CELL_NAME.test(params.cell)) throw new Refusal('NOT_FOUND');
    const { data: report, error } = cellReport.safeParse(body);
    if (error) throw invalid(faultsOf(error.issues));
    await storeReport(db, params.cell, report);
    return reply.status(204).send();
  });
  server.get<WorkspaceRoute>('/cells/workspaces/:workspaceId', async ({ params: { workspaceId } }) => {
    if (!cell || !z.uuid().safeParse(workspaceId).success) throw new Refusal('NOT_FOUND');
    if (await isHere(db, workspaceId)) return { cell: cell.name, url: publicUrl } satisfies WorkspaceCell;
    const found = await findCell(db, workspaceId);
    if (!found) throw new Refusal('NOT_FOUND');
    return found satisfies WorkspaceCell;
  });
}

/**
 * `GET /w/:workspaceId/*`: a link to a screen of a workspace that works at the address of every cell. It opens here if
 * the workspace lives here; the directory forwards it to the right cell, and a cell to the directory.
 */
export function serveWorkspaceLinks(server: FastifyInstance, { config: { cell }, database: { db } }: Platform): void {
  const isDirectory = cell !== null && cell.directoryUrl === null;
  for (const path of ['/w/:workspaceId', '/w/:workspaceId/*'])
    server.get<WorkspaceRoute>(path, async ({ url, params: { workspaceId } }, reply) => {
      reply.header('cache-control', 'no-store');
      if (!z.uuid().safeParse(workspaceId).success) throw new Refusal('NOT_FOUND');
      // Leading slashes would name another host.
      const rest = url.slice(`/w/${workspaceId}`.length).replace(/^[/\\]+/, '');
      const target = new URL(`/${rest}`, 'http://here');
      const isForwarded = target.searchParams.has(FORWARDED);
      target.searchParams.delete(FORWARDED);
      if (await isHere(db, workspaceId)) {
        target.searchParams.set('workspace', workspaceId);
        return reply.redirect(target.pathname + target.search);
      }
      const next = isForwarded ? undefined : isDirectory ? (await findCell(db, workspaceId))?.url : cell?.directoryUrl;
      if (!next) throw new Refusal('NOT_FOUND');
      if (isDirectory) target.searchParams.set(FORWARDED, '1');
      return reply.redirect(`${next}/w/${workspaceId}${target.pathname}${target.search}`);
    });
}

function isCell(authorization: string | undefined, secret: string | undefined): boolean {
  const [expected, given] = [Buffer.from(`Bearer ${secret}`), Buffer.from(authorization ?? '')];
  return secret !== undefined && given.length === expected.length && timingSafeEqual(given, expected);
}
