import { getViteConfig } from 'astro/config';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type InlineConfig } from 'vite';
import { root } from '../guards/sources.ts';

/*
 * Renders an Astro view and the React component that draws the same in islands, and reads both as
 * trees that can be compared.
 */

export interface TwinRenderer {
  /** Exports of a module of src/, by its path from there. */
  load(path: string): Promise<Record<string, unknown>>;
  astro(path: string, props: object): Promise<string>;
  react(component: FunctionComponent<never>, props: object): string;
  close(): Promise<void>;
}

export async function startTwinRenderer(): Promise<TwinRenderer> {
  const config = await getViteConfig(
    {
      ssr: { external: ['react', 'react-dom'] },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
      appType: 'custom',
    } as InlineConfig,
    { root, logLevel: 'error' },
  )({ mode: 'production', command: 'serve' });
  const vite = await createServer(config as InlineConfig);
  const container = await AstroContainer.create({ streaming: false });
  const load = (path: string) =>
    vite.ssrLoadModule(`/src/${path}`) as ReturnType<TwinRenderer['load']>;
  return {
    load,
    async astro(path, props) {
      const { default: view } = await load(path);
      return container.renderToString(view as never, { props: props as Record<string, unknown> });
    },
    react: (component, props) =>
      renderToStaticMarkup(createElement(component as FunctionComponent<object>, props)),
    close: () => vite.close(),
  };
}

/** An element with its attributes in order of names and its children, or a text. */
export type Tree = string | { tag: string; attributes: Record<string, string>; children: Tree[] };
type TreeElement = Exclude<Tree, string>;

/** What may differ: gets each element, children first, and gives what stands in its place. */
export type Allowance = (element: TreeElement) => Tree[] | undefined;

function simplify(
  node: DefaultTreeAdapterTypes.ChildNode,
  allowances: readonly Allowance[],
): Tree[] {
  if (node.nodeName === '#text') return [(node as DefaultTreeAdapterTypes.TextNode).value];
  if (!('tagName' in node)) return [];
  const element: TreeElement = {
    tag: node.tagName,
    attributes: Object.fromEntries(
      node.attrs
        .map(({ name, value }): [string, string] => [name.toLowerCase(), value])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    children: childrenOf(node, allowances),
  };
  for (const allow of allowances) {
    const instead = allow(element);
    if (instead) return instead;
  }
  return [element];
}

/** Adjacent texts are one, as a browser shows them: white space is one blank. */
function childrenOf(
  node: { childNodes: DefaultTreeAdapterTypes.ChildNode[] },
  allowances: readonly Allowance[],
): Tree[] {
  const children: Tree[] = [];
  for (const child of node.childNodes.flatMap((one) => simplify(one, allowances))) {
    const last = children.at(-1);
    if (typeof child === 'string' && typeof last === 'string')
      children[children.length - 1] = last + child;
    else if (child !== '') children.push(child);
  }
  return children
    .map((one) => (typeof one === 'string' ? one.replace(/\s+/gu, ' ') : one))
    .filter((one) => one !== '');
}

export const readTree = (html: string, ...allowances: Allowance[]): Tree[] =>
  childrenOf(parseFragment(html), allowances);
