import { useState } from 'react';
import type { RuleEditorProps } from '../../../components/rule-editor.ts';
import { RecurrenceInput } from './recurrence-input.tsx';
import { recurringOf, ruleText } from './rule-shape.ts';

/** The recurrence editor for rules that are not for messages. */
export function RuleEditor({ rule, start, zone, error, onChange }: RuleEditorProps) {
  const date = start.slice(0, 10);
  const [value, setValue] = useState(() => (rule === null ? null : recurringOf(rule, date)));
  return (
    <RecurrenceInput
      value={value}
      start={start}
      zone={zone}
      series={null}
      error={error}
      onChange={(next) => {
        setValue(next);
        onChange(next === null ? null : ruleText(next, date));
      }}
    />
  );
}
