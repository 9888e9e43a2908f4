import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { e164 } from '@switchyard/contracts/entity';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useCodeLife } from './code-life.ts';
import { Countdown } from './countdown.tsx';
import classes from './pairing.module.css';

/** Strips spaces, brackets and other separators that people write in numbers. */
const plain = (number: string) => number.replace(/[\s().-]/g, '');

/** Links by a code typed on the phone, for people who have only the phone at hand. */
export function PhoneCode({ engineId }: { engineId: string }) {
  const { t } = useTranslation('engines');
  const example = useMe().workspace.exampleNumber;
  const form = useForm({
    initialValues: { number: '' },
    validate: {
      number: (number) => (e164.safeParse(plain(number)).success ? null : t('pairing.numberFault', { example })),
    },
  });
  const code = useMutation(apiQuery.engines.pairingCode.mutationOptions());
  const ask = form.onSubmit(({ number }) => code.mutate({ id: engineId, phoneNumber: plain(number) }));
  return (
    <>
      <form className={classes.phoneForm} onSubmit={ask}>
        <TextInput
          label={t('pairing.number')}
          description={t('pairing.numberHint', { example })}
          type="tel"
          autoComplete="tel"
          data-autofocus
          {...form.getInputProps('number')}
        />
        <Button type="submit" loading={code.isPending}>
          {t('pairing.askCode')}
        </Button>
      </form>
      {code.error && <Notice tone="error">{code.error.message}</Notice>}
      {code.data && !code.isPending && (
        <TypedCode key={code.data.code} code={code.data} isRequesting={code.isPending} onAgain={() => ask()} />
      )}
    </>
  );
}

/** The code to type, while it is valid. */
function TypedCode(props: {
  code: { code: string; expiresAt: string | null };
  isRequesting: boolean;
  onAgain: () => void;
}) {
  const { t } = useTranslation('engines');
  const life = useCodeLife(props.code.expiresAt);
  const isDead = life.state === 'over' || life.state === 'changing';
  return (
    <>
      {isDead ? (
        <>
          <Text size="sm" role="status">
            {t('pairing.over')}
          </Text>
          <Button loading={props.isRequesting} onClick={props.onAgain}>
            {t('pairing.refresh')}
          </Button>
        </>
      ) : (
        <>
          <div role="status">
            <Hint mb={12}>{t('pairing.typeCode')}</Hint>
            <output className={classes.pairingCode}>{props.code.code.replace(/^(.{4})(.{4})$/, '$1-$2')}</output>
          </div>
          <Countdown life={life} />
        </>
      )}
    </>
  );
}
