import { Select } from '@mantine/core';

/** Chooses one of several that a list is filtered by, or none. */
export function ChoiceFilter<Choice extends string>(props: {
  label: string;
  /** What stands where none is chosen. */
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
