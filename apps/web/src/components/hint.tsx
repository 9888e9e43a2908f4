import { Text, type TextProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

/** Words that explain, quieter than what they explain. */
export const Hint = (props: TextProps & Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps>) => (
  <Text size="sm" c="dimmed" {...props} />
);
