import type { ColumnOption, ColumnType } from '@switchyard/contracts/boards/columns';
import type { BoardTemplate } from '@switchyard/contracts/boards/operations';

interface TemplateColumn {
  name: string;
  type: ColumnType;
  isTitle?: boolean;
  options?: ColumnOption[];
}

const status: TemplateColumn = {
  name: 'Status',
  type: 'status',
  options: [
    { id: 'to-do', name: 'To do', color: 'gray', isDone: false },
    { id: 'working', name: 'Working on it', color: 'blue', isDone: false },
    { id: 'stuck', name: 'Stuck', color: 'red', isDone: false },
    { id: 'done', name: 'Done', color: 'green', isDone: true },
  ],
};

/** Columns of a new board, from left to right. */
export const templateColumns: Record<BoardTemplate, TemplateColumn[]> = {
  blank: [{ name: 'Name', type: 'text', isTitle: true }, status],
  tasks: [
    { name: 'Task', type: 'text', isTitle: true },
    status,
    { name: 'People', type: 'people' },
    { name: 'Due', type: 'date' },
    {
      name: 'Priority',
      type: 'priority',
      options: [
        { id: 'high', name: 'High', color: 'orange', isDone: false },
        { id: 'medium', name: 'Medium', color: 'yellow', isDone: false },
        { id: 'low', name: 'Low', color: 'gray', isDone: false },
      ],
    },
    { name: 'Notes', type: 'longText' },
  ],
};

export const templateGroups: Record<BoardTemplate, string[]> = {
  blank: ['Items'],
  tasks: ['This week', 'Later'],
};
