import type { Contact, ContactFilter } from '@switchyard/contracts/contacts/operations';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../components/failure-text.ts';
import { toast, toastError } from '../../components/toasts.ts';
import { api } from '../../lib/api/client.ts';
import { readAll } from '../../lib/api/read-all.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { recordExport } from '../../lib/workbook/record-export.ts';
import { saveFile } from '../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../lib/workbook/table-client.ts';
import './texts.ts';

const OWN = [
  'Name',
  'Number',
  'First name',
  'Last name',
  'Time zone',
  'Quiet hours',
  'Labels',
  'Agreed on',
  'Agreed where',
  'Agreed in which words',
];

const hoursOf = (own: Contact['quietHours']): string =>
  own === null || own === 'none' ? (own ?? '') : `${own.from}-${own.to}`;

/** Contacts as rows; an import of them recognises every column. */
export function tableOf(contacts: readonly Contact[]): { header: string[]; rows: string[][] } {
  const fields = [...new Set(contacts.flatMap((contact) => Object.keys(contact.fields)))].sort();
  const rows = contacts.map((contact) => [
    contact.name,
    contact.mobile,
    contact.firstName,
    contact.lastName,
    contact.zone ?? '',
    hoursOf(contact.quietHours),
    contact.labels.map((label) => label.name).join(', '),
    contact.consent?.at ?? '',
    contact.consent?.source ?? '',
    contact.consent?.text ?? '',
    ...fields.map((field) => contact.fields[field] ?? ''),
  ]);
  return { header: [...OWN, ...fields], rows };
}

/** Exports the matching contacts to a workbook. */
export function useExportContacts() {
  const { t } = useTranslation('contacts');
  return useMutation({
    mutationFn: async (filter: ContactFilter) => {
      // Oldest first: a contact added meanwhile comes last and shifts no others.
      const found = await readAll((page) => api.contacts.list({ ...filter, ...page, sort: 'createdAt' }));
      const { header, rows } = tableOf(found);
      const bytes = await writeTableFile('Contacts', header, rows);
      await recordExport('contacts', found.length);
      saveFile(bytes, 'contacts.xlsx');
      return found.length;
    },
    onSuccess: (count) => toast(t('exported', { formatted: formatNumber(count) })),
    onError: (error) => toastError(faultText(error)),
  });
}
