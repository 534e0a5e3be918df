/**
 * Names and mottos for groups of those who may not write their own words to others yet: kind, and of nobody in particular. A group keeps what
 * it has if one goes from these lists.
 */
export const FIXED_NAMES: readonly string[] = [
  'Happy Lions',
  'Quick Cheetahs',
  'Brave Rhinos',
  'Calm Elephants',
  'Tall Giraffes',
  'Clever Monkeys',
  'Night Owls',
  'Early Birds',
  'Blue Whales',
  'Golden Eagles',
  'Star Team',
  'Rainbow Team',
  'Rocket Team',
  'Puzzle Fans',
  'Racing Fans',
  'Football Fans',
  'Word Wizards',
  'Number Heroes',
  'Maze Masters',
  'Good Sports',
  'Simba Team',
  'Twiga Team',
  'Jua Team',
  'Marafiki Wazuri',
];

/** The mottos; a group can also have none. */
export const FIXED_MOTTOS: readonly string[] = [
  'We play fair.',
  'Everybody helps everybody.',
  'Win or lose, we have fun.',
  'One more round!',
  'Practice makes better.',
  'Kind words only.',
  'Together we are strong.',
  'Slow and steady.',
  'Never give up.',
  'Learn something new each day.',
  'Tucheze pamoja!',
  'Haba na haba hujaza kibaba.',
];

/** Whether a name is exactly one of ours. */
export function isFixedName(name: string): boolean {
  return FIXED_NAMES.includes(name);
}

/** Whether a motto is exactly one of ours, or none. */
export function isFixedMotto(motto: string): boolean {
  return motto === '' || FIXED_MOTTOS.includes(motto);
}
