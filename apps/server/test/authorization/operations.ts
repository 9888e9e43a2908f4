import { contract } from '@switchyard/contracts';
import type { OperationMeta } from '@switchyard/contracts/operation';
import type { ZodType } from 'zod';
import type { SentRequest } from './ask.ts';

interface ContractOperation {
  meta: OperationMeta;
  route: { method?: string; path?: string };
  inputSchema?: ZodType;
}

/** Every operation of the contract, by name. */
export const operations: ReadonlyMap<string, ContractOperation> = new Map(
  Object.entries(contract).flatMap(([domain, procedures]) =>
    Object.entries(procedures as Record<string, { '~orpc': ContractOperation }>).map(([name, procedure]) => [
      `${domain}.${name}`,
      procedure['~orpc'],
    ]),
  ),
);

/**
 * Converts an operation's example to a request: parameters outside the path go into a GET's query, otherwise into the
 * body.
 */
export function requestOf(name: string, input: object): SentRequest {
  const { method = 'POST', path = '' } = operations.get(name)?.route ?? {};
  const left = new Map(Object.entries(input));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(left.get(field));
    left.delete(field);
    return encodeURIComponent(value);
  });
  const rest = Object.fromEntries(left);
  // Like the web app, send no empty body: strangers' bodies are refused unread, even for public operations.
  if (method !== 'GET') return { method, path: `/api${filled}`, ...(left.size > 0 && { body: rest }) };
  return { method, path: `/api${filled}?${new URLSearchParams(rest as Record<string, string>)}` };
}
