import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { SharedForm } from '@switchyard/contracts/shares/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq } from 'drizzle-orm';
import type { ActionDeps, Outcome } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { readMobile } from '../../platform/phone-number.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import {
  type ColumnRow,
  findLayout,
  insertItem,
  isMissing,
  lockBoard,
  storableValue,
  withDefaults,
} from '../boards/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { isProof, workBitsOf } from './proof-of-work.ts';
import { type FoundForm, findForm, hashToken, type ShareRow } from './shares.queries.ts';
import { formAnswers, personalLinks, shares } from './shares.schema.ts';

/** Minimum time to read and fill in a form; anything faster is a program. */
const MIN_FILL_MS = 2_000;
/** Maximum time a form page may stay open; later answers may come from a program that kept the page. */
const MAX_FILL_MS = 7 * 86_400_000;
/** Limit per form over all senders; each address also has its own limit before this. */
const MAX_ANSWERS_PER_MINUTE = 60;
/** Maximum answers held as spam per form; further ones are refused. */
const MAX_HELD = 1_000;
/** Maximum length of an answer's texts together, in UTF-16 code units. */
const MAX_ANSWER_LENGTH = 64_000;

/** Loads the fields of a form whose columns still exist. */
async function loadFormFields(db: Db, { fields, boardId }: ShareRow) {
  const { columns, groups } = await findLayout(db, boardId);
  const formFields = fields.flatMap((field) => {
    const column = columns.find(({ id }) => id === field.columnId);
    return column ? [{ field, column }] : [];
  });
  return { formFields, columns, groups };
}

/** Settings of the installation that forms use. */
export interface FormConfig {
  secret: string;
  publicUrl: string;
}

/** Reads a form for a visitor. @throws Refusal `NOT_FOUND`, `SHARE_OVER` */
export async function readForm(
  db: Db,
  { secret, publicUrl }: FormConfig,
  token: string,
  now: Date,
): Promise<SharedForm> {
  const { share, personal } = await findForm(db, token, now);
  const { formFields } = await loadFormFields(db, share);
  const columnOf = (type: ColumnRow['type']) => formFields.find(({ column }) => column.type === type)?.column.id;
  const prefilled = personal
    ? ([
        [columnOf('text'), personal.name],
        [columnOf('phone'), personal.mobile],
      ] as const)
    : [];
  return {
    known: Object.fromEntries(prefilled.flatMap(([id, value]) => (id ? [[id, value]] : []))),
    workBits: workBitsOf(publicUrl),
    title: share.name,
    intro: share.intro,
    fields: formFields.map(({ field, column: { name, type, options, settings } }) => ({
      ...field,
      isRequired: field.isRequired || settings.isRequired,
      name,
      type,
      options,
    })),
    opened: signOpened(secret, share.id, `${now.getTime()}.${randomUUID()}`),
  };
}

/**
 * Signs when a form page was opened.
 * @param page the time, and what distinguishes it from others opened at the same moment
 */
const signOpened = (secret: string, shareId: string, page: string): string =>
  `${page}.${createHmac('sha256', secret).update(`form-opened:${shareId}:${page}`).digest('base64url')}`;

/** Whether the form was open for as long as a person needs to fill it in. */
function isFilledByPerson(secret: string, shareId: string, opened: string, now: Date): boolean {
  const page = opened.slice(0, Math.max(0, opened.lastIndexOf('.')));
  const atMs = Number(page.split('.')[0]);
  const [actual, expected] = [Buffer.from(opened), Buffer.from(signOpened(secret, shareId, page))];
  const isAuthentic = actual.length === expected.length && timingSafeEqual(actual, expected);
  const filledMs = now.getTime() - atMs;
  return isAuthentic && filledMs >= MIN_FILL_MS && filledMs <= MAX_FILL_MS;
}

interface AnswerInput {
  token: string;
  cells: Cells;
  opened: string;
  proof: string;
  website: string;
}

interface AnswerResult {
  thanks: string;
  redirectUrl: string | null;
}

/**
 * Adds a visitor's answer as an item. Answers that look automated are held, where members can restore them, and get the
 * same response.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`, `ANSWERED_ALREADY`, `INVALID` with every field that needs attention,
 *   `RATE_LIMITED`, `PAYLOAD_TOO_LARGE`
 */
