import type { ChatMessage } from '@switchyard/contracts/chats/operations';

type Vote = Pick<ChatMessage, 'kind' | 'quotedId' | 'from' | 'choices' | 'isDeleted'>;

/**
 * Votes per option, by poll id.
 * @param messages latest first; only each voter's latest vote counts
 */
export function countVotes(messages: readonly Vote[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counted = new Set<string>();
  const tallies = new Map<string, Map<string, number>>();
  for (const { kind, quotedId, from, choices, isDeleted } of messages) {
    if (kind !== 'vote' || quotedId === null || isDeleted) continue;
    const voter = JSON.stringify([quotedId, from]);
    if (counted.has(voter)) continue;
    counted.add(voter);
    const tally = tallies.get(quotedId) ?? new Map<string, number>();
    tallies.set(quotedId, tally);
    for (const choice of choices ?? []) tally.set(choice, (tally.get(choice) ?? 0) + 1);
  }
  return tallies;
}
