import { type BotFlow, type BotNode, isSecretHeader } from '@switchyard/contracts/bot-flow';
import type { Db } from '../../../platform/database/database.ts';
import { storeSecret } from './keep-secret.ts';
import { hostOf } from './secret-seal.ts';

/**
 * The flow without readable values of headers that carry secrets: they are sealed, and the steps name them. Where the address names no host, the value is
 * left out, and has to be given.
 */
export async function sealHeaders(tx: Db, secret: string, workspaceId: string, flow: BotFlow): Promise<BotFlow> {
  const nodes: BotNode[] = [];
  for (const one of flow.nodes) {
    if (one.kind !== 'http' || !one.headers.some(isSecretHeader)) {
      nodes.push(one);
      continue;
    }
    const host = hostOf(one.url);
    const secrets = [...(one.secrets ?? [])];
    for (const { name, value } of one.headers.filter(isSecretHeader)) {
      const secretId =
        host === null
          ? null
          : await storeSecret(tx, secret, { workspaceId, host, value: value.replace(/[\r\n]+/g, ' ') });
      secrets.push({ header: name.trim(), secretId });
    }
    nodes.push({ ...one, headers: one.headers.filter((header) => !isSecretHeader(header)), secrets });
  }
  return { ...flow, nodes };
}
