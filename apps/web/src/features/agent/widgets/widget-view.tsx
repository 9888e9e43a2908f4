import { Badge, Button, Text, UnstyledButton } from '@mantine/core';
import { type AnyWidget, parseWidget, type Widget, type WidgetAction } from '@switchyard/contracts/agent/widgets';
import { type CSSProperties, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import '../texts.ts';
import {
  ALIGN,
  BADGE_COLORS,
  BUTTON_COLORS,
  CAPTION_SIZES,
  JUSTIFY,
  RADII,
  spacing,
  TEXT_COLORS,
  TEXT_SIZES,
  WEIGHTS,
} from './tokens.ts';
import classes from './widgets.module.css';

/** Actions available from a widget. `knows` is false for an unknown action, whose button is disabled. */
export interface WidgetActions {
  run(action: WidgetAction): void;
  knows(action: WidgetAction): boolean;
  isRunning: boolean;
}

type Of<Type extends Widget['type']> = Extract<Widget, { type: Type }>;

/** Renders a tree of the ten widget types, whoever made it. */
export function WidgetView({ widget, actions }: { widget: unknown; actions: WidgetActions }) {
  const read = useMemo(() => parseWidget(widget), [widget]);
  return <Node widget={read} actions={actions} isInList={false} />;
}

function Node({ widget, actions, isInList }: { widget: AnyWidget; actions: WidgetActions; isInList: boolean }) {
  switch (widget.type) {
    case 'Card':
      return (
        <Card
          className={classes.card}
          style={{ maxInlineSize: { sm: 320, md: 480, lg: 640, full: '100%' }[widget.size ?? 'lg'] }}
        >
          <Children of={widget} actions={actions} />
          {widget.status && <Hint size="xs">{widget.status.text}</Hint>}
        </Card>
      );
    case 'ListView':
      return <List widget={widget} actions={actions} />;
    case 'ListViewItem':
      // Only valid in a list.
      return isInList ? <Item widget={widget} actions={actions} /> : <Unknown name={widget.type} />;
    case 'Row':
    case 'Col':
    case 'Box':
      return (
        <div className={classes.box} style={boxStyle(widget)}>
          <Children of={widget} actions={actions} />
        </div>
      );
    case 'Text':
    case 'Caption':
      return <Words widget={widget} />;
    case 'Badge':
      return (
        <Badge
          color={BADGE_COLORS[widget.color ?? 'secondary']}
          variant={BADGE_VARIANTS[widget.variant ?? 'soft']}
          autoContrast
          size={widget.size ?? 'md'}
          radius={widget.pill === false ? 'sm' : 'xl'}
          tt="none"
        >
          <bdi>{widget.label}</bdi>
        </Badge>
      );
    case 'Button':
      return <Press widget={widget} actions={actions} />;
    default:
      return <Unknown name={widget.name} />;
  }
}

function Children({ of, actions, isInList = false }: { of: Widget; actions: WidgetActions; isInList?: boolean }) {
  // Nodes of a reply never move: their positions identify them.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return (of.children ?? []).map((child, at) => <Node key={at} widget={child} actions={actions} isInList={isInList} />);
}

function List({ widget, actions }: { widget: Of<'ListView'>; actions: WidgetActions }) {
  const { t } = useTranslation('agent');
  const [isWhole, setWhole] = useState(false);
  const children = widget.children ?? [];
  const limit = typeof widget.limit === 'number' && !isWhole ? widget.limit : children.length;
  return (
    <Card as="div" className={classes.card}>
      <ul className={classes.list}>
        <Children of={{ ...widget, children: children.slice(0, limit) }} actions={actions} isInList />
      </ul>
      {limit < children.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('showAll')}
        </Button>
      )}
      {widget.status && <Hint size="xs">{widget.status.text}</Hint>}
    </Card>
  );
}

