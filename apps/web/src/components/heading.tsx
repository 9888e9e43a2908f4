import { Title, type TitleProps } from '@mantine/core';

/** What a card or a part of a page is called; the page's own title is its header's. */
export const Heading = (props: TitleProps) => <Title order={2} size="h4" {...props} />;
