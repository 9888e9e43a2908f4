import { Button, Text, TextInput } from '@mantine/core';
import { e164 } from '@switchyard/contracts/entity';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { usePairingCode } from '../api/change-engine.ts';
import '../texts.ts';
import classes from './pairing.module.css';

/** Links by a code that is typed into the phone, for those who have only the phone at hand. */
export function PhoneCode({ engineId }: { engineId: string }) {
  const { t } = useTranslation('engines');
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const code = usePairingCode();
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const phoneNumber = number.replace(/[\s().-]/g, '');
    const isNumber = e164.safeParse(phoneNumber).success;
    setFault(isNumber ? null : t('pairing.numberFault'));
    if (isNumber) code.mutate({ id: engineId, phoneNumber });
  };
  return (
    <>
      <form className={classes.phoneForm} onSubmit={ask}>
        <TextInput
          label={t('pairing.number')}
          description={t('pairing.numberHint')}
          type="tel"
          autoComplete="tel"
          value={number}
          error={fault}
          data-autofocus
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Button type="submit" loading={code.isPending}>
          {t('pairing.askCode')}
        </Button>
      </form>
      {code.error && <Notice tone="error">{code.error.message}</Notice>}
      {code.data && (
        <div role="status">
          <Text size="sm" c="dimmed" mb={12}>
            {t('pairing.typeCode')}
          </Text>
          <output className={classes.pairingCode}>{code.data.code.replace(/^(.{4})(.{4})$/, '$1-$2')}</output>
        </div>
      )}
    </>
  );
}
