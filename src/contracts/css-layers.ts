/** Order of the cascade layers. Pages declare it, because the bundler orders stylesheets freely. */
export const LAYER_ORDER = '@layer tokens,base,prose,parts,views,islands';

/** A page's inline style: the layers' order, and rules outside all layers. */
export const toPageStyle = (unlayered: string): string =>
  unlayered ? `${LAYER_ORDER};${unlayered}` : LAYER_ORDER;
