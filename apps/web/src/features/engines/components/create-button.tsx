import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import type { OfferedDriver } from '@switchyard/contracts/engines/operations';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { driverName } from '../driver-name.ts';
import classes from './create-button.module.css';

/** Creates an engine of the default type with one click; a menu beside it offers the other connection types. */
export function CreateButton(props: {
  isBusy: boolean;
  isDisabled: boolean;
  /** Null for the default driver while the drivers are still loading. */
  onCreate: (driver: OfferedDriver | null) => void;
}) {
  const { t } = useTranslation('engines');
  const drivers = useQuery(
    apiQuery.engines.drivers.queryOptions({ staleTime: Number.POSITIVE_INFINITY, meta: { isApart: true } }),
  );
  return (
    <Button.Group className={classes.group}>
      <Button
        leftSection={<IconPlus size={16} />}
        loading={props.isBusy}
        disabled={props.isDisabled}
        onClick={() => props.onCreate(drivers.data?.find(({ isDefault }) => isDefault) ?? null)}
      >
        {t('create')}
      </Button>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <ActionIcon
            variant="filled"
            className={classes.arrow}
            aria-label={t('createOther')}
            disabled={props.isDisabled || props.isBusy || !drivers.data}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {drivers.data?.map((driver) => (
            <Menu.Item key={driver.name} onClick={() => props.onCreate(driver)}>
              <Text size="sm" fw={550}>
                {driverName(t, driver.name)}
                {driver.isDefault && (
                  <Text component="span" size="xs" c="dimmed">
                    {' '}
                    {t('driver.usual')}
                  </Text>
                )}
              </Text>
              <Hint size="xs">{t(`driver.hint.${driver.name as 'baileys'}`, { defaultValue: driver.domain })}</Hint>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
