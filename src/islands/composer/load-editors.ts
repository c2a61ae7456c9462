import type { ComponentType } from 'react';
import { pageArea } from '#client/core/page-info.ts';
import phoneStyles from '#styles/phone/composer.css?url';
import { loadStylesheet } from '../page/load-stylesheet.ts';
import type { RichEditorProps } from './RichEditor.tsx';
import type { ReplyEditorProps } from './use-reply.ts';

/* Loads the editors of the current site; both sites' editors have the same interface. */

async function withPhoneStyles<Module>(module: Promise<Module>): Promise<Module> {
  await loadStylesheet(phoneStyles);
  return module;
}

type LoadComponent<Props> = () => Promise<{ default: ComponentType<Props> }>;

export const loadMessageEditor: LoadComponent<RichEditorProps> = () =>
  pageArea() === 'phone'
    ? withPhoneStyles(import('./plain/PlainEditor.tsx'))
    : import('./RichEditor.tsx');

export const loadReplyEditor: LoadComponent<ReplyEditorProps> = () =>
  pageArea() === 'phone'
    ? withPhoneStyles(import('./plain/ReplySheet.tsx'))
    : import('./ReplyEditor.tsx');
