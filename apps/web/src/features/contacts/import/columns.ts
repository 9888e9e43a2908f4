import type { ImportedContact } from '@switchyard/contracts/contacts/import';
import type { TextTable } from '../../../lib/workbook/read-table.ts';

export const TARGETS = [
  'mobile',
  'name',
  'firstName',
  'lastName',
  'zone',
  'quietHours',
  'labels',
  'consentAt',
  'consentSource',
  'consentText',
] as const;
export type Target = (typeof TARGETS)[number];

/** Target of a column: a contact field, a custom field with the column's name, or nothing. */
export type ColumnUse = Target | 'field' | 'ignore';

/** Common column names, in lower case without spaces and punctuation. */
const COLUMN_NAMES: Record<Target, readonly string[]> = {
  mobile: [
    'mobile',
    'number',
    'phone',
    'phonenumber',
    'mobilephone',
    'mobilenumber',
    'telephone',
    'tel',
    'cell',
    'whatsapp',
    'contactmobile',
    'phone1value',
    'whatsappnumber',
    'telefono',
    'telefone',
    'celular',
    'handy',
    'telefon',
    'טלפון',
    'נייד',
    'هاتف',
    'جوال',
  ],
  name: ['name', 'fullname', 'displayname', 'contactname', 'contact', 'nombre', 'nome', 'שם', 'الاسم'],
  firstName: ['firstname', 'givenname', 'contactfirstname', 'first', 'vorname'],
  lastName: ['lastname', 'familyname', 'surname', 'contactlastname', 'last', 'nachname', 'apellido', 'sobrenome'],
  zone: ['timezone', 'zone'],
  quietHours: ['quiethours', 'donotdisturb'],
  labels: ['labels', 'label', 'tags', 'tag', 'groups', 'groupmembership'],
  consentAt: ['agreedon', 'consent', 'consentat', 'consentdate', 'optin', 'optindate'],
  consentSource: ['agreedwhere', 'consentsource', 'optinsource'],
  consentText: ['agreedinwhichwords', 'consenttext'],
};

/** Guesses the use of each column: each contact field once, other named columns as custom fields. */
export function guessUses(header: readonly string[]): ColumnUse[] {
  const taken = new Set<Target>();
  return header.map((name) => {
    const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const target = TARGETS.find((target) => COLUMN_NAMES[target].includes(plain) && !taken.has(target));
    if (target) taken.add(target);
    return target ?? (plain === '' ? 'ignore' : 'field');
  });
}

/** What keeps an import from starting; null if nothing does. */
export function mappingFault(
  uses: readonly ColumnUse[],
): { kind: 'needNumber' } | { kind: 'twice'; target: Target } | null {
  const twice = TARGETS.find((target) => uses.filter((use) => use === target).length > 1);
  if (twice) return { kind: 'twice', target: twice };
  return uses.includes('mobile') ? null : { kind: 'needNumber' };
}

/** The rows in the API's format, numbered as in the file, without blank ones. */
export function rowsOf(table: TextTable, uses: readonly ColumnUse[]): ImportedContact[] {
  return table.rows.flatMap((cells, index) => {
    if (cells.every((text) => text === '')) return [];
    const row: ImportedContact = { row: table.firstRow + index, mobile: '' };
    const fields: Record<string, string> = {};
    for (const [column, use] of uses.entries()) {
      const text = cells[column] ?? '';
      if (use === 'ignore' || text === '') continue;
      if (use === 'field') fields[table.header[column] ?? ''] = text;
      else if (use === 'labels')
        row.labels = text
          .split(/[,;]/)
          .map((label) => label.trim())
          .filter(Boolean);
      else row[use] = text;
    }
    return [Object.keys(fields).length > 0 ? { ...row, fields } : row];
  });
}
