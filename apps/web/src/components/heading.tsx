import { Title, type TitleProps } from '@mantine/core';

/** Title of a card or section; the page's own title is in its header. */
export const Heading = (props: TitleProps) => <Title order={2} size="h4" {...props} />;