function Item({ widget, actions }: { widget: Of<'ListViewItem'>; actions: WidgetActions }) {
  const style = { gap: spacing(widget.gap ?? 2), alignItems: ALIGN[widget.align ?? 'center'] };
  const action = widget.onClickAction;
  return (
    <li className={classes.item}>
      {action && actions.knows(action) ? (
        <UnstyledButton
          className={classes.press}
          style={style}
          disabled={actions.isRunning}
          onClick={() => actions.run(action)}
        >
          <Children of={widget} actions={actions} />
        </UnstyledButton>
      ) : (
        <div className={classes.box} style={style}>
          <Children of={widget} actions={actions} />
        </div>
      )}
    </li>
  );
}

function Words({ widget }: { widget: Of<'Text'> | Of<'Caption'> }) {
  const isCaption = widget.type === 'Caption';
  const size = isCaption ? CAPTION_SIZES[widget.size ?? 'md'] : TEXT_SIZES[widget.size ?? 'md'];
  const named = typeof widget.color === 'string' ? widget.color : undefined;
  const color = TEXT_COLORS[named ?? (isCaption ? 'secondary' : 'prose')];
  const style: CSSProperties = {
    fontStyle: !isCaption && widget.italic ? 'italic' : undefined,
    textDecoration: !isCaption && widget.lineThrough ? 'line-through' : undefined,
  };
  const truncation = widget.maxLines ? { lineClamp: widget.maxLines } : { truncate: widget.truncate ?? false };
  return (
    <Text
      component="div"
      fz={size}
      fw={WEIGHTS[widget.weight ?? 'normal']}
      ta={widget.textAlign ?? 'start'}
      dir="auto"
      className={classes.words}
      style={style}
      {...(color ? { c: color } : {})}
      {...truncation}
    >
      {widget.value}
    </Text>
  );
}

/** Text in the normal colour beside a dot: coloured text on a coloured background has too little contrast. */
const BADGE_VARIANTS = { solid: 'filled', soft: 'dot', outline: 'dot' } as const;
const BUTTON_VARIANTS = { solid: 'filled', soft: 'light', outline: 'outline', ghost: 'subtle' } as const;
/** ChatKit's nine button sizes, as our three. */
const BUTTON_SIZES = {
  '3xs': 'xs',
  '2xs': 'xs',
  xs: 'xs',
  sm: 'xs',
  md: 'sm',
  lg: 'sm',
  xl: 'md',
  '2xl': 'md',
  '3xl': 'md',
} as const;

function Press({ widget, actions }: { widget: Of<'Button'>; actions: WidgetActions }) {
  const action = widget.onClickAction;
  const isKnown = action !== undefined && actions.knows(action);
  const color = BUTTON_COLORS[widget.color ?? 'primary'];
  return (
    <Button
      size={BUTTON_SIZES[widget.size ?? 'md']}
      variant={widget.variant ? BUTTON_VARIANTS[widget.variant] : widget.style === 'primary' ? 'filled' : 'default'}
      fullWidth={widget.block ?? false}
      disabled={widget.disabled === true || !isKnown || actions.isRunning}
      className={classes.button}
      onClick={() => action && actions.run(action)}
      {...(color ? { color } : {})}
    >
      <bdi>{widget.label ?? ''}</bdi>
    </Button>
  );
}

function Unknown({ name }: { name: string }) {
  const { t } = useTranslation('agent');
  return <Hint className={classes.unknown}>{name ? t('widget.unknown', { name }) : t('widget.unknownNameless')}</Hint>;
}

function boxStyle(widget: Of<'Row'> | Of<'Col'> | Of<'Box'>): CSSProperties {
  const isRow = widget.type === 'Row' || (widget.type === 'Box' && widget.direction === 'row');
  return {
    flexDirection: isRow ? 'row' : 'column',
    alignItems: ALIGN[widget.align ?? (isRow ? 'center' : 'stretch')],
    justifyContent: JUSTIFY[widget.justify ?? 'start'],
    flexWrap: widget.wrap ?? (isRow ? 'wrap' : 'nowrap'),
    gap: spacing(widget.gap),
    padding: spacing(widget.padding),
    borderRadius: widget.radius ? RADII[widget.radius] : undefined,
  };
}
