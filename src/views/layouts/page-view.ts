import type { ReactNode } from 'react';

/** Metadata for search engines, other sites and browsers. */
export interface HeadProps {
  title?: string | undefined;
  description?: string | undefined;
  /** Address of the page's picture; absolute or from the site's root. */
  image?: string | undefined;
  /** For previews on other sites; default: website. */
  kind?: 'article' | 'profile';
  jsonLd?: object | undefined;
  /** The forum of the page's feed; default: the whole site. */
  feedOf?: number;
  noindex?: boolean;
  /** Whether the page exists in the other language too. */
  alternate?: boolean;
}

/** A view's result, for the layout of its site. */
interface PageView extends HeadProps {
  content: ReactNode;
  /** The thread whose views the page counts. */
  viewOf?: number;
  /** The forum whose visits it counts. */
  visitOf?: number;
}

/** The current item in the desktop's header. */
export type Place = 'home' | 'forums' | 'digest';

export interface DesktopView extends PageView {
  current?: Place | undefined;
}

export type Tab = 'home' | 'forums' | 'new' | 'messages' | 'me';

/** A thread's page ends with a reply bar instead of the tabs. */
export interface PhoneView extends PageView {
  tab?: Tab | undefined;
  /** Title and back link of the top bar; without it the bar has brand, search and language. */
  up?: { text: string; href: string } | undefined;
  top?: ReactNode;
}
