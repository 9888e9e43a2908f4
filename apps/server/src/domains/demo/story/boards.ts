import type { CellValue, ColumnOption, ColumnType } from '@switchyard/contracts/boards/columns';
import { generateNKeysBetween } from 'fractional-indexing';
import { newId } from '../../../platform/database/columns.ts';
import { automationRuns, automations } from '../../automations/automations.schema.ts';
import {
  boardColumns,
  boardGroups,
  boardItems,
  boards,
  boardViews,
  itemHistory,
  itemPeople,
} from '../../boards/boards.schema.ts';
import { itemPlans } from '../../boards/plans.schema.ts';
import { shares } from '../../shares/shares.schema.ts';
import { MINUTES_A_DAY, minutesBefore, type Story } from './story.ts';

/** The patient whose crown is due next. */
const AMELIA = '+447700900123';

interface Column {
  name: string;
  type: ColumnType;
  options?: ColumnOption[];
}
/** Values by column name; a number for a date counts days from today, a name for people is a colleague's. */
type Item = { in: string } & Record<string, string | number>;
interface Board {
  name: string;
  template: 'blank' | 'tasks';
  columns: Column[];
  groups: string[];
  items: Item[];
  hasKanban?: boolean;
}

const option = (id: string, name: string, color: ColumnOption['color'], isDone = false): ColumnOption => ({
  id,
  name,
  color,
  isDone,
});

const LAB: Board = {
  name: 'Lab orders',
  template: 'blank',
  columns: [
    { name: 'Order', type: 'text' },
    { name: 'Patient', type: 'text' },
    { name: 'Work', type: 'text' },
    {
      name: 'Status',
      type: 'status',
      options: [
        option('lab', 'At the lab', 'blue'),
        option('arrived', 'Arrived', 'teal'),
        option('fitted', 'Fitted', 'green', true),
      ],
    },
    { name: 'Due', type: 'date' },
    { name: 'Price, £', type: 'number' },
    { name: 'Dentist', type: 'people' },
    { name: 'Phone', type: 'phone' },
  ],
  groups: ['Open', 'Fitted'],
  hasKanban: true,
  items: [
    {
      in: 'Open',
      Order: 'LAB-118',
      Patient: 'Amelia Clarke',
      Work: 'Crown, remade',
      Status: 'lab',
      Due: 3,
      'Price, £': 184,
      Dentist: 'robin',
      Phone: AMELIA,
    },
    {
      in: 'Open',
      Order: 'LAB-117',
      Patient: 'Zoë van den Berg',
      Work: 'Implant crown',
      Status: 'lab',
      Due: -2,
      'Price, £': 310,
      Dentist: 'robin',
    },
    {
      in: 'Open',
      Order: 'LAB-116',
      Patient: '佐藤 美咲',
      Work: 'Aligners 15 to 18',
      Status: 'lab',
      Due: 6,
      'Price, £': 240,
      Dentist: 'ivy',
    },
    {
      in: 'Open',
      Order: 'LAB-115',
      Patient: 'Mateus Oliveira',
      Work: 'Aligners 9 to 12',
      Status: 'lab',
      Due: 8,
      'Price, £': 240,
      Dentist: 'ivy',
    },
    {
      in: 'Open',
      Order: 'LAB-114',
      Patient: 'Walter Finch',
      Work: 'Night guard',
      Status: 'arrived',
      Due: 0,
      'Price, £': 78,
      Dentist: 'robin',
    },
    {
      in: 'Open',
      Order: 'LAB-113',
      Patient: 'Hannah Reed',
      Work: 'Veneer',
      Status: 'arrived',
      Due: 1,
      'Price, £': 205,
      Dentist: 'robin',
    },
    {
      in: 'Fitted',
      Order: 'LAB-112',
      Patient: 'François Lefèvre',
      Work: 'Bridge',
      Status: 'fitted',
      Due: -6,
      'Price, £': 420,
      Dentist: 'robin',
    },
    {
      in: 'Fitted',
      Order: 'LAB-111',
      Patient: 'Emma Müller',
      Work: 'Crown',
      Status: 'fitted',
      Due: -8,
      'Price, £': 184,
      Dentist: 'robin',
    },
    {
      in: 'Fitted',
      Order: 'LAB-110',
      Patient: 'Piotr Zieliński',
      Work: 'Night guard',
      Status: 'fitted',
      Due: -11,
      'Price, £': 78,
      Dentist: 'ivy',
    },
    {
      in: 'Fitted',
      Order: 'LAB-109',
      Patient: 'Sofia Lindqvist',
      Work: 'Aligners 1 to 4',
      Status: 'fitted',
      Due: -15,
      'Price, £': 240,
      Dentist: 'ivy',
    },
  ],
};

