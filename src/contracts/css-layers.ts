/**
 * The order of the cascade's layers; it stands in pages because the order in which their
 * stylesheets come is the bundler's.
 */
export const LAYER_ORDER = '@layer tokens,base,prose,parts,views,islands';
