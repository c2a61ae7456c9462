import type { ComponentType } from 'react';
import { pageArea } from '#stores/page.ts';
import phoneStyles from '../../styles/phone/composer.css?url';
import { addStylesheet } from '../ui/stylesheet.ts';
import type { RichEditorProps } from './RichEditor.tsx';
import type { EditorProps } from './reply.ts';

/* Which editor a site has. They take and give the same; nothing else needs to know. */

let dressed: Promise<void> | undefined;

async function withStyles<Module>(module: Promise<Module>): Promise<Module> {
  dressed ??= addStylesheet(phoneStyles);
  await dressed;
  return module;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What messages are written with: HTML in, HTML out. */
export const loadMessageEditor: Load<RichEditorProps> = () =>
  pageArea() === 'phone'
    ? withStyles(import('./plain/PlainEditor.tsx'))
    : import('./RichEditor.tsx');

/** What replies are written on. */
export const loadReplyEditor: Load<EditorProps> = () =>
  pageArea() === 'phone' ? withStyles(import('./plain/ReplySheet.tsx')) : import('./Editor.tsx');
