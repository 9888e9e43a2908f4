/** The texts of a message that can be searched; each is hashed apart from the others. */
export const TEXT_FIELDS = ['contactName', 'recipient', 'body', 'sentWith', 'campaignId'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

const LONGEST = 3;

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units, of 32 bits as PostgreSQL's `integer` has them. */
function hashed(start: number, text: string, from: number, to: number): number {
  let hash = start;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash;
}

/**
 * Where hashes of a field begin: the same piece in another workspace or field is another number, so that nobody's
 * search meets others' messages.
 */
const startOf = (workspaceId: string, field: TextField): number => {
  const seed = `${workspaceId} ${field} `;
  return hashed(OFFSET | 0, seed, 0, seed.length);
};

/** Hashes of all pieces of one, two and three characters. @param texts folded */
export function gramsOf(workspaceId: string, texts: Readonly<Record<TextField, string | null>>): number[] {
  const grams = new Set<number>();
  for (const field of TEXT_FIELDS) {
    const text = texts[field] ?? '';
    const start = startOf(workspaceId, field);
    for (let from = 0; from < text.length; from += 1) {
      let hash = start;
      const end = Math.min(from + LONGEST, text.length);
      for (let to = from + 1; to <= end; to += 1) {
        hash = hashed(hash, text, to - 1, to);
        grams.add(hash);
      }
    }
  }
  return [...grams];
}

/** Pieces that a text has which contains this, as long as they are hashed. @param part folded, not empty */
export function piecesOf(part: string): string[] {
  const length = Math.min(LONGEST, part.length);
  const pieces = Array.from({ length: part.length - length + 1 }, (_, from) => part.slice(from, from + length));
  return [...new Set(pieces)];
}

/** The hash that a message has whose field contains this piece; another piece may have the same. */
export const gramOf = (workspaceId: string, field: TextField, piece: string): number =>
  hashed(startOf(workspaceId, field), piece, 0, piece.length);
