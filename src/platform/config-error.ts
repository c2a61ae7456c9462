/** A setting that can't be used; the message says which and what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
