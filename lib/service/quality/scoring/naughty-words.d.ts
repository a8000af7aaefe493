/** Lists of swear words by language, which the package has no types for. */
declare module "naughty-words" {
  const lists: Readonly<Record<string, readonly string[]>>;
  export default lists;
}
