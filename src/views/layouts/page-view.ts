import type { ReactNode } from 'react';

/** Metadata of a page for search engines, other sites and browsers. */
export interface HeadProps {
  title?: string | undefined;
  description?: string | undefined;
  /** Address of a picture of the page; absolute or from the site's root. */
  image?: string | undefined;
  jsonLd?: object | undefined;
  /** The forum whose feed goes with the page; without one it's the whole site's. */
  feedOf?: number;
  noindex?: boolean;
  /** Whether the page exists in the other language too. */
  alternate?: boolean;
}

/** What a view makes of a page's data, for the layout of its site. */
interface PageView extends HeadProps {
  content: ReactNode;
  /** The thread whose views the page counts. */
  viewOf?: number;
  /** The forum whose visits it counts. */
  visitOf?: number;
}

/** The place in the desktop's header that is marked as the current one. */
export type Place = 'home' | 'forums' | 'digest';

export interface DesktopView extends PageView {
  current?: Place | undefined;
}

export type Tab = 'home' | 'forums' | 'new' | 'messages' | 'me';

/** A thread's page has a bar for replies at its end instead of the tabs. */
export interface PhoneView extends PageView {
  tab?: Tab | undefined;
  /**
   * The title of the top bar and the address that it leads back to; without it the bar has the
   * brand's name, the search and the language.
   */
  up?: { text: string; href: string } | undefined;
  /** More tools of the top bar. */
  top?: ReactNode;
}
