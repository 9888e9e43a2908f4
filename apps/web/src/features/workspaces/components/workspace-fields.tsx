import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { countries, zones } from '../../../lib/places/places.ts';
import '../texts.ts';

export interface WorkspaceValues {
  name: string;
  /** IANA name. */
  zone: string;
  /** ISO 3166 alpha-2. */
  country: string;
}

/** Settings of a workspace. */
export function WorkspaceFields(props: {
  values: WorkspaceValues;
  onChange: (values: WorkspaceValues) => void;
  faultOf: (field: string) => string | undefined;
  isReadOnly?: boolean;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation('workspaces');
  const { values, onChange, faultOf } = props;
  const [options] = useState(() => ({ zones: zones(values.zone), countries: countries(currentLanguage()) }));
  const shared = { disabled: props.isReadOnly ?? false };
  return (
    <>
      <TextInput
        {...shared}
        label={t('fields.name')}
        value={values.name}
        error={faultOf('name')}
        maxLength={120}
        autoComplete="organization"
        data-autofocus={props.autoFocus}
        autoFocus={props.autoFocus ?? false}
        onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
      />
      <NativeSelect
        {...shared}
        label={t('fields.zone')}
        description={t('fields.zoneHint')}
        value={values.zone}
        data={options.zones}
        error={faultOf('zone')}
        onChange={(event) => onChange({ ...values, zone: event.currentTarget.value })}
      />
      <NativeSelect
        {...shared}
        label={t('fields.country')}
        description={t('fields.countryHint')}
        value={values.country}
        data={options.countries}
        error={faultOf('country')}
        onChange={(event) => onChange({ ...values, country: event.currentTarget.value })}
      />
    </>
  );
}
