import { z } from 'zod';

// The ten widget types of spec 002 section 2, with the props of the ChatKit vocabulary that they name. Missing props
// keep their defaults, and `parseWidget` drops invalid ones, so that one bad prop never breaks the reply.

export const WIDGET_TYPES = [
  'ListView',
  'ListViewItem',
  'Row',
  'Col',
  'Box',
  'Text',
  'Caption',
  'Badge',
  'Button',
  'Card',
] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];
/** Deeper or wider trees are cut off: they are unreadable and could freeze the page. */
export const MAX_WIDGET_DEPTH = 16;
export const MAX_WIDGET_NODES = 500;

const spacing = z.union([z.number().min(0).max(32), z.string().max(16)]);
const text = z.string().max(8_000);
const themed = z.object({ dark: z.string().max(64), light: z.string().max(64) });
/** A named colour of the vocabulary, or any CSS colour; only the named ones are rendered. */
const color = z.union([z.string().max(64), themed]);
const edge = z.union([z.number(), z.string().max(16)]).optional();
const spacings = z.union([spacing, z.object({ top: edge, right: edge, bottom: edge, left: edge, x: edge, y: edge })]);

export const widgetAction = z.object({
  type: z.string().max(64),
  payload: z.record(z.string(), z.unknown()).optional(),
});
/** Drops `undefined` from all properties: a missing prop is absent. */
type Defined<Type> = Type extends object ? { [Key in keyof Type]: Defined<Exclude<Type[Key], undefined>> } : Type;
export type WidgetAction = Defined<z.infer<typeof widgetAction>>;

const block = {
  align: z.enum(['start', 'center', 'end', 'baseline', 'stretch']),
  justify: z.enum(['start', 'center', 'end', 'between', 'around', 'evenly', 'stretch']),
  wrap: z.enum(['nowrap', 'wrap', 'wrap-reverse']),
  gap: spacing,
  padding: spacings,
  radius: z.enum(['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', 'full', '100%', 'none']),
};
const textProps = {
  value: text,
  weight: z.enum(['normal', 'medium', 'semibold', 'bold']),
  color,
  textAlign: z.enum(['start', 'center', 'end']),
  truncate: z.boolean(),
  maxLines: z.int().min(1).max(100),
};
const status = z.object({ text });

/** The supported props of each type. */
export const widgetProps = {
  ListView: { limit: z.union([z.int().min(1), z.literal('auto')]), status },
  ListViewItem: { onClickAction: widgetAction, gap: spacing, align: block.align },
  Card: { size: z.enum(['sm', 'md', 'lg', 'full']), padding: spacings, status },
  Box: { ...block, direction: z.enum(['row', 'col']) },
  Row: block,
  Col: block,
  Text: { ...textProps, size: z.enum(['xs', 'sm', 'md', 'lg', 'xl']), italic: z.boolean(), lineThrough: z.boolean() },
  Caption: { ...textProps, size: z.enum(['sm', 'md', 'lg']) },
  Badge: {
    label: text,
    color: z.enum(['secondary', 'success', 'danger', 'warning', 'info', 'discovery']),
    variant: z.enum(['solid', 'soft', 'outline']),
    size: z.enum(['sm', 'md', 'lg']),
    pill: z.boolean(),
  },
  Button: {
    label: text,
    onClickAction: widgetAction,
    style: z.enum(['primary', 'secondary']),
    color: z.enum(['primary', 'secondary', 'info', 'discovery', 'success', 'caution', 'warning', 'danger']),
    variant: z.enum(['solid', 'soft', 'outline', 'ghost']),
    size: z.enum(['3xs', '2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl']),
    block: z.boolean(),
    disabled: z.boolean(),
  },
} satisfies Record<WidgetType, Record<string, z.ZodType>>;

type Props<Type extends WidgetType> = {
  [Prop in keyof (typeof widgetProps)[Type]]?: Defined<z.infer<(typeof widgetProps)[Type][Prop] & z.ZodType>>;
};
/** The prop a type cannot do without; it defaults to an empty string. */
const REQUIRED: Partial<Record<WidgetType, 'value' | 'label'>> = { Text: 'value', Caption: 'value', Badge: 'label' };
type Required<Type extends WidgetType> = Type extends 'Text' | 'Caption'
  ? { value: string }
  : Type extends 'Badge'
    ? { label: string }
    : unknown;

/** A widget that can be rendered. Only container types have `children`. */
export type Widget = {
  [Type in WidgetType]: { type: Type; key?: string; children?: AnyWidget[] } & Props<Type> & Required<Type>;
}[WidgetType];
/** Placeholder for a node that cannot be rendered. */
export interface UnknownWidget {
  type: 'unknown';
  name: string;
}
export type AnyWidget = Widget | UnknownWidget;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses an untrusted widget tree. Unsupported types, and a ListViewItem outside a ListView, become unknown widgets;
 * invalid props are dropped; trees that are too deep or too large are cut off.
 */
export function parseWidget(input: unknown): AnyWidget {
  let nodes = 0;
  const read = (value: unknown, depth: number): AnyWidget => {
    nodes += 1;
    if (!isObject(value) || typeof value.type !== 'string') return { type: 'unknown', name: '' };
    const type = WIDGET_TYPES.find((widgetType) => widgetType === value.type);
    if (!type) return { type: 'unknown', name: value.type.slice(0, 40) };
    const props: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(widgetProps[type])) {
      const parsed = schema.safeParse(value[name]);
      if (parsed.success && value[name] !== undefined) props[name] = parsed.data;
    }
    const required = REQUIRED[type];
    if (required) props[required] ??= '';
    if (typeof value.key === 'string') props.key = value.key;
    if (Array.isArray(value.children)) {
      const children: AnyWidget[] = [];
      for (const child of value.children) {
        if (depth >= MAX_WIDGET_DEPTH || nodes >= MAX_WIDGET_NODES) break;
        children.push(read(child, depth + 1));
      }
      props.children = children;
    }
    return { type, ...props } as Widget;
  };
  return read(input, 1);
}
