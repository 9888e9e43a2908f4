import { IconAddressBook } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const contacts = defineFeature({
  pages: [{ group: 'plan', place: 3, path: '/contacts', name: 'Contacts', icon: IconAddressBook }],
  live: [{ read: 'contacts', after: ['contacts.stale'] }],
  auditNouns: { contact: 'Contacts', label: 'Labels', list: 'Lists', suppression: 'Opt-outs' },
  scopes: { contacts: 'Contacts' },
});
