import { Text, type TextProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

/** Explanatory text, quieter than what it explains. */
export const Hint = (props: TextProps & Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps>) => (
  <Text size="sm" c="dimmed" {...props} />
);
