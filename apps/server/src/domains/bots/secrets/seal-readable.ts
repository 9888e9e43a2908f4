import type { BotFlow, BotNode } from '@switchyard/contracts/bot-flow';
import { isSecretHeader, takeSecrets } from '@switchyard/contracts/bot-secrets';
import type { Db } from '../../../platform/database/database.ts';
import { storeSecret } from './keep-secret.ts';
import { hostOf } from './secret-seal.ts';

/**
 * The flow without readable values of headers, or in addresses, that carry secrets: they are sealed, and the steps name them. Where the address names no host,
 * the value is left out, and has to be given.
 */
export async function sealReadable(tx: Db, secret: string, workspaceId: string, flow: BotFlow): Promise<BotFlow> {
  const nodes: BotNode[] = [];
  for (const one of flow.nodes) {
    const { url, found } = takeSecrets(one.kind === 'http' ? one.url : '');
    if (one.kind !== 'http' || (found.length === 0 && !one.headers.some(isSecretHeader))) {
      nodes.push(one);
      continue;
    }
    const host = hostOf(url);
    const secrets = [...(one.secrets ?? [])];
    const seal = async ({ name, value }: { name: string; value: string }, place?: 'query') => {
      const secretId = host === null ? null : await storeSecret(tx, secret, { workspaceId, host, value });
      secrets.push({ header: name.trim(), ...(place && { place }), secretId });
    };
    for (const { name, value } of one.headers.filter(isSecretHeader))
      await seal({ name, value: value.replace(/[\r\n]+/g, ' ') });
    for (const part of found) await seal(part, 'query');
    nodes.push({ ...one, url, headers: one.headers.filter((header) => !isSecretHeader(header)), secrets });
  }
  return { ...flow, nodes };
}
