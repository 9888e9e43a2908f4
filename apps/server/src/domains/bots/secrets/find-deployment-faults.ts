import type { BotFlow, FlowFault } from '@switchyard/contracts/bots/flow';
import { referencedSecrets } from '@switchyard/contracts/bots/secrets';
import { text } from '@switchyard/contracts/text/text';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botSecrets } from '../bots.schema.ts';
import { findFlowFaults } from '../flow/evaluate.ts';
import { missingReferences } from '../flow/missing-references.ts';
import { hostOf } from './secret-seal.ts';

/**
 * All faults that prevent a workspace's flow from being deployed, including faults of its secrets and missing
 * references.
 */
export async function findDeploymentFaults(db: Db, workspaceId: string, flow: BotFlow): Promise<FlowFault[]> {
  const references = flow.nodes.flatMap((node) =>
    node.kind === 'http' ? (node.secrets ?? []).map((secret) => ({ ...secret, node: node })) : [],
  );
  const ids = references.flatMap(({ secretId }) => secretId ?? []);
  const hosts = new Map<string, string>();
  if (ids.length > 0) {
    const rows = await db
      .select({ id: botSecrets.id, host: botSecrets.host })
      .from(botSecrets)
      .where(and(eq(botSecrets.workspaceId, workspaceId), inArray(botSecrets.id, ids)));
    for (const { id, host } of rows) hosts.set(id, host);
  }
  const nameless = flow.nodes.flatMap((node): FlowFault[] => {
    if (node.kind !== 'http') return [];
    const given = new Set(node.secrets?.flatMap(({ place, header }) => (place === 'body' ? [header] : [])));
    return referencedSecrets(node.body)
      .filter((header) => !given.has(header))
      .map((header) => ({ nodeId: node.id, field: 'secrets', message: text('secretMissing', { header }) }));
  });
  const missing = references.flatMap(({ header, secretId, node }): FlowFault[] => {
    const host = secretId === null ? undefined : hosts.get(secretId);
    if (host === undefined) return [{ nodeId: node.id, field: 'secrets', message: text('secretMissing', { header }) }];
    if (host === hostOf(node.url)) return [];
    return [{ nodeId: node.id, field: 'secrets', message: text('secretOfOther', { header, host }) }];
  });
  return [
    ...(await findFlowFaults(flow)),
    ...nameless,
    ...missing,
    ...(await missingReferences(db, workspaceId, flow)),
  ];
}
