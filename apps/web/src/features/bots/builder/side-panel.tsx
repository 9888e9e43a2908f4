import { CloseButton } from '@mantine/core';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import '../texts.ts';
import classes from './builder.module.css';

/** Slides over the right end of the flow, or over the whole screen on a phone. Escape closes it. */
export function SidePanel({
  title,
  icon,
  onClose,
  children,
  ...others
}: { title: string; icon?: ReactNode; onClose: () => void } & Pick<
  ComponentProps<'section'>,
  'children' | 'onFocus' | 'onBlur'
>) {
  const { t } = useTranslation('bots');
  const heading = useId();
  return (
    <section
      className={classes.panel}
      aria-labelledby={heading}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
      {...others}
    >
      <header className={classes.panelHead}>
        {icon}
        <Heading id={heading} style={{ flex: 1 }}>
          {title}
        </Heading>
        <CloseButton aria-label={t('builder.close')} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
