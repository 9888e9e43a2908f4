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

/** Nobody reads and fills in a form faster. */
const MIN_FILLING_MS = 2_000;
/** A page may stay open so long; what comes later may have been kept by a program. */
const MAX_FILLING_MS = 7 * 86_400_000;
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

/** What an installation gives to forms. */
export interface FormSetting {
  secret: string;
  publicUrl: string;
}

/** @throws Refusal `NOT_FOUND`, `SHARE_OVER` */
export async function readForm(
  db: Db,
  { secret, publicUrl }: FormSetting,
  token: string,
  now: Date,
): Promise<SharedForm> {
  const { share, personal } = await findForm(db, token, now);
  const { asked } = await askedFields(db, share);
  const columnOf = (type: ColumnRow['type']) => asked.find(({ column }) => column.type === type)?.column.id;
  const given = personal
    ? ([
        [columnOf('text'), personal.name],
        [columnOf('phone'), personal.mobile],
      ] as const)
    : [];
  return {
    known: Object.fromEntries(given.flatMap(([id, value]) => (id ? [[id, value]] : []))),
    workBits: workBitsOf(publicUrl),
    title: share.name,
    intro: share.intro,
    fields: asked.map(({ field, column: { name, type, options, settings } }) => ({
      ...field,
      isRequired: field.isRequired || settings.isRequired,
      name,
      type,
      options,
    })),
    opened: signOpened(secret, share.id, `${now.getTime()}.${randomUUID()}`),
  };
}

/** @param page when it was opened, and what tells it from another that was opened at the same moment */
const signOpened = (secret: string, shareId: string, page: string): string =>
  `${page}.${createHmac('sha256', secret).update(`form-opened:${shareId}:${page}`).digest('base64url')}`;

/** Whether the form was opened long enough ago for a person to have filled it in. */
function isFilledByPerson(secret: string, shareId: string, opened: string, now: Date): boolean {
  const page = opened.slice(0, Math.max(0, opened.lastIndexOf('.')));
  const atMs = Number(page.split('.')[0]);
  const [given, expected] = [Buffer.from(opened), Buffer.from(signOpened(secret, shareId, page))];
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  const filledMs = now.getTime() - atMs;
  return isOurs && filledMs >= MIN_FILLING_MS && filledMs <= MAX_FILLING_MS;
}

interface Answer {
  token: string;
  cells: Cells;
  opened: string;
  proof: string;
  website: string;
}

interface Answered {
  thanks: string;
  redirectUrl: string | null;
}

/**
 * Adds what somebody has sent as an item. What looks like a program's is put away, where members can restore it, and
 * answered alike.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`, `ANSWERED_ALREADY`, `INVALID` with every field that needs attention,
 *   `RATE_LIMITED`, `PAYLOAD_TOO_LARGE`
 */
export const answerForm = (
  { db, clock }: ActionDeps,
  { secret, publicUrl }: FormSetting,
  { token, cells, opened, proof, website }: Answer,
): Promise<Outcome<Answered>> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    if (JSON.stringify(cells).length > MAX_ANSWER_LENGTH) throw new Refusal('PAYLOAD_TOO_LARGE');
    const found = await findForm(tx, token, now);
    const { id, workspaceId, boardId } = found.share;
    await lockBoard(tx, workspaceId, boardId);
    // Again, now that nobody else answers: an earlier one may have been the last.
    const { share, personal } = await findForm(tx, token, now);
    const { asked, columns, groups } = await askedFields(tx, share);
    const stored = await readAnswer(tx, workspaceId, asked, cells);
    const known = personOf(asked, stored, personal);
    const person = known && createHmac('sha256', secret).update(`form-person:${id}:${known}`).digest('hex');
    if (share.isOnePerPerson) await requireNoAnswer(tx, id, person);
    const isPersons =
      website === '' &&
      isFilledByPerson(secret, id, opened, now) &&
      isProof(opened, proof, workBitsOf(publicUrl)) &&
      (await isFirstOfPage(tx, id, opened, person));
    const isHeld = !isPersons;
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

/** By what somebody is known as the same person: their own link, else the number or address that they gave. */
function personOf(
  asked: readonly { column: ColumnRow }[],
  stored: Cells,
  personal: FoundForm['personal'],
): string | null {
  if (personal) return personal.mobile;
  const said = (type: ColumnRow['type']) => stored[asked.find(({ column }) => column.type === type)?.column.id ?? ''];
  const person = said('phone') ?? said('email');
  return typeof person === 'string' ? person.toLowerCase() : null;
}

/** @throws Refusal `ANSWERED_ALREADY` */
async function requireNoAnswer(tx: Db, shareId: string, person: string | null): Promise<void> {
  if (person === null) return;
  const theirs = and(eq(formAnswers.shareId, shareId), eq(formAnswers.person, person));
  if ((await tx.$count(formAnswers, theirs)) > 0) throw new Refusal('ANSWERED_ALREADY');
}

/** Notes the answer. A page that was sent before is one that a program sends again, and its proof was used up by it. */
async function isFirstOfPage(tx: Db, shareId: string, opened: string, person: string | null): Promise<boolean> {
  const noted = await tx
    .insert(formAnswers)
    .values({ shareId, openedHash: hashToken(opened), person })
    .onConflictDoNothing()
    .returning({ id: formAnswers.id });
  return noted.length > 0;
}

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
