import { contract } from '@switchyard/contracts';
import type { OperationMeta } from '@switchyard/contracts/operation';

type Procedure = { '~orpc': { meta: OperationMeta } };

/**
 * What keys may be good for, as the contract's operations ask for it: those that only admins of the platform may call
 * are open to no key.
 */
export const KEY_SCOPES: readonly string[] = [
  ...new Set(
    Object.values(contract)
      .flatMap((procedures) => Object.values(procedures as Record<string, Procedure>))
      .map((procedure) => procedure['~orpc'].meta)
      .filter(({ guard, scope }) => scope !== null && guard !== 'admin' && guard !== 'public')
      .map(({ scope, effect }) => `${scope}:${effect}`),
  ),
  // Beside the contract.
  'files:read',
  'files:change',
].sort();
