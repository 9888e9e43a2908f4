import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type Links<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** A text link to a screen of the app, typed with every address, its parameters and its search. */
export const AnchorLink = createLink((props: Links<AnchorProps>) => <Anchor {...props} />);

/** A link to a screen of the app that looks like a button. */
export const ButtonLink = createLink((props: Links<ButtonProps>) => <Button component="a" {...props} />);
