import { Select } from '@mantine/core';

/** Filters a list by one of several choices, or none. */
export function ChoiceFilter<Choice extends string>(props: {
  label: string;
  /** Label when none is chosen. */
  any: string;
  value: Choice | undefined;
  choices: readonly { value: Choice; label: string }[];
  widthPx?: number;
  onChange: (value: Choice | undefined) => void;
}) {
  return (
    <Select
      size="sm"
      w={props.widthPx ?? 170}
      clearable
      aria-label={props.label}
      placeholder={props.any}
      value={props.value ?? null}
      data={props.choices}
      onChange={(value) => props.onChange(props.choices.find((choice) => choice.value === value)?.value)}
    />
  );
}