const LEADS: Board = {
  name: 'Leads',
  template: 'blank',
  columns: [
    { name: 'Name', type: 'text' },
    {
      name: 'Stage',
      type: 'status',
      options: [
        option('new', 'New', 'gray'),
        option('talking', 'Talking', 'blue'),
        option('booked', 'Booked', 'green', true),
        option('lost', 'Lost', 'red', true),
      ],
    },
    { name: 'Phone', type: 'phone' },
    { name: 'Treatment', type: 'text' },
    { name: 'Budget, £', type: 'number' },
    { name: 'Owner', type: 'people' },
    { name: 'Next step', type: 'date' },
    { name: 'Rating', type: 'rating' },
  ],
  groups: ['This month'],
  hasKanban: true,
  items: [
    {
      in: 'This month',
      Name: 'Gwen Harper',
      Stage: 'new',
      Phone: '+447700900440',
      Treatment: 'Whitening',
      'Budget, £': 320,
      Owner: 'tom',
      'Next step': 0,
      Rating: 4,
    },
    {
      in: 'This month',
      Name: 'Idris Cole',
      Stage: 'new',
      Phone: '+447700900441',
      Treatment: 'Check-up',
      'Budget, £': 62,
      Owner: 'tom',
      'Next step': 1,
      Rating: 3,
    },
    {
      in: 'This month',
      Name: 'Quentin Marsh',
      Stage: 'talking',
      Phone: '+447700900442',
      Treatment: 'Implant',
      'Budget, £': 2450,
      Owner: 'robin',
      'Next step': 2,
      Rating: 5,
    },
    {
      in: 'This month',
      Name: 'Ursula Vane',
      Stage: 'talking',
      Phone: '+447700900443',
      Treatment: 'Aligners',
      'Budget, £': 1950,
      Owner: 'ivy',
      'Next step': 1,
      Rating: 4,
    },
    {
      in: 'This month',
      Name: 'Ben Osei',
      Stage: 'booked',
      Phone: '+447700900444',
      Treatment: 'Crown',
      'Budget, £': 690,
      Owner: 'robin',
      'Next step': 5,
      Rating: 5,
    },
    {
      in: 'This month',
      Name: 'Xenia Petrova',
      Stage: 'booked',
      Phone: '+447700900445',
      Treatment: 'Hygienist',
      'Budget, £': 78,
      Owner: 'tom',
      'Next step': 4,
      Rating: 3,
    },
    {
      in: 'This month',
      Name: 'Dean Whitlock',
      Stage: 'lost',
      Phone: '+447700900446',
      Treatment: 'Implant',
      'Budget, £': 1200,
      Owner: 'robin',
      'Next step': -3,
      Rating: 1,
    },
  ],
};

const TASKS: Board = {
  name: 'Practice tasks',
  template: 'tasks',
  columns: [
    { name: 'Task', type: 'text' },
    {
      name: 'Status',
      type: 'status',
      options: [
        option('to-do', 'To do', 'gray'),
        option('working', 'Working on it', 'blue'),
        option('done', 'Done', 'green', true),
      ],
    },
    { name: 'People', type: 'people' },
    { name: 'Due', type: 'date' },
    {
      name: 'Priority',
      type: 'priority',
      options: [option('high', 'High', 'orange'), option('medium', 'Medium', 'yellow'), option('low', 'Low', 'gray')],
    },
    { name: 'Notes', type: 'longText' },
  ],
  groups: ['This week', 'Later'],
  items: [
    {
      in: 'This week',
      Task: 'Call the lab about LAB-117',
      Status: 'to-do',
      People: 'robin',
      Due: -1,
      Priority: 'high',
      Notes: 'Two days late.',
    },
    {
      in: 'This week',
      Task: 'Answer Victor Hale in person',
      Status: 'to-do',
      People: 'robin',
      Due: 0,
      Priority: 'high',
    },
    { in: 'This week', Task: 'Book fitting, Amelia', Status: 'to-do', People: 'tom', Due: 3, Priority: 'medium' },
    { in: 'This week', Task: 'Order gloves, size M', Status: 'working', People: 'ivy', Due: 1, Priority: 'low' },
    { in: 'This week', Task: 'Renew autoclave service', Status: 'to-do', People: 'ivy', Due: -2, Priority: 'medium' },
    {
      in: 'This week',
      Task: 'Add insurers to the handbook',
      Status: 'to-do',
      People: 'robin',
      Due: 4,
      Priority: 'medium',
    },
    {
      in: 'This week',
      Task: 'Prepare whitening evening',
      Status: 'working',
      People: 'tom',
      Due: 2,
      Priority: 'medium',
    },
    { in: 'This week', Task: 'Send rota for December', Status: 'done', People: 'ivy', Due: -3, Priority: 'medium' },
    { in: 'Later', Task: 'Ask for a second hygienist day', Status: 'to-do', People: 'ivy', Due: 12, Priority: 'low' },
    { in: 'Later', Task: 'New photo for the front door', Status: 'to-do', People: 'tom', Due: 20, Priority: 'low' },
  ],
};

