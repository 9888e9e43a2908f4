import { Text } from '@mantine/core';
import { CONTACT_VARIABLES } from '@switchyard/contracts/contacts/operations';
import { type UnknownVariable, unknownVariables } from '@switchyard/message-template';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../lib/api/client.ts';
import { addTexts } from '../lib/i18n/i18n.ts';

const variablesTexts = addTexts('variables', {
  unknown: 'No contact has a field {{name}}: everyone gets its fallback, or the text as written.',
  didYouMean: 'No contact has a field {{name}}. Did you mean {{nearest}}?',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    variables: typeof variablesTexts;
  }
}

/** What is wrong with a variable, and the nearest known one. */
export const unknownVariableText = (t: TFunction<'variables'>, { name, nearest }: UnknownVariable): string =>
  nearest === null
    ? t('unknown', { name: `{${name}}` })
    : t('didYouMean', { name: `{${name}}`, nearest: `{${nearest}}` });

/** Warns about variables of a text that no contact can have. @param props.also known in addition to contact fields */
export function UnknownVariables(props: { text: string; also?: readonly string[] }) {
  const { t } = useTranslation('variables');
  const fields = useQuery(apiQuery.contacts.fields.queryOptions());
  // Which fields exist is unknown until all are loaded.
  if (!fields.data) return null;
  const known = [...CONTACT_VARIABLES, ...(props.also ?? []), ...fields.data.map(({ key }) => key)];
  return unknownVariables(props.text, known).map((variable) => (
    <Text key={variable.name} size="xs" c="orange" role="status">
      {unknownVariableText(t, variable)}
    </Text>
  ));
}
