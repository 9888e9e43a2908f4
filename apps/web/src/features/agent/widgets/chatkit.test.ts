import type { Widgets } from '@openai/chatkit';
import type { Widget } from '@switchyard/contracts/agent/widgets';
import { parseWidget, widgetProps } from '@switchyard/contracts/agent/widgets';
import { expect, expectTypeOf, test } from 'vitest';
import { CAPTION_SIZES, RADII, TEXT_SIZES } from './tokens.ts';

/** Children are only compared in our types: an unknown widget may occur there. */
type Ours<Type extends Widget['type']> = Omit<Extract<Widget, { type: Type }>, 'children'>;
type Theirs<Type> = Omit<Type, 'children'>;
/** Their type, reduced to the props that ours has. */
type Known<Type, Of> = Pick<Type, keyof Type & keyof Of>;

test('our ten widgets are assignable to those of @openai/chatkit, and theirs with our props to ours', () => {
  expectTypeOf<Ours<'ListView'>>().toExtend<Theirs<Widgets.ListView>>();
  expectTypeOf<Known<Widgets.ListView, Ours<'ListView'>>>().toExtend<Ours<'ListView'>>();
  expectTypeOf<Ours<'ListViewItem'>>().toExtend<Theirs<Widgets.ListViewItem>>();
  expectTypeOf<Known<Widgets.ListViewItem, Ours<'ListViewItem'>>>().toExtend<Ours<'ListViewItem'>>();
  expectTypeOf<Ours<'Card'>>().toExtend<Theirs<Widgets.Card>>();
  expectTypeOf<Known<Widgets.Card, Ours<'Card'>>>().toExtend<Ours<'Card'>>();
  expectTypeOf<Ours<'Box'>>().toExtend<Theirs<Widgets.Box>>();
  expectTypeOf<Known<Widgets.Box, Ours<'Box'>>>().toExtend<Ours<'Box'>>();
  expectTypeOf<Ours<'Row'>>().toExtend<Theirs<Widgets.Row>>();
  expectTypeOf<Known<Widgets.Row, Ours<'Row'>>>().toExtend<Ours<'Row'>>();
  expectTypeOf<Ours<'Col'>>().toExtend<Theirs<Widgets.Col>>();
  expectTypeOf<Known<Widgets.Col, Ours<'Col'>>>().toExtend<Ours<'Col'>>();
  expectTypeOf<Ours<'Text'>>().toExtend<Theirs<Widgets.TextComponent>>();
  expectTypeOf<Known<Widgets.TextComponent, Ours<'Text'>>>().toExtend<Ours<'Text'>>();
  expectTypeOf<Ours<'Caption'>>().toExtend<Theirs<Widgets.Caption>>();
  expectTypeOf<Known<Widgets.Caption, Ours<'Caption'>>>().toExtend<Ours<'Caption'>>();
  expectTypeOf<Ours<'Badge'>>().toExtend<Theirs<Widgets.Badge>>();
  expectTypeOf<Known<Widgets.Badge, Ours<'Badge'>>>().toExtend<Ours<'Badge'>>();
  expectTypeOf<Ours<'Button'>>().toExtend<Theirs<Widgets.Button>>();
  expectTypeOf<Known<Widgets.Button, Ours<'Button'>>>().toExtend<Ours<'Button'>>();
});

test('types beyond the ten, and items outside a list, are unknown widgets', () => {
  for (const type of ['Title', 'Image', 'Form', 'constructor'])
    expect(parseWidget({ type })).toEqual({ type: 'unknown', name: type });
});

test('truncates a tree 1,000 deep or 10,000 wide, and drops a bad prop', () => {
  let deep: unknown = { type: 'Text', value: 'below' };
  for (let depth = 0; depth < 1_000; depth += 1) deep = { type: 'Col', children: [deep] };
  const wide = { type: 'Row', children: Array.from({ length: 10_000 }, () => ({ type: 'Text', value: 'x' })) };
  expect(JSON.stringify(parseWidget(deep)).length).toBeLessThan(2_000);
  expect(parseWidget(wide)).toMatchObject({ children: { length: expect.any(Number) } });
  expect((parseWidget(wide) as { children: unknown[] }).children.length).toBeLessThanOrEqual(500);
  expect(parseWidget({ type: 'Text', value: 7, size: 'huge', color: 'red' })).toEqual({
    type: 'Text',
    value: '',
    color: 'red',
  });
  expect(parseWidget(null)).toEqual({ type: 'unknown', name: '' });
});

test('every text size and radius that a widget may name has a fixed value (spec 002 section 2)', () => {
  for (const size of widgetProps.Text.size.options) expect(TEXT_SIZES[size]).toMatch(/^[\d.]+rem$/);
  for (const size of widgetProps.Caption.size.options) expect(CAPTION_SIZES[size]).toMatch(/^[\d.]+rem$/);
  for (const radius of widgetProps.Box.radius.options) expect(RADII[radius]).toMatch(/^(0|\d+px|100%)$/);
});
