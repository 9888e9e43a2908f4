import type { LinkedItem } from '@switchyard/contracts/boards/operations';

/** Whether an item starts before one that it depends on has ended. */
export const startsBeforeEnd = (
  startsOn: unknown,
  { endsOn, isDone }: Pick<LinkedItem, 'endsOn' | 'isDone'>,
): boolean => !isDone && typeof startsOn === 'string' && endsOn !== null && startsOn < endsOn;
