/**
 * The order of the cascade layers. Pages declare it, because the bundler decides in which order
 * their stylesheets come.
 */
export const LAYER_ORDER = '@layer tokens,base,prose,parts,views,islands';

/** What stands in a page itself: the order of the layers, and what is outside of all of them. */
export const toPageStyle = (unlayered: string): string =>
  unlayered ? `${LAYER_ORDER};${unlayered}` : LAYER_ORDER;
