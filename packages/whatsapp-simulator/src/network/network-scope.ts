/** What a caller may see and control where several share the network: their own numbers, and those of others. */
export interface NetworkScope {
  own: readonly string[];
  others: readonly string[];
}

/** A phone that belongs to nobody can be controlled by anybody. @param scope null for everything */
export const canControl = (scope: NetworkScope | null, number: string): boolean => !scope?.others.includes(number);
