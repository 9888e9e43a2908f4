import { expect, test } from 'vitest';
import { tableOf } from '../export-contacts.ts';
import { guessUses, mappingFault, rowsOf } from './columns.ts';

test('recognises columns by many names, each contact field once, and makes others custom fields', () => {
  expect(guessUses(['Full Name', 'Phone', 'Mobile', 'City', '', 'Tags'])).toEqual([
    'name',
    'mobile',
    'field',
    'field',
    'ignore',
    'labels',
  ]);
});

test('does not start a file without a number column or with two columns for one field', () => {
  expect(mappingFault(['name', 'field'])).toEqual({ kind: 'needNumber' });
  expect(mappingFault(['mobile', 'mobile'])).toEqual({ kind: 'twice', target: 'mobile' });
  expect(mappingFault(['mobile', 'field', 'field'])).toBeNull();
});

test('keeps the file’s row numbers and ignores blank rows and cells', () => {
  const table = {
    header: ['Phone', 'City', 'Tags'],
    rows: [
      ['1', 'Hull', 'a, b'],
      ['', '', ''],
      ['2', '', ''],
    ],
    firstRow: 3,
  };
  expect(rowsOf(table, ['mobile', 'field', 'labels'])).toEqual([
    { row: 3, mobile: '1', labels: ['a', 'b'], fields: { City: 'Hull' } },
    { row: 5, mobile: '2' },
  ]);
});

test('recognises every column of an export', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const { header, rows } = tableOf([
    {
      _id: 'one',
      name: 'Ann',
      firstName: 'Ann',
      lastName: 'Lee',
      mobile: '+447700900001',
      zone: 'Europe/London',
      quietHours: { from: '21:00', to: '08:00' },
      whatsapp: null,
      fields: { city: 'Hull' },
      labels: [{ _id: 'l', name: 'VIP' }],
      consent: { at, source: 'form', text: 'Yes' },
      createdAt: at,
      updatedAt: at,
    },
  ]);
  expect(rowsOf({ header, rows, firstRow: 2 }, guessUses(header))).toEqual([
    {
      row: 2,
      mobile: '+447700900001',
      name: 'Ann',
      firstName: 'Ann',
      lastName: 'Lee',
      zone: 'Europe/London',
      quietHours: '21:00-08:00',
      labels: ['VIP'],
      consentAt: at,
      consentSource: 'form',
      consentText: 'Yes',
      fields: { city: 'Hull' },
    },
  ]);
});
