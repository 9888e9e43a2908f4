import { addTexts } from '../../lib/i18n/i18n.ts';

/** Texts of tasks made from chat messages. */
const tasksTexts = addTexts('tasks', {
  make: 'Create task',
  made: 'Added to {{board}}: {{name}}',
  dueHint: 'Press F to make it due on Friday.',
  due: 'Due on {{day}}',
  unnamed: 'Unnamed',
  removed: 'Task deleted',
  title: 'Tasks',
  none: 'No tasks from this chat yet. Press T on a message to create one.',
  more: 'Showing {{shown}} of {{total}}',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    tasks: typeof tasksTexts;
  }
}
