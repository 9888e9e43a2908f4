import { text } from '@switchyard/contracts/text/text';
import { Refusal } from '../../../platform/refusal.ts';
import { type BoardItemInput, getBoardItems } from '../board-items.ts';
import { errorText } from './error-text.ts';
import { type Execution, StepError } from './execution.ts';
import type { NodeHandler } from './transition.ts';

/** Placeholder for the number of a bot's tester, who has none. */
const TESTER = '+15550100000';

/** Adds a board item, or updates the one found by a cell, with values that the bot collected. */
export const board: NodeHandler<'board'> = {
  async enter(execution, node) {
    const { boardId, groupId, findBy } = node;
    const { workspaceId, chat } = execution.session;
    const { depth } = execution.state;
    if (boardId === null) throw new StepError(text('nodeBoard'));
    const cells: BoardItemInput['cells'][number][] = [];
    for (const { columnId, value } of node.cells) {
      const filled = await execution.fill(value);
      const words = execution.isTest && filled === chat ? TESTER : filled;
      cells.push({ columnId, words, fileIds: fileIdsIn(execution, value) });
    }
    const cause = depth === undefined ? undefined : { depth };
    const given = { workspaceId, boardId, groupId, findBy, cells, country: execution.place.country, cause };
    try {
      const { number, isNew, events } = await saveItem(execution, given);
      execution.events.push(...events);
      const values = execution.setVariable(node.saveAs, number);
      execution.botEvents.push({ event: 'board_item_written', node, details: { number, isNew }, values });
      return { go: 'next' };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const message = errorText(error);
      execution.botEvents.push({ event: 'node_failed', node, details: { message } });
      return { go: 'failed', orFailed: message };
    }
  },
};

/** The contact's file, when its variable alone makes up the value. */
function fileIdsIn({ state }: Execution, value: string): string[] | null {
  const [, name = ''] = /^\{(\w+)\}$/.exec(value.trim()) ?? [];
  const stored = state.vars[name];
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const { fileId } = stored;
  return typeof fileId === 'string' ? [fileId] : null;
}

type StoredItem = Awaited<ReturnType<ReturnType<typeof getBoardItems>['put']>>;
/** Thrown to roll back a savepoint. */
class RolledBack extends Error {}

/** Runs in a savepoint, so that a refusal halfway leaves nothing behind; a test rolls everything back. */
async function saveItem({ tx, now, isTest }: Execution, given: BoardItemInput): Promise<StoredItem> {
  if (!isTest) return tx.transaction((savepoint) => getBoardItems().put(savepoint, given, now));
  let saved: StoredItem | undefined;
  const attempt = tx.transaction(async (savepoint) => {
    saved = await getBoardItems().put(savepoint, given, now);
    throw new RolledBack();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (!saved) throw new Error('the savepoint of a test did not complete');
  return { ...saved, events: [] };
}
