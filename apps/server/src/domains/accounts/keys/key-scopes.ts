import { contract } from '@switchyard/contracts';
import type { OperationMeta } from '@switchyard/contracts/operation';

type Procedure = { '~orpc': { meta: OperationMeta } };

/** Scopes of keys, from the contract's operations. Operations reserved for platform admins are never open to keys. */
export const KEY_SCOPES: readonly string[] = [
  ...new Set(
    Object.values(contract)
      .flatMap((procedures) => Object.values(procedures as Record<string, Procedure>))
      .map((procedure) => procedure['~orpc'].meta)
      .filter(({ guard, scope }) => scope !== null && guard !== 'admin' && guard !== 'public')
      .map(({ scope, effect }) => `${scope}:${effect}`),
  ),
  // Not in the contract.
  'files:read',
  'files:change',
].sort();
