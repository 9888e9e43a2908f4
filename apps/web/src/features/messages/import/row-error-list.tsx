import { List } from '@mantine/core';

/** One line for each failing row. */
export function RowErrors({ lines }: { lines: string[] }) {
  return (
    <List size="sm" listStyleType="none" spacing={2}>
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}