export const answerForm = (
  { db, clock }: ActionDeps,
  { secret, publicUrl }: FormConfig,
  { token, cells, opened, proof, website }: AnswerInput,
): Promise<Outcome<AnswerResult>> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    if (JSON.stringify(cells).length > MAX_ANSWER_LENGTH) throw new Refusal('PAYLOAD_TOO_LARGE');
    const found = await findForm(tx, token, now);
    const { id, workspaceId, boardId } = found.share;
    await lockBoard(tx, workspaceId, boardId);
    // Checked again under the lock: an earlier answer may have been the last.
    const { share, personal } = await findForm(tx, token, now);
    const { formFields, columns, groups } = await loadFormFields(tx, share);
    const stored = await readAnswer(tx, workspaceId, formFields, cells);
    const identity = identityOf(formFields, stored, personal);
    const person = identity && createHmac('sha256', secret).update(`form-person:${id}:${identity}`).digest('hex');
    if (share.isOnePerPerson) await requireNoAnswer(tx, id, person);
    const isFromPerson =
      website === '' &&
      isFilledByPerson(secret, id, opened, now) &&
      isProof(opened, proof, workBitsOf(publicUrl)) &&
      (await isFirstOfPage(tx, id, opened, person));
    const isHeld = !isFromPerson;
    await countAnswer(tx, share, isHeld, now);
    if (personal && !isHeld) {
      await tx.update(personalLinks).set({ usedAt: now }).where(eq(personalLinks.id, personal.id));
    }
    const groupId = (groups.find((group) => group.id === share.groupId) ?? groups[0])?.id;
    if (!groupId) throw new Error('a board has a group');
    const { events } = await insertItem(
      tx,
      { workspaceId, userId: null },
      {
        boardId,
        groupId,
        columns,
        cells: withDefaults(columns, stored),
        beforeId: null,
        via: 'form',
        deletedAt: isHeld ? now : null,
      },
    );
    const { thanks, redirectUrl } = share;
    return { result: { thanks, redirectUrl }, events };
  });

/**
 * What identifies a person across answers: their personal link, else the number or address they gave. Null: nothing
 * does.
 */
function identityOf(
  formFields: readonly { column: ColumnRow }[],
  stored: Cells,
  personal: FoundForm['personal'],
): string | null {
  if (personal) return personal.mobile;
  const cellOf = (type: ColumnRow['type']) =>
    stored[formFields.find(({ column }) => column.type === type)?.column.id ?? ''];
  const identity = cellOf('phone') ?? cellOf('email');
  return typeof identity === 'string' ? identity.toLowerCase() : null;
}

/** Refuses a second answer of the same person. @throws Refusal `ANSWERED_ALREADY` */
async function requireNoAnswer(tx: Db, shareId: string, person: string | null): Promise<void> {
  if (person === null) return;
  const byPerson = and(eq(formAnswers.shareId, shareId), eq(formAnswers.person, person));
  if ((await tx.$count(formAnswers, byPerson)) > 0) throw new Refusal('ANSWERED_ALREADY');
}

/** Records the answer. A page that was sent before is resent by a program, and its proof is used up. */
async function isFirstOfPage(tx: Db, shareId: string, opened: string, person: string | null): Promise<boolean> {
  const recorded = await tx
    .insert(formAnswers)
    .values({ shareId, openedHash: hashToken(opened), person })
    .onConflictDoNothing()
    .returning({ id: formAnswers.id });
  return recorded.length > 0;
}

/** Counts an answer against the form's limits. @throws Refusal `RATE_LIMITED` */
async function countAnswer(tx: Db, share: ShareRow, isHeld: boolean, now: Date): Promise<void> {
  const isSameMinute = share.minute !== null && now.getTime() - share.minute.getTime() < 60_000;
  const before = isSameMinute ? share.minuteUses : 0;
  if (before >= MAX_ANSWERS_PER_MINUTE || (isHeld && share.held >= MAX_HELD)) throw new Refusal('RATE_LIMITED');
  await tx
    .update(shares)
    .set({
      minute: isSameMinute ? share.minute : now,
      minuteUses: before + 1,
      ...(isHeld ? { held: share.held + 1 } : { uses: share.uses + 1 }),
    })
    .where(eq(shares.id, share.id));
}

/**
 * Validates an answer.
 * @returns the cells to store
 * @throws Refusal `INVALID` with every fault
 */
async function readAnswer(
  tx: Db,
  workspaceId: string,
  formFields: readonly { field: ShareRow['fields'][number]; column: ColumnRow }[],
  cells: Cells,
): Promise<Cells> {
  const faults: FieldFault[] = Object.keys(cells)
    .filter((columnId) => !formFields.some(({ column }) => column.id === columnId))
    .map((columnId) => faultAt(`cells.${columnId}`, 'unknownField'));
  if (faults.length > 0) throw invalid(faults.slice(0, 1));
  const country = (await findWorkspace(tx, workspaceId))?.country ?? '';
  const stored: Cells = {};
  for (const { field, column } of formFields) {
    const name = `cells.${column.id}`;
    try {
      const value = normalizePhone(column, cells[column.id] ?? null, country);
      const cell = await storableValue(tx, workspaceId, { column, value, field: name });
      if ((field.isRequired && (cell === null || cell === false)) || isMissing(column, cell))
        faults.push(faultAt(name, 'missing'));
      else if (cell !== null) stored[column.id] = cell;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error;
      faults.push(...(error as Refusal<'INVALID'>).data.faults);
    }
  }
  if (faults.length > 0) throw invalid(faults);
  if (Object.keys(stored).length === 0) {
    throw invalid(formFields.slice(0, 1).map(({ column }) => faultAt(`cells.${column.id}`, 'missing')));
  }
  return stored;
}

/** Reads a phone number in the workspace's national format. */
const normalizePhone = ({ type }: ColumnRow, value: CellValue, country: string): CellValue =>
  type === 'phone' && typeof value === 'string' && value.trim() !== '' ? (readMobile(value, country) ?? value) : value;
