import type { KnowledgeMeaning } from '@switchyard/contracts/knowledge/operations';
import { and, eq } from 'drizzle-orm';
import { endpointForEmbeddings } from '../../../platform/models/endpoint.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findBase } from '../knowledge.queries.ts';
import { knowledgePassages, knowledgeVectors } from '../knowledge.schema.ts';

/** Whether a base can be searched by meaning. @throws Refusal `NOT_FOUND` */
export async function readMeaning(
  deps: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
  id: string,
): Promise<KnowledgeMeaning> {
  const { db } = deps.database;
  const { vectorFault } = await findBase(db, workspaceId, id);
  const passages = await db.$count(knowledgePassages, eq(knowledgePassages.knowledgeBaseId, id));
  const endpoint = await endpointForEmbeddings(deps, workspaceId);
  if (typeof endpoint === 'string') {
    return { state: endpoint === 'none' ? 'off' : 'private', model: null, fault: null, passages, ready: 0 };
  }
  const { model } = endpoint;
  const ofModel = and(eq(knowledgeVectors.knowledgeBaseId, id), eq(knowledgeVectors.model, model));
  const ready = await db.$count(knowledgeVectors, ofModel);
  if (ready >= passages) return { state: 'ready', model, fault: null, passages, ready };
  return { state: vectorFault === null ? 'preparing' : 'failed', model, fault: vectorFault, passages, ready };
}