/** Creates the practice's three boards, with their shares and automations. */
export async function createBoards(story: Story): Promise<void> {
  const [leads, lab, tasks] = [
    await createDemoBoard(story, LEADS),
    await createDemoBoard(story, LAB),
    await createDemoBoard(story, TASKS),
  ];
  await createShares(story, leads, lab);
  await createAutomations(story, leads, lab);
  const recurring = tasks.items['Renew autoclave service'] ?? '';
  await story.deps.db
    .insert(itemPlans)
    .values({ itemId: recurring, rule: 'FREQ=YEARLY', remindDaysBefore: 7, remindAt: '09:00' });
}

/** Ids by the names of columns, groups and items. */
interface DemoBoard {
  boardId: string;
  columns: Record<string, string>;
  groups: Record<string, string>;
  items: Record<string, string>;
}

/** Their secrets are discarded: to get a usable link, a person creates one. */
async function createShares(
  { deps: { db }, workspaceId, actor, now }: Story,
  leads: DemoBoard,
  lab: DemoBoard,
): Promise<void> {
  const field = (columnId = '', isRequired = false, help = '') => ({ columnId, isRequired, help });
  const shareFields = () => ({ workspaceId, createdBy: actor.userId, tokenHash: newId(), createdAt: now });
  await db.insert(shares).values([
    {
      ...shareFields(),
      boardId: lab.boardId,
      kind: 'table',
      name: 'For the lab',
      fields: ['Order', 'Work', 'Due', 'Status'].map((name) => field(lab.columns[name])),
    },
    {
      ...shareFields(),
      boardId: leads.boardId,
      kind: 'form',
      name: 'Register as a new patient',
      intro: 'We call you back within a working day.',
      thanks: 'Thank you. We’ll be in touch.',
      groupId: leads.groups['This month'] ?? null,
      fields: [
        field(leads.columns.Name, true),
        field(leads.columns.Phone, true),
        field(leads.columns.Treatment, false, 'What can we help with?'),
      ],
      uses: 5,
      held: 1,
    },
  ]);
}

async function createAutomations(
  { deps: { db }, workspaceId, actor, colleagues, now }: Story,
  leads: DemoBoard,
  lab: DemoBoard,
): Promise<void> {
  const ruleFields = { workspaceId, createdBy: actor.userId, filters: [], activeSince: now, createdAt: now };
  const crown = newId();
  const phone = lab.columns.Phone ?? '';
  await db.insert(automations).values([
    {
      ...ruleFields,
      id: crown,
      boardId: lab.boardId,
      name: 'Crown is in',
      kind: 'cellChanged',
      trigger: { kind: 'cellChanged', columnId: lab.columns.Status ?? '', value: 'arrived' },
      steps: [
        { kind: 'sendMessage', columnId: phone, text: 'Your {Work} is in. When would you like to come by?' },
        { kind: 'notify', userIds: [colleagues.tom.id], columnId: null, text: 'Book the fitting of {Order}' },
      ],
    },
    {
      ...ruleFields,
      boardId: leads.boardId,
      name: 'New patient',
      kind: 'formAnswered',
      trigger: { kind: 'formAnswered' },
      steps: [
        { kind: 'setCell', columnId: leads.columns.Owner ?? '', value: [colleagues.tom.id] },
        {
          kind: 'sendMessage',
          columnId: leads.columns.Phone ?? '',
          text: 'Thank you, {Name}. We call you within a working day.',
        },
      ],
    },
  ]);
  const arrived = ['LAB-113', 'LAB-112', 'LAB-111', 'LAB-110'].flatMap((order) =>
    lab.items[order] ? [{ order, itemId: lab.items[order] }] : [],
  );
  if (arrived.length === 0) return;
  await db.insert(automationRuns).values(
    arrived.map(({ order, itemId }, at) => {
      const ranAt = minutesBefore(now, (at + 2) * MINUTES_A_DAY);
      const done = {
        kind: 'notify',
        outcome: 'done',
        reason: null,
        itemId: null,
        text: `Book the fitting of ${order}`,
      } as const;
      const sent = {
        kind: 'sendMessage',
        outcome: 'done',
        reason: null,
        itemId: null,
        text: 'Your crown is in.',
      } as const;
      const optedOut = { ...sent, outcome: 'nothing', reason: 'optedOut' } as const;
      return {
        ...{ workspaceId, automationId: crown, itemId, subject: order, depth: 0, state: 'done' as const },
        steps: [at === 3 ? optedOut : sent, done],
        createdAt: ranAt,
        endedAt: ranAt,
      };
    }),
  );
}

