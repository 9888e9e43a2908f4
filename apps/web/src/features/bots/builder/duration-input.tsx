import { Group, NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { type DurationUnit, durationOf, UNIT_SECONDS } from './summary.ts';

/** A duration as a number and a unit, clamped to its bounds. */
export function DurationInput(props: {
  label: string;
  seconds: number;
  min: number;
  max: number;
  onChange: (seconds: number) => void;
}) {
  const { t } = useTranslation('bots');
  const [unit, setUnit] = useState<DurationUnit>(durationOf(props.seconds).unit);
  const report = (amount: number, of: DurationUnit) =>
    props.onChange(Math.min(props.max, Math.max(props.min, Math.round(amount * UNIT_SECONDS[of]))));
  const amount = props.seconds / UNIT_SECONDS[unit];
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        label={props.label}
        value={amount}
        min={0}
        decimalScale={2}
        onChange={(value) => typeof value === 'number' && value > 0 && report(value, unit)}
        style={{ flex: 1 }}
      />
      <NativeSelect
        aria-label={t('builder.unit')}
        value={unit}
        data={Object.keys(UNIT_SECONDS).map((value) => ({
          value,
          label: t(`builder.unitNames.${value as DurationUnit}`),
        }))}
        onChange={(event) => {
          const next = event.currentTarget.value as DurationUnit;
          setUnit(next);
          report(amount, next);
        }}
      />
    </Group>
  );
}
