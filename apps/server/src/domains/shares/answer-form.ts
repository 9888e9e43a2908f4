import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { SharedForm } from '@switchyard/contracts/shares/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { eq } from 'drizzle-orm';
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
import { findShare, type ShareRow } from './shares.queries.ts';
import { shares } from './shares.schema.ts';

/** Nobody reads and fills in a form faster. */
const MIN_FILLING_MS = 2_000;
/** For one form, whoever sends; an address has its own limit before that. */
const MAX_ANSWERS_A_MINUTE = 60;
/** Answers of one form that were put away as spam. Beyond, they are refused. */
const MAX_HELD = 1_000;
/** Of the texts of one answer together, in UTF-16 code units. */
const MAX_ANSWER_LENGTH = 64_000;

/** What a form asks for: the columns that are there still, each with its field. */
async function askedFields(db: Db, { fields, boardId }: ShareRow) {
  const { columns, groups } = await findLayout(db, boardId);
  const asked = fields.flatMap((field) => {
    const column = columns.find(({ id }) => id === field.columnId);
    return column ? [{ field, column }] : [];
  });
  return { asked, columns, groups };
}

/** @throws Refusal `NOT_FOUND`, `SHARE_OVER` */
export async function readForm(db: Db, secret: string, token: string, now: Date): Promise<SharedForm> {
  const share = await findShare(db, 'form', token, now);
  const { asked } = await askedFields(db, share);
  return {
    title: share.name,
    intro: share.intro,
    fields: asked.map(({ field, column: { name, type, options, settings } }) => ({
      ...field,
      isRequired: field.isRequired || settings.isRequired,
      name,
      type,
      options,
    })),
    opened: signOpened(secret, share.id, now.getTime()),
  };
}

const signOpened = (secret: string, shareId: string, atMs: number): string =>
  `${atMs}.${createHmac('sha256', secret).update(`form-opened:${shareId}:${atMs}`).digest('base64url')}`;

/** Whether the form was opened long enough ago for a person to have filled it in. */
function isFilledByPerson(secret: string, shareId: string, opened: string, now: Date): boolean {
  const atMs = Number(opened.split('.')[0]);
  const [given, expected] = [Buffer.from(opened), Buffer.from(signOpened(secret, shareId, atMs))];
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && now.getTime() - atMs >= MIN_FILLING_MS;
}

interface Answer {
  token: string;
  cells: Cells;
  opened: string;
  website: string;
}

/**
 * Adds what somebody has sent as an item. What looks like a program's is put away, where members can restore it, and
 * answered alike.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`, `INVALID` with every field that needs attention, `RATE_LIMITED`,
 *   `PAYLOAD_TOO_LARGE`
 */
export const answerForm = (
  { db, clock }: ActionDeps,
  secret: string,
  { token, cells, opened, website }: Answer,
): Promise<Outcome<{ thanks: string }>> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    if (JSON.stringify(cells).length > MAX_ANSWER_LENGTH) throw new Refusal('PAYLOAD_TOO_LARGE');
    const { id, workspaceId, boardId } = await findShare(tx, 'form', token, now);
    await lockBoard(tx, workspaceId, boardId);
    // Again, now that nobody else answers: an earlier one may have been the last.
    const share = await findShare(tx, 'form', token, now);
    const isHeld = website !== '' || !isFilledByPerson(secret, id, opened, now);
    await countAnswer(tx, share, isHeld, now);
    const { asked, columns, groups } = await askedFields(tx, share);
    const stored = await readAnswer(tx, workspaceId, asked, cells);
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
    return { result: { thanks: share.thanks }, events };
  });

/** @throws Refusal `RATE_LIMITED` */
async function countAnswer(tx: Db, share: ShareRow, isHeld: boolean, now: Date): Promise<void> {
  const isSameMinute = share.minute !== null && now.getTime() - share.minute.getTime() < 60_000;
  const before = isSameMinute ? share.minuteUses : 0;
  if (before >= MAX_ANSWERS_A_MINUTE || (isHeld && share.held >= MAX_HELD)) throw new Refusal('RATE_LIMITED');
  await tx
    .update(shares)
    .set({
      minute: isSameMinute ? share.minute : now,
      minuteUses: before + 1,
      ...(isHeld ? { held: share.held + 1 } : { uses: share.uses + 1 }),
    })
    .where(eq(shares.id, share.id));
}

/** The answer as it is stored. @throws Refusal `INVALID` with every fault */
async function readAnswer(
  tx: Db,
  workspaceId: string,
  asked: readonly { field: ShareRow['fields'][number]; column: ColumnRow }[],
  cells: Cells,
): Promise<Cells> {
  const faults: FieldFault[] = Object.keys(cells)
    .filter((columnId) => !asked.some(({ column }) => column.id === columnId))
    .map((columnId) => faultAt(`cells.${columnId}`, 'unknownField'));
  if (faults.length > 0) throw invalid(faults.slice(0, 1));
  const country = (await findWorkspace(tx, workspaceId))?.country ?? '';
  const stored: Cells = {};
  for (const { field, column } of asked) {
    const name = `cells.${column.id}`;
    try {
      const value = asWritten(column, cells[column.id] ?? null, country);
      const kept = await storableValue(tx, workspaceId, { column, value, field: name });
      if ((field.isRequired && (kept === null || kept === false)) || isMissing(column, kept))
        faults.push(faultAt(name, 'missing'));
      else if (kept !== null) stored[column.id] = kept;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error;
      faults.push(...(error as Refusal<'INVALID'>).data.faults);
    }
  }
  if (faults.length > 0) throw invalid(faults);
  if (Object.keys(stored).length === 0) {
    throw invalid(asked.slice(0, 1).map(({ column }) => faultAt(`cells.${column.id}`, 'missing')));
  }
  return stored;
}

/** A phone number as people of the workspace's country write it. */
const asWritten = ({ type }: ColumnRow, value: CellValue, country: string): CellValue =>
  type === 'phone' && typeof value === 'string' && value.trim() !== '' ? (readMobile(value, country) ?? value) : value;
