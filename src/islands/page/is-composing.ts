type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

/**
 * Whether a key is the input method's: it chooses or confirms what is composed, and is no command.
 * Safari ends the composition before the key that confirms it, which has this code then.
 */
export function isComposing(event: Key | { nativeEvent: Key }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === 229;
}
