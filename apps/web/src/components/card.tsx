import type { ComponentProps, ElementType } from 'react';
import classes from './card.module.css';

/**
 * A bordered surface. Its class may lay out its content and set `--card-padding`, no more; `data-current` marks one of
 * several.
 */
export function Card<Tag extends ElementType = 'section'>({
  as,
  className,
  ...others
}: { as?: Tag; className?: string | undefined } & Omit<ComponentProps<Tag>, 'as' | 'className'>) {
  const Element: ElementType = as ?? 'section';
  return <Element className={className ? `${classes.card} ${className}` : classes.card} {...others} />;
}