async function createDemoBoard(
  story: Story,
  { name, template, columns, groups, items, hasKanban }: Board,
): Promise<DemoBoard> {
  const { workspaceId, actor, now } = story;
  const { db } = story.deps;
  const boardId = newId();
  await db.insert(boards).values({ id: boardId, workspaceId, name, template, nextNumber: items.length + 1 });
  const columnKeys = generateNKeysBetween(null, null, columns.length);
  const columnRows = columns.map((column, at) => ({
    id: newId(),
    boardId,
    ...column,
    isTitle: at === 0,
    position: columnKeys[at] ?? '',
  }));
  await db.insert(boardColumns).values(columnRows);
  const groupKeys = generateNKeysBetween(null, null, groups.length);
  const groupRows = groups.map((group, at) => ({ id: newId(), boardId, name: group, position: groupKeys[at] ?? '' }));
  await db.insert(boardGroups).values(groupRows);
  const itemKeys = generateNKeysBetween(null, null, items.length);
  const itemRows = items.map((item, at) => {
    const given = columnRows.filter((column) => item[column.name] !== undefined);
    const createdAt = minutesBefore(now, (items.length - at) * MINUTES_A_DAY);
    return {
      id: newId(),
      boardId,
      groupId: groupRows.find((group) => group.name === item.in)?.id ?? '',
      number: at + 1,
      position: itemKeys[at] ?? '',
      cells: Object.fromEntries(given.map((column) => [column.id, cellOf(story, column, item[column.name])])),
      createdBy: actor.userId,
      createdAt,
      updatedAt: createdAt,
    };
  });
  await db.insert(boardItems).values(itemRows);
  await db.insert(itemHistory).values(
    itemRows.map(({ id, createdAt }) => ({
      itemId: id,
      act: 'created' as const,
      userId: actor.userId,
      version: 1,
      createdAt,
    })),
  );
  const people = columnRows.find(({ type }) => type === 'people');
  if (people) {
    await db
      .insert(itemPeople)
      .values(
        itemRows.flatMap(({ id, cells }) =>
          (cells[people.id] as string[]).map((userId) => ({ itemId: id, columnId: people.id, userId })),
        ),
      );
  }
  if (hasKanban) await db.insert(boardViews).values({ boardId, name: 'By status', kind: 'kanban', filters: [] });
  const byName = (rows: readonly { id: string; name: string }[]) =>
    Object.fromEntries(rows.map((row) => [row.name, row.id]));
  const title = columns[0]?.name ?? '';
  return {
    boardId,
    columns: byName(columnRows),
    groups: byName(groupRows),
    items: Object.fromEntries(itemRows.map(({ id }, at) => [String(items[at]?.[title] ?? ''), id])),
  };
}

function cellOf({ actor, colleagues, now }: Story, { type }: Column, value: string | number | undefined): CellValue {
  if (type === 'people') return [value === 'ivy' || value === 'tom' ? colleagues[value].id : actor.userId];
  if (type === 'date')
    return minutesBefore(now, -Number(value) * MINUTES_A_DAY)
      .toISOString()
      .slice(0, 10);
  return value ?? null;
}
