/** Genres that have a cloth, and nearly all a sticker, of their own. */
const CLOTHS = ['adventure', 'role-play', 'action', 'simulator', 'obby', 'tycoon', 'racing', 'fighting'];
const STICKERS = [...CLOTHS, 'puzzle'];

const slug = (genre: string) => genre.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The class of the cloth a genre wears; one we do not know gets one by its name, always the same. */
export function getClothClass(genre: string | undefined): string {
  if (genre === undefined) return 'cloth';
  const name = slug(genre);
  if (CLOTHS.includes(name)) return `cloth ${name}`;
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return `cloth ${CLOTHS[sum % CLOTHS.length]}`;
}

/** The address of a genre's sticker. */
export function urlForSticker(genre: string): string {
  const name = slug(genre);
  return STICKERS.includes(name) ? `/stickers/${name}.svg` : '/brand/token.svg';
}
