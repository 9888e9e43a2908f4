import { useDebouncedValue } from '@mantine/hooks';
import type { KnownPerson } from '@switchyard/contracts/contacts/operations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '../../../lib/api/client.ts';
import { type Addressee, addresseesOf, isGroup } from './addressees.ts';
import { allRecipients, type ComposeValues } from './compose-values.ts';

const TYPING_PAUSE_MS = 300;

/** A recipient and what the server knows of them; `known` is null until loaded. */
export type Person = Addressee & { known: KnownPerson | null };

/** The selected and typed recipients, debounced. */
export function usePeople({ others, to, pickedMobile }: ComposeValues): Person[] {
  const now = useMemo(
    () => addresseesOf(allRecipients({ others, to, pickedMobile })).filter(({ mobile }) => !isGroup(mobile)),
    [others, to, pickedMobile],
  );
  const [people] = useDebouncedValue(now, TYPING_PAUSE_MS);
  const found = useQuery(
    apiQuery.contacts.lookUp.queryOptions({
      input: { mobiles: people.map(({ mobile }) => mobile.slice(0, 64)) },
      enabled: people.length > 0,
      placeholderData: keepPreviousData,
    }),
  );
  const known = new Map((found.data ?? []).map((person) => [person.asked, person]));
  return people.map((person) => ({ ...person, known: known.get(person.mobile) ?? null }));
}
