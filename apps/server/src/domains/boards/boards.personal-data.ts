import { sql } from 'drizzle-orm';
import type { DataSubject, PersonalData } from '../../platform/personal-data.ts';

const ofBoards = ({ workspaceId }: DataSubject) =>
  sql`(select i.id from board_items i join boards b on b.id = i.board_id where b.workspace_id = ${workspaceId})`;

/** Items and their contents stay, because they belong to the team. */
export const boardsPersonalData: readonly PersonalData[] = [
  {
    kind: 'boardMessage',
    table: 'item_messages',
    of: (subject) => sql`t.item_id in ${ofBoards(subject)} and t.chat = ${subject.mobile}`,
    erase: 'delete',
    idColumn: 'item_id',
  },
  {
    kind: 'boardHistory',
    table: 'item_history',
    of: (subject) =>
      sql`t.item_id in ${ofBoards(subject)} and to_jsonb(${subject.mobile}::text) in (t.before, t.after)`,
    erase: {
      set: ({ mobile }) =>
        sql`before = nullif(t.before, to_jsonb(${mobile}::text)), after = nullif(t.after, to_jsonb(${mobile}::text))`,
    },
  },
  {
    kind: 'boardCell',
    table: 'board_items',
    of: (subject) => sql`t.board_id in (select id from boards where workspace_id = ${subject.workspaceId})
      and exists (select from jsonb_each(t.cells) cell where cell.value = to_jsonb(${subject.mobile}::text))`,
    erase: {
      set: ({ mobile }) => sql`version = t.version + 1, updated_at = now(), cells = (
        select coalesce(jsonb_object_agg(cell.key, cell.value), '{}') from jsonb_each(t.cells) cell
        where cell.value <> to_jsonb(${mobile}::text))`,
    },
  },
];
