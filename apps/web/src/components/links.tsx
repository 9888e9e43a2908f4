import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type Links<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/**
 * A link in text to a screen of the app; its types know every address, what it needs and what may be searched for
 * there.
 */
export const AnchorLink = createLink((props: Links<AnchorProps>) => <Anchor {...props} />);

/** A link to a screen of the app that looks like a button. */
export const ButtonLink = createLink((props: Links<ButtonProps>) => <Button component="a" {...props} />);
