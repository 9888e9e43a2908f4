import { type BotFlow, type BotNode, MAX_EXPRESSION_LENGTH, MAX_SECRETS } from '@switchyard/contracts/bots/flow';
import { extractBodySecrets, extractUrlSecrets, isSecretHeader } from '@switchyard/contracts/bots/secrets';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { Db } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/refusal.ts';
import { evaluate } from '../flow/evaluate.ts';
import { ExpressionError } from '../flow/expressions.ts';
import { storeSecret } from './keep-secret.ts';
import { hostOf } from './secret-seal.ts';

/**
 * The flow without readable values of headers, or in addresses and bodies, that carry secrets: they are sealed, and the
 * steps name them. Where the address names no host, the value is left out, and has to be given.
 * @throws Refusal `INVALID`: a step has more secrets than it may have
 */
export async function sealReadable(tx: Db, secret: string, workspaceId: string, flow: BotFlow): Promise<BotFlow> {
  const nodes: BotNode[] = [];
  for (const node of flow.nodes) {
    if (node.kind !== 'http') {
      nodes.push(node);
      continue;
    }
    const { url, found } = extractUrlSecrets(node.url);
    const secrets = [...(node.secrets ?? [])];
    const named = secrets.flatMap(({ place, header }) => (place === 'body' ? [header] : []));
    const inBody = extractBodySecrets(node.body, named);
    if (found.length === 0 && inBody.found.length === 0 && !node.headers.some(isSecretHeader)) {
      nodes.push(node);
      continue;
    }
    const host = hostOf(url);
    const seal = async ({ name, value }: { name: string; value: string }, place?: 'query' | 'body') => {
      const secretId = host === null ? null : await storeSecret(tx, secret, { workspaceId, host, value });
      secrets.push({ header: name.trim(), ...(place && { place }), secretId });
    };
    for (const { name, value } of node.headers.filter(isSecretHeader))
      await seal({ name, value: value.replace(/[\r\n]+/g, ' ') });
    for (const part of found) await seal(part, 'query');
    for (const { name, value } of inBody.found) await seal({ name, value: await textOf(value) }, 'body');
    const { body } = inBody;
    // Told before it is stored: a flow beyond what flows may be could not be read again.
    if (secrets.length > MAX_SECRETS)
      throw invalid([faultAt(`draft.${node.id}.secrets`, 'tooMany', { maximum: MAX_SECRETS })]);
    if (body.length > MAX_EXPRESSION_LENGTH) {
      throw invalid([faultAt(`draft.${node.id}.body`, 'tooLong', { maximum: MAX_EXPRESSION_LENGTH })]);
    }
    nodes.push({ ...node, url, body, headers: node.headers.filter((header) => !isSecretHeader(header)), secrets });
  }
  return { ...flow, nodes };
}

/** What a text of an expression says. */
async function textOf(written: string): Promise<string> {
  try {
    return String(await evaluate(written, {}));
  } catch (error) {
    // It would never have been sent.
    if (error instanceof ExpressionError) return written;
    throw error;
  }
}
