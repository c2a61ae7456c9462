/**
 * The order of the cascade layers. Pages declare it, because the bundler decides in which order
 * their stylesheets come.
 */
export const LAYER_ORDER = '@layer tokens,base,prose,parts,views,islands';
