import type { NodeOf } from '@switchyard/contracts/bots/flow';
import type { Text } from '@switchyard/contracts/text/registry';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineEffects } from '../../platform/hooks.ts';

/** A board step's input for one item. */
export interface BoardItemInput {
  workspaceId: string;
  boardId: string;
  groupId: string | null;
  findBy: string | null;
  /** Values with variables filled in; `fileIds` is set when the value is a file that the contact sent. */
  cells: readonly { columnId: string; words: string; fileIds: string[] | null }[];
  /** Default country for numbers without a country code (ISO 3166). */
  country: string;
  /** Set when an automation run started the conversation. */
  cause: { depth: number } | undefined;
}

/** Implemented by the boards domain, which depends on this one. */
export interface BoardItems {
  /** Faults for boards and columns that the step names and the workspace doesn't have. */
  faultsOf(db: Db, workspaceId: string, step: NodeOf<'board'>): Promise<{ field: string; message: Text }[]>;
  /**
   * Updates the cells of the matching item, or adds an item.
   * @throws Refusal `NOT_FOUND` if the board was deleted; `INVALID` if a column was deleted or rejects its value
   */
  put(tx: Db, given: BoardItemInput, now: Date): Promise<{ number: number; isNew: boolean; events: DomainEvent[] }>;
}

export const getBoardItems = defineEffects<BoardItems>();
