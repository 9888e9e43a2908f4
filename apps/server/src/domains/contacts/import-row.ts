import type { ImportedContact } from '@switchyard/contracts/contacts/import';
import { contactFieldName, MAX_CONTACT_FIELDS, MAX_FIELD_LENGTH } from '@switchyard/contracts/contacts/operations';
import { zoneName } from '@switchyard/contracts/entity';
import { type OwnQuietHours, quietHours } from '@switchyard/contracts/messages/quiet-hours';
import { type Text, text } from '@switchyard/contracts/text/text';
import { readMobile } from '../../platform/phone-number.ts';
import { fieldKey } from './save-fields.ts';

/** A valid row; empty fields leave the contact unchanged. */
export interface ReadRow {
  row: number;
  mobile: string;
  name: string;
  firstName: string;
  lastName: string;
  zone: string | null;
  /** Null if the row does not say. */
  quietHours: OwnQuietHours;
  fields: Record<string, string>;
  /** Field names as written, by key. */
  fieldNames: string[];
  labels: string[];
  consentAt: Date | null;
  consentSource: string;
  consentText: string;
}

const MAX_NAME = 256;
const MAX_PART = 128;
const MAX_LABEL = 64;
const MAX_CONSENT_TEXT = 1000;

/**
 * Parses a row of a contact import. Pure.
 * @returns the row, or why it is refused, as text for the user
 */
export function readRow(given: ImportedContact, country: string): ReadRow | { reason: Text } {
  const written = given.mobile.trim();
  if (written === '') return { reason: text('contactNoNumber') };
  const mobile = readMobile(written, country);
  if (mobile === null) return { reason: text('contactNotNumber', { written: written.slice(0, 60) }) };
  const firstName = toLine(given.firstName);
  const lastName = toLine(given.lastName);
  const name = toLine(given.name) || [firstName, lastName].filter(Boolean).join(' ');
  if (name.length > MAX_NAME) return { reason: text('contactNameLong', { maximum: MAX_NAME }) };
  if (firstName.length > MAX_PART || lastName.length > MAX_PART) {
    return { reason: text('contactPartLong', { maximum: MAX_PART }) };
  }
  const zone = toLine(given.zone) || null;
  if (zone !== null && !zoneName.safeParse(zone).success) return { reason: text('contactZone', { written: zone }) };
  const quiet = readQuietHours(toLine(given.quietHours));
  if (quiet === undefined) return { reason: text('contactQuiet', { written: toLine(given.quietHours).slice(0, 60) }) };
  const labels = (given.labels ?? []).map(toLine).filter((label) => label !== '');
  const long = labels.find((label) => label.length > MAX_LABEL);
  if (long) return { reason: text('contactLabelLong', { label: long.slice(0, 60), maximum: MAX_LABEL }) };
  const filled = Object.entries(given.fields ?? {}).filter(([, value]) => value.trim() !== '');
  if (filled.length > MAX_CONTACT_FIELDS) return { reason: text('contactFieldsMany', { maximum: MAX_CONTACT_FIELDS }) };
  for (const [field, value] of filled) {
    if (!contactFieldName.safeParse(field).success) return { reason: text('contactFieldName', { written: field }) };
    if (value.length > MAX_FIELD_LENGTH)
      return { reason: text('contactFieldLong', { written: field, maximum: MAX_FIELD_LENGTH }) };
  }
  const consentAt = readConsent(given.consentAt);
  if (consentAt === undefined) return { reason: text('contactConsent', { written: given.consentAt ?? '' }) };
  return {
    row: given.row,
    mobile,
    name,
    firstName,
    lastName,
    zone,
    quietHours: quiet,
    labels,
    fields: Object.fromEntries(filled.map(([field, value]) => [fieldKey(field), value.trim().replaceAll('\0', '')])),
    fieldNames: filled.map(([field]) => field),
    consentAt,
    consentSource: toLine(given.consentSource).slice(0, MAX_PART),
    consentText: toLine(given.consentText).slice(0, MAX_CONSENT_TEXT),
  };
}

/** Collapses a text to one line without control characters. */
const toLine = (text: string | undefined): string => (text ?? '').replace(/\p{Cc}+/gu, ' ').trim();

/** Parses quiet hours as people write them. @returns null if empty, undefined if invalid */
function readQuietHours(text: string): OwnQuietHours | undefined {
  if (text === '') return null;
  if (text.toLowerCase() === 'none') return 'none';
  const [from, to] = (/^(\d{1,2}:\d{2})\s*(?:-|–|—|to)\s*(\d{1,2}:\d{2})$/i.exec(text) ?? []).slice(1);
  return quietHours.safeParse({ from: from?.padStart(5, '0'), to: to?.padStart(5, '0') }).data;
}

/** Parses an ISO 8601 date or instant. @returns null if empty, undefined if invalid */
function readConsent(value: string | undefined): Date | null | undefined {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return undefined;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const at = new Date(text.length === 10 ? day : text.replace(' ', 'T'));
  // The runtime parses February 30 as March 2.
  const isThatDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  return isThatDay && !Number.isNaN(at.getTime()) && at.getTime() <= Date.now() + 86_400_000 ? at : undefined;
}

/** Fields of a contact that an import can set. */
export type ImportedFields = Pick<
  ReadRow,
  'name' | 'firstName' | 'lastName' | 'zone' | 'quietHours' | 'fields' | 'consentAt' | 'consentSource' | 'consentText'
>;

/** Values of `over`, and those of `under` where `over` is empty. */
export function mergeFields(under: ImportedFields, over: ImportedFields): ImportedFields {
  const { consentAt, consentSource, consentText } = over.consentAt === null ? under : over;
  return {
    name: over.name || under.name,
    firstName: over.firstName || under.firstName,
    lastName: over.lastName || under.lastName,
    zone: over.zone ?? under.zone,
    quietHours: over.quietHours ?? under.quietHours,
    fields: { ...under.fields, ...over.fields },
    consentAt,
    consentSource,
    consentText,
  };
}
