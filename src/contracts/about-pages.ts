/** Texts about the community; footers and their own navigation lead to them. */
export const ABOUT_TOPICS = ['guide', 'guidelines', 'privacy', 'open-data', 'reliability'] as const;
/** The parts of the guide, below its index, each for who has that role. */
export const GUIDE_PARTS = ['readers', 'moderators', 'administrators', 'operators'] as const;
export type GuidePart = (typeof GUIDE_PARTS)[number];
export type AboutPage = (typeof ABOUT_TOPICS)[number] | `guide/${GuidePart}`;
export const ABOUT_PAGES: readonly AboutPage[] = [
  ...ABOUT_TOPICS,
  ...GUIDE_PARTS.map((part) => `guide/${part}` as const),
];
