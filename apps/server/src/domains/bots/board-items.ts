import type { NodeOf } from '@switchyard/contracts/bots/flow';
import type { Text } from '@switchyard/contracts/text/registry';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineEffects } from '../../platform/hooks.ts';

/** What a step says of an item. */
export interface GivenItem {
  workspaceId: string;
  boardId: string;
  groupId: string | null;
  findBy: string | null;
  /** As they were filled in; `fileIds`: the value is a file that somebody sent. */
  cells: readonly { columnId: string; words: string; fileIds: string[] | null }[];
  /** In which numbers without a country code are read (ISO 3166). */
  country: string;
  /** Of the run of an automation that began the conversation. */
  cause: { depth: number } | undefined;
}

/** What boards do for bots; they are above them. */
export interface BoardItems {
  /** What a step names that the workspace does not have. */
  faultsOf(db: Db, workspaceId: string, step: NodeOf<'board'>): Promise<{ field: string; message: Text }[]>;
  /**
   * Sets cells of the item that is found, or adds one.
   * @throws Refusal `NOT_FOUND`: the board is gone; `INVALID`: a column is, or does not take its value
   */
  put(tx: Db, given: GivenItem, now: Date): Promise<{ number: number; isNew: boolean; events: DomainEvent[] }>;
}

export const boardItems = defineEffects<BoardItems>();
