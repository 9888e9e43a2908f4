/**
 * What of the network somebody may see and play, where several share it: by the numbers that are theirs, and those that
 * are somebody else's.
 */
export interface NetworkScope {
  own: readonly string[];
  others: readonly string[];
}

/** A phone that is nobody's is anybody's to play. @param sight null: everything */
export const canControl = (sight: NetworkScope | null, number: string): boolean => !sight?.others.includes(number);
