import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import {
  ISLAND_ACTS,
  ISLAND_ATTRIBUTES,
  MESSAGE_ATTRIBUTES,
  PAGE_ACTS,
  PAGE_ATTRIBUTES,
  PAGE_EVENTS,
  SLOT_ACTS,
  SLOTS,
} from '#contracts/slots.ts';
import { filesBelow, importsOf, root, textOf } from './sources.ts';

/* Attributes that scripts look for exist in pages under the same name. */

const SLOT_NAMES = Object.keys(SLOTS);
const ACTS: string[] = [...PAGE_ACTS, ...SLOT_ACTS, ...ISLAND_ACTS];
const PUBLISHED_ATTRIBUTES = [...Object.keys(PAGE_ATTRIBUTES), ...Object.keys(MESSAGE_ATTRIBUTES)];
const ALL_ATTRIBUTES = [...PUBLISHED_ATTRIBUTES, ...Object.keys(ISLAND_ATTRIBUTES)];

/** A name that a file uses, as `kind` of the contract. */
interface Use {
  kind: 'attribute' | 'slot' | 'act' | 'event' | 'unreadable dataset';
  name: string;
  line: number;
}

const toAttribute = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Names in a text with selectors or attributes: `[data-act="like"]`, `data-slot="reply"`. */
function namesIn(text: string): Omit<Use, 'line'>[] {
  const names: Omit<Use, 'line'>[] = [];
  for (const [, name = '', rest = ''] of text.matchAll(/\bdata-([\w-]+)(?=(.{0,80}))/gs)) {
    names.push({ kind: 'attribute', name });
    if (name !== 'slot' && name !== 'act') continue;
    const value = /^\s*[~^$*|]?=\s*(?:["']([\w-]+)["']|([\w-]+)|\{([^}]*)\})/.exec(rest);
    const expression = value?.[3] ?? '';
    const found = value?.[1] ?? value?.[2];
    const values = found
      ? [found]
      : [...expression.matchAll(/["']([\w-]+)["']/g)].map((one) => one[1] ?? '');
    names.push(...values.map((one) => ({ kind: name, name: one }) as const));
  }
  return names;
}

/** Names that a script reads or writes outside of JSX: selectors, `dataset`, page events. */
function usesOfScript(path: string, text = textOf(path)): Use[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const uses: Use[] = [];
  const add = (node: ts.Node, ...names: Omit<Use, 'line'>[]) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    uses.push(...names.map((one) => ({ ...one, line: line + 1 })));
  };
  const isDataset = (node: ts.Node): boolean =>
    ts.isPropertyAccessExpression(node) && node.name.text === 'dataset';
  const addDataset = (node: ts.PropertyAccessExpression) => {
    let holder: ts.Node = node.parent;
    if (ts.isPropertyAccessExpression(holder) && holder.expression === node)
      return add(node, { kind: 'attribute', name: toAttribute(holder.name.text) });
    if (ts.isBinaryExpression(holder) && ts.isStringLiteral(holder.left))
      return add(node, { kind: 'attribute', name: toAttribute(holder.left.text) });
    if (ts.isBinaryExpression(holder)) holder = holder.parent; // element?.dataset ?? {}
    if (ts.isVariableDeclaration(holder) && ts.isObjectBindingPattern(holder.name))
      return holder.name.elements.forEach((element) => {
        const name = (element.propertyName ?? element.name).getText();
        add(element, { kind: 'attribute', name: toAttribute(name) });
      });
    add(node, { kind: 'unreadable dataset', name: holder.getText() });
  };
  const visit = (node: ts.Node): void => {
    if (isDataset(node)) addDataset(node as ts.PropertyAccessExpression);
    else if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      const { parent } = node;
      const isReadOrSet =
        ts.isCallExpression(parent) &&
        ts.isPropertyAccessExpression(parent.expression) &&
        /^(has|get|set|remove|toggle)Attribute$/.test(parent.expression.name.text);
      const source = node.getText();
      if (/\[data-/.test(source) || (isReadOrSet && /^.data-/.test(source)))
        add(node, ...namesIn(source));
    } else if (
      ts.isNewExpression(node) &&
      node.expression.getText() === 'Event' &&
      /document\.dispatchEvent$/.test(node.parent.getText().split('(')[0] ?? '')
    ) {
      const [name] = node.arguments ?? [];
      if (name && ts.isStringLiteral(name)) add(node, { kind: 'event', name: name.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

/** Names in a view: its attributes, and the selectors of its styles. */
function usesOfView(path: string, text = textOf(path)): Use[] {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line, index) => namesIn(line).map((one) => ({ ...one, line: index + 1 })));
}

function problems(path: string, uses: readonly Use[], attributes: readonly string[]): string[] {
  const known: Record<Use['kind'], readonly string[]> = {
    attribute: attributes,
    slot: SLOT_NAMES,
    act: ACTS,
    event: Object.keys(PAGE_EVENTS),
    'unreadable dataset': [],
  };
  return uses
    .filter(({ kind, name }) => !known[kind].includes(name))
    .map(({ kind, name, line }) => `${path}:${line}: ${kind} ${name}`);
}

const scripts = (): string[] =>
  ['src/islands', 'src/client', 'src/views']
    .flatMap(filesBelow)
    .filter((path) => /\.tsx?$/.test(path));
const views = (): string[] =>
  ['src/views', 'src/pages'].flatMap(filesBelow).filter((path) => /\.(astro|tsx)$/.test(path));

/** Files that views share with islands. */
const sharedParts = (): string[] =>
  filesBelow('src/islands/components').filter((path) => path.endsWith('.tsx'));

/** The names after `data-` in the tag of a view that has this slot. */
function attributesOfSlots(): Map<string, Set<string>[]> {
  const found = new Map<string, Set<string>[]>();
  for (const path of [...views(), ...sharedParts()]) {
    for (const [tag] of textOf(path).matchAll(/<\w+(?:[^<>]|=>)*?data-slot=(?:[^<>]|=>)*>/g)) {
      const names = namesIn(tag);
      const slot = names.find(({ kind }) => kind === 'slot')?.name ?? '';
      const others = names.filter(({ kind, name }) => kind === 'attribute' && name !== 'slot');
      const set = new Set(others.map(({ name }) => name));
      found.set(slot, [...(found.get(slot) ?? []), set]);
    }
  }
  return found;
}

test('[guard] islands, stores and scripts of pages use names of the contract of slots', () => {
  const found = scripts().flatMap((path) => problems(path, usesOfScript(path), ALL_ATTRIBUTES));
  expect(found).toEqual([]);
});

test('[guard] views write data attributes, slots and acts of the contract of slots', () => {
  const found = views().flatMap((path) => problems(path, usesOfView(path), PUBLISHED_ATTRIBUTES));
  expect(found).toEqual([]);
});

test('[guard] every slot of the contract has its island, and in views its attributes', () => {
  const written = attributesOfSlots();
  expect([...written.keys()].sort()).toEqual([...SLOT_NAMES].sort());
  for (const [name, { island, attributes }] of Object.entries(SLOTS)) {
    expect(existsSync(join(root, 'src', island)), `${name}: ${island}`).toBe(true);
    for (const set of written.get(name) ?? [])
      expect([...set].sort(), name).toEqual([...attributes].sort());
  }
});

test('[guard] the contract of slots names nothing that no view or script has', () => {
  const sources = ['src/views', 'src/islands', 'src/client', 'src/contracts', 'src/domain'];
  const text = sources
    .flatMap(filesBelow)
    .filter((path) => path !== 'src/contracts/slots.ts' && /\.(tsx?|astro)$/.test(path))
    .map((path) => textOf(path))
    .join('\n');
  const toProperty = (name: string) =>
    name.replace(/-(\w)/g, (_dash, c: string) => c.toUpperCase());
  const has = (pattern: string) => new RegExp(pattern).test(text);
  const isWritten = (one: string) => has(`data-${one}\\b|(\\bs|dataset)\\.${toProperty(one)}\\b`);
  expect(ALL_ATTRIBUTES.filter((attribute) => !isWritten(attribute))).toEqual([]);
  expect(
    ACTS.filter((act) => !has(`data-act['"]?[=:] ?\\{?["']${act}["']|dataset\\.act = '${act}'`)),
  ).toEqual([]);
  expect(
    Object.keys(PAGE_EVENTS).filter((one) => !has(`new (?:Custom)?Event\\('${one}'[,)]`)),
  ).toEqual([]);
});

test('[guard] browsers load nothing of the contract of slots', () => {
  const loaded = ['src/islands', 'src/client', 'src/views', 'src/contracts']
    .flatMap(filesBelow)
    .filter((path) => /\.(tsx?|astro)$/.test(path))
    .filter((path) =>
      importsOf(path).some(
        ({ specifier, typeOnly }) => /\bslots\.ts$/.test(specifier) && !typeOnly,
      ),
    );
  expect(loaded).toEqual([]);
});

test('[guard] a name that the contract of slots lacks is seen in every form', () => {
  const script = `
    document.querySelector('[data-slot="nowhere"] [data-act=nothing]');
    query(\`.reply[data-odd="\${id}"]\`);
    const { strange, id } = article.dataset;
    const { curious = '' } = article?.dataset ?? {};
    element.dataset.wordOfMouth = '';
    if ('peculiar' in time.dataset) element.toggleAttribute('data-queer');
    const data = element.dataset;
    document.dispatchEvent(new Event('party'));`;
  expect(problems('x.ts', usesOfScript('x.ts', script), ALL_ATTRIBUTES)).toEqual([
    'x.ts:2: slot nowhere',
    'x.ts:2: act nothing',
    'x.ts:3: attribute odd',
    'x.ts:4: attribute strange',
    'x.ts:5: attribute curious',
    'x.ts:6: attribute word-of-mouth',
    'x.ts:7: attribute peculiar',
    'x.ts:7: attribute queer',
    'x.ts:8: unreadable dataset data = element.dataset',
    'x.ts:9: event party',
  ]);
  const view = `<p data-slot={closed ? undefined : 'nowhere'} data-odd>\n<b data-act="nothing" />`;
  expect(problems('x.tsx', usesOfView('x.tsx', view), PUBLISHED_ATTRIBUTES)).toEqual([
    'x.tsx:1: slot nowhere',
    'x.tsx:1: attribute odd',
    'x.tsx:2: act nothing',
  ]);
});
