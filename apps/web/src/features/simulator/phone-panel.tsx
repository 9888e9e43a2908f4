import { Button, Drawer, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Contact } from '@switchyard/contracts/contacts/operations';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { e164 } from '@switchyard/contracts/entity';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { LinkCard } from './link-card.tsx';
import { Phone } from './phone.tsx';
import { ProblemsCard } from './problems-card.tsx';
import {
  accountsQuery,
  type Delivery,
  latestCustomer,
  numbersOf,
  type PerformAction,
  usePhone,
} from './simulated-phone.ts';
import classes from './simulator-page.module.css';
import './texts.ts';

/** A number that nobody else is likely to play. */
const newNumber = () => `+4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`;
const NEW = 'new';

/**
 * One phone: its owner, its chat, and the available actions. Every contact is a customer who can be played; the one
 * with the `latest` message comes first.
 */
export function PhonePanel({
  engines,
  contacts,
  latest,
}: {
  engines: Engine[];
  contacts: readonly Contact[];
  latest: readonly Delivery[];
}) {
  const { t } = useTranslation('simulator');
  const own = numbersOf(engines);
  const [number, setNumber] = useState(
    () => latestCustomer(latest, own) ?? contacts[0]?.mobile ?? own[0] ?? newNumber(),
  );
  const [chosenPartner, setPartner] = useState<string | null>(null);
  const [isTyped, setTyped] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false });
  const isNumber = e164.safeParse(number).success;
  const accounts = useQuery(accountsQuery);
  const phone = usePhone(number);
  const act: PerformAction = (action, body) => phone.mutate({ action, ...(body && { body }) });
  const names = new Map(contacts.map(({ mobile, name }) => [mobile, name]));
  const toOption = (customer: string) => {
    const name = engines.find(({ phoneNumber }) => phoneNumber === customer)?.name ?? names.get(customer);
    return { value: customer, label: name ? `${name} · ${customer}` : customer };
  };
  const account = accounts.data?.data.find((candidate) => candidate.number === number);
  const customers = [
    ...new Set([
      ...(accounts.data?.data ?? []).map((account) => account.number),
      ...names.keys(),
      ...(isTyped ? [] : [number]),
    ]),
  ]
    .filter((candidate) => !own.includes(candidate))
    .map(toOption)
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const isOwn = own.includes(number);
  const partners = isOwn ? customers : own.map(toOption);
  const partner =
    partners.find(({ value }) => value === chosenPartner)?.value ??
    (isOwn ? latestCustomer(latest, own) : null) ??
    partners[0]?.value ??
    '';
  const choose = (value: string) => {
    setTyped(value === NEW);
    setNumber(value === NEW ? newNumber() : value);
    setPartner(null);
  };
  const around = (
    <div className={classes.around}>
      <LinkCard engines={engines} act={act} isOff={!isNumber || phone.isPending} />
      <ProblemsCard account={account} act={act} isBusy={!isNumber || phone.isPending} />
    </div>
  );
  return (
    <div className={classes.desk}>
      <div className={classes.hand}>
        <Phone
          key={`${number} ${partner}`}
          number={number}
          partner={partner}
          isOwn={isOwn}
          isOff={account?.offline ?? false}
          partners={partners}
          onPartner={setPartner}
          act={act}
        >
          <NativeSelect
            aria-label={t('phone')}
            value={isTyped ? NEW : number}
            data={[
              ...(own.length > 0 ? [{ group: t('yours'), items: own.map(toOption) }] : []),
              ...(customers.length > 0 ? [{ group: t('customers'), items: customers }] : []),
              { value: NEW, label: t('newPhone') },
            ]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {isTyped && (
            <TextInput
              type="tel"
              aria-label={t('number')}
              value={number}
              error={isNumber ? null : t('numberFault')}
              onChange={(event) => setNumber(event.currentTarget.value)}
              dir="ltr"
            />
          )}
          <span className={classes.state}>
            {[
              t(account?.offline ? 'state.off' : 'state.on'),
              ...(isOwn || account?.connected ? [t(account?.connected ? 'state.linked' : 'state.unlinked')] : []),
              ...(account?.restriction ? [t('state.restricted')] : []),
            ].join(' · ')}
          </span>
        </Phone>
        {phone.error && <Notice tone="error">{phone.error.message}</Notice>}
        {isPhone && (
          <Button
            variant="default"
            leftSection={<IconAlertTriangle size={18} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('trouble')}
          </Button>
        )}
      </div>
      {isPhone ? (
        <Drawer opened={isOpen} onClose={() => setOpen(false)} title={t('trouble')} position="bottom" size="85%">
          {around}
        </Drawer>
      ) : (
        around
      )}
    </div>
  );
}
