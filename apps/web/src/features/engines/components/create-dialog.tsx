import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OfferedDriver } from '@switchyard/contracts/engines/operations';
import type { EnginePace } from '@switchyard/contracts/engines/sessions';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { faultsAt } from '../../../lib/api/field-faults.ts';
import { driverName } from '../driver-name.ts';
import { paceOf, valuesOf } from '../pace-values.ts';
import '../texts.ts';
import { PaceFields } from './pace-fields.tsx';

/** Asks for sending limits before creating an engine whose account WhatsApp might restrict. */
export function CreateDialog(props: {
  driver: OfferedDriver;
  /** @throws ApiError naming the invalid fields */
  onCreate: (pace: EnginePace) => Promise<unknown>;
  isBusy: boolean;
  error: Error | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('engines');
  const form = useForm({ initialValues: valuesOf(props.driver.pace) });
  const fields = Object.keys(form.values);
  const submit = form.onSubmit((values) =>
    props.onCreate(paceOf(values)).catch((error: Error) => {
      const faults = faultsAt(['pace', ...fields.map((field) => `pace.${field}`)], error);
      form.setErrors(Object.fromEntries(Object.entries(faults).map(([at, fault]) => [at.replace('pace.', ''), fault])));
    }),
  );
  const isAtField = Object.keys(form.errors).length > 0;
  return (
    <Modal opened onClose={props.onClose} title={t('createOne.title', { driver: driverName(t, props.driver.name) })}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          <Text size="sm">{t(`createOne.pace.${props.driver.pairing.includes('token') ? 'business' : 'person'}`)}</Text>
          {props.error && !isAtField && <Notice tone="error">{props.error.message}</Notice>}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <PaceFields form={form} />
          </SimpleGrid>
          <Group justify="flex-end" gap="xs" mt="sm">
            <Button variant="default" onClick={props.onClose}>
              {t('createOne.leave')}
            </Button>
            <Button type="submit" loading={props.isBusy} data-autofocus>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
