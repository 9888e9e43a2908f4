import { IconAddressBook } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const contacts = defineFeature({
  pages: [{ group: 'plan', place: 3, path: '/contacts', name: 'Contacts', icon: IconAddressBook }],
  auditNouns: { contact: 'Contacts', label: 'Labels', list: 'Lists', suppression: 'Opt-outs' },
  scopes: { contacts: 'Contacts' },
});
