import { contract } from '@switchyard/contracts';
import type { OperationMeta } from '@switchyard/contracts/operation';
import type { ZodType } from 'zod';
import type { Asked } from './ask.ts';

interface Described {
  meta: OperationMeta;
  route: { method?: string; path?: string };
  inputSchema?: ZodType;
}

/** Every operation of the contract by its name. */
export const operations: ReadonlyMap<string, Described> = new Map(
  Object.entries(contract).flatMap(([domain, procedures]) =>
    Object.entries(procedures as Record<string, { '~orpc': Described }>).map(([name, procedure]) => [
      `${domain}.${name}`,
      procedure['~orpc'],
    ]),
  ),
);

/**
 * An operation's example as a request: what the path does not take goes into the query of a GET, or else into the body.
 */
export function requestOf(name: string, input: object): Asked {
  const { method = 'POST', path = '' } = operations.get(name)?.route ?? {};
  const left = new Map(Object.entries(input));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(left.get(field));
    left.delete(field);
    return encodeURIComponent(value);
  });
  const rest = Object.fromEntries(left);
  // As the web app does: strangers' bodies are not read, also where they may ask.
  if (method !== 'GET') return { method, path: `/api${filled}`, ...(left.size > 0 && { body: rest }) };
  return { method, path: `/api${filled}?${new URLSearchParams(rest as Record<string, string>)}` };
}
