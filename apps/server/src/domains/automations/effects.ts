import type { Rule, StepResult } from '@switchyard/contracts/automations/operations';
import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardFilter } from '@switchyard/contracts/boards/operations';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineEffects } from '../../platform/hooks.ts';
import type { TriggerChat } from './automations.schema.ts';

/** The run that changes something: what its change sets off in turn comes after it. */
export interface Cause {
  depth: number;
}

interface ByRun {
  workspaceId: string;
  boardId: string;
  cause: Cause;
  now: Date;
}

/** An item as texts and steps take it. */
export interface ItemFacts {
  title: string;
  cells: Cells;
  /** By the names of the columns, as people read them. */
  values: Record<string, string>;
}

type Done = Pick<StepResult, 'outcome' | 'reason' | 'itemId' | 'text'>;
export interface Effect {
  result: Done;
  events: DomainEvent[];
}

/** What boards do for automations; they are above them. */
export interface BoardEffects {
  /** @throws Refusal `NOT_FOUND`: no such board; `INVALID`: a column, group or value that it does not have */
  check(tx: Db, workspaceId: string, boardId: string, rule: Rule): Promise<void>;
  /** Null: the item is deleted. */
  findItem(tx: Db, boardId: string, itemId: string): Promise<ItemFacts | null>;
  passes(tx: Db, boardId: string, itemId: string, filters: readonly BoardFilter[]): Promise<boolean>;
  /** Items whose date in a column is between two days. */
  itemsDated(
    tx: Db,
    boardId: string,
    columnId: string,
    from: string,
    to: string,
  ): Promise<{ itemId: string; day: string; title: string }[]>;
  setCell(tx: Db, by: ByRun, change: { itemId: string; columnId: string; value: CellValue }): Promise<Effect>;
  moveToGroup(tx: Db, by: ByRun, change: { itemId: string; groupId: string }): Promise<Effect>;
  createItem(
    tx: Db,
    by: ByRun,
    item: { groupId: string; cells: Cells; fill: (text: string) => string; chat: TriggerChat | null },
  ): Promise<Effect>;
}

export const boardEffects = defineEffects<BoardEffects>();

/** A chat with the team's work around it. */
export interface Conversation {
  id: string;
  engineId: string;
  /** E.164, or a group's id. */
  chat: string;
}

/** What the inbox does for automations; it is above them. */
export interface InboxEffects {
  /** @throws Refusal `INVALID`: whom a step assigns to is not there */
  check(tx: Db, workspaceId: string, rule: Rule): Promise<void>;
  /** The one with a number, of an engine or of the one that was last written over; null: there is none. */
  find(tx: Db, workspaceId: string, chat: string, engineId?: string): Promise<Conversation | null>;
  /** The one that was last written in, for a trial; null: there is none. */
  latest(tx: Db, workspaceId: string): Promise<Conversation | null>;
  /** Those in which a customer waits for an answer since a moment between two. */
  waiting(tx: Db, workspaceId: string, from: Date, to: Date): Promise<(Conversation & { since: Date; name: string })[]>;
  assign(
    tx: Db,
    by: Omit<ByRun, 'boardId'>,
    change: { id: string; userId: string | null; teamId: string | null },
  ): Promise<Effect>;
  label(tx: Db, by: Omit<ByRun, 'boardId'>, change: { id: string; label: string; isOn: boolean }): Promise<Effect>;
}

export const inboxEffects = defineEffects<InboxEffects>();
