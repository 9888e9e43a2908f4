import type { Rule, StepResult } from '@switchyard/contracts/automations/operations';
import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardFilter } from '@switchyard/contracts/boards/operations';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineEffects } from '../../platform/hooks.ts';
import type { TriggerChat } from './automations.schema.ts';

/** The run that causes a change; runs triggered by that change are one level deeper. */
export interface Cause {
  depth: number;
}

interface RunContext {
  workspaceId: string;
  boardId: string;
  cause: Cause;
  now: Date;
}

/** An item as texts and steps use it. */
export interface ItemFacts {
  title: string;
  cells: Cells;
  /** Displayed values by column name. */
  values: Record<string, string>;
}

type StepOutcome = Pick<StepResult, 'outcome' | 'reason' | 'itemId' | 'text'>;
export interface Effect {
  result: StepOutcome;
  events: DomainEvent[];
}

/** Operations that the boards domain, which is above automations, provides for them. */
export interface BoardEffects {
  /**
   * Validates a rule against its board.
   * @throws Refusal `NOT_FOUND` if there is no such board; `INVALID` if a column, group or value doesn't exist in it
   */
  check(tx: Db, workspaceId: string, boardId: string, rule: Rule): Promise<void>;
  /** Null: the item was deleted. */
  findItem(tx: Db, boardId: string, itemId: string): Promise<ItemFacts | null>;
  passes(tx: Db, boardId: string, itemId: string, filters: readonly BoardFilter[]): Promise<boolean>;
  /** Items whose date in a column lies between two days. */
  itemsDated(
    tx: Db,
    boardId: string,
    columnId: string,
    from: string,
    to: string,
  ): Promise<{ itemId: string; day: string; title: string }[]>;
  setCell(tx: Db, by: RunContext, change: { itemId: string; columnId: string; value: CellValue }): Promise<Effect>;
  moveToGroup(tx: Db, by: RunContext, change: { itemId: string; groupId: string }): Promise<Effect>;
  createItem(
    tx: Db,
    by: RunContext,
    item: { groupId: string; cells: Cells; fill: (text: string) => string; chat: TriggerChat | null },
  ): Promise<Effect>;
}

export const boardEffects = defineEffects<BoardEffects>();

/** A chat with its inbox state. */
export interface Conversation {
  id: string;
  engineId: string;
  /** E.164, or a group's id. */
  chat: string;
}

/** Operations that the inbox domain, which is above automations, provides for them. */
export interface InboxEffects {
  /** Validates a rule. @throws Refusal `INVALID` if a step assigns to a member or team that doesn't exist */
  check(tx: Db, workspaceId: string, rule: Rule): Promise<void>;
  /** The conversation with a number on an engine, or the most recent one on any engine. Null: there is none. */
  find(tx: Db, workspaceId: string, chat: string, engineId?: string): Promise<Conversation | null>;
  /** The most recent conversation, for a trial run. Null: there is none. */
  latest(tx: Db, workspaceId: string): Promise<Conversation | null>;
  /** Conversations in which a customer has been waiting for an answer since a moment between these two. */
  waiting(tx: Db, workspaceId: string, from: Date, to: Date): Promise<(Conversation & { since: Date; name: string })[]>;
  assign(
    tx: Db,
    by: Omit<RunContext, 'boardId'>,
    change: { id: string; userId: string | null; teamId: string | null },
  ): Promise<Effect>;
  label(tx: Db, by: Omit<RunContext, 'boardId'>, change: { id: string; label: string; isOn: boolean }): Promise<Effect>;
}

export const inboxEffects = defineEffects<InboxEffects>();
