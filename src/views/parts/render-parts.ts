import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Texts, type TextsValue } from '#islands/hooks/use-texts.ts';

/** Separator before each part: database text can't contain it, and React writes it unescaped. */
const BEFORE = '\0';

/**
 * HTML of each part, rendered in one root, because a root costs as much as a part
 * (decisions/twins.md). Omits the preloads of pictures that React adds at a root's start.
 */
export const renderParts = (parts: readonly ReactNode[], texts: TextsValue): string[] =>
  renderToStaticMarkup(
    createElement(Texts, { value: texts }, ...parts.flatMap((part) => [BEFORE, part])),
  )
    .split(BEFORE)
    .slice(1);
