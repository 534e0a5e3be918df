/** Genres with their own background style (a "cloth"); nearly all of them also have their own sticker. */
const CLOTHS = ['adventure', 'role-play', 'action', 'simulator', 'obby', 'tycoon', 'racing', 'fighting'];
const STICKERS = [...CLOTHS, 'puzzle'];

const slug = (genre: string) => genre.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The CSS class of a genre's cloth. An unknown genre always gets the same one, chosen by a hash of its name. */
export function getClothClass(genre: string | undefined): string {
  if (genre === undefined) return 'cloth';
  const name = slug(genre);
  if (CLOTHS.includes(name)) return `cloth ${name}`;
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return `cloth ${CLOTHS[sum % CLOTHS.length]}`;
}

/** The URL of a genre's sticker. */
export function urlForSticker(genre: string): string {
  const name = slug(genre);
  return STICKERS.includes(name) ? `/stickers/${name}.svg` : '/brand/token.svg';
}
