/** Searchable text fields of a message; each is hashed separately. */
export const TEXT_FIELDS = ['contactName', 'recipient', 'body', 'sentWith', 'campaignId'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

const MAX_GRAM_LENGTH = 3;

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units with 32 bits, to fit PostgreSQL's `integer`. */
function hash32(start: number, text: string, from: number, to: number): number {
  let hash = start;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash;
}

/**
 * Seed of a field's hashes. It differs by workspace and field, so that searches never match other workspaces' grams.
 */
const seedHash = (workspaceId: string, field: TextField): number => {
  const seed = `${workspaceId} ${field} `;
  return hash32(OFFSET | 0, seed, 0, seed.length);
};

/** Hashes of all grams of one, two and three characters. @param texts folded */
export function gramsOf(workspaceId: string, texts: Readonly<Record<TextField, string | null>>): number[] {
  const grams = new Set<number>();
  for (const field of TEXT_FIELDS) {
    const text = texts[field] ?? '';
    const start = seedHash(workspaceId, field);
    for (let from = 0; from < text.length; from += 1) {
      let hash = start;
      const end = Math.min(from + MAX_GRAM_LENGTH, text.length);
      for (let to = from + 1; to <= end; to += 1) {
        hash = hash32(hash, text, to - 1, to);
        grams.add(hash);
      }
    }
  }
  return [...grams];
}

/** Grams that a text must have to contain this part, at the longest hashed length. @param part folded, not empty */
export function piecesOf(part: string): string[] {
  const length = Math.min(MAX_GRAM_LENGTH, part.length);
  const pieces = Array.from({ length: part.length - length + 1 }, (_, from) => part.slice(from, from + length));
  return [...new Set(pieces)];
}

/** The hash of this gram in a field; others may collide with it. */
export const gramOf = (workspaceId: string, field: TextField, piece: string): number =>
  hash32(seedHash(workspaceId, field), piece, 0, piece.length);
