import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Texts, type TextsValue } from '#islands/hooks/use-texts.ts';

/** Stands before each part: no text of the database holds it, and React writes it as it is. */
const BEFORE = '\0';

/**
 * The HTML of each part, all drawn in one root: one for each would cost as much as it draws
 * (decisions/twins.md). What React begins a root with is left out: links that load its first
 * pictures early, although these stand in the page anyway.
 */
export const renderParts = (parts: readonly ReactNode[], texts: TextsValue): string[] =>
  renderToStaticMarkup(
    createElement(Texts, { value: texts }, ...parts.flatMap((part) => [BEFORE, part])),
  )
    .split(BEFORE)
    .slice(1);
