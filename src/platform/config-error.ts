/** An invalid setting; the message names it and the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
