/* The package's table of characters has no types: `萬 万|與 与|…`, the commonest form first. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
