// Makes a case: suspects, a culprit, and clues that together leave exactly one. No pictures here.
'use strict';
const Cases = (() => {
  const HATS = ['none', 'kofia', 'straw', 'scarf'];
  const COLOURS = ['red', 'blue', 'yellow', 'green'];
  const THINGS = ['basket', 'drum', 'umbrella', 'guitar'];
  // Swahili names of the animals; ears: does it have big ears?
  const FOLK = [
    { id: 'hare', name: 'Sungura', kind: 'hare', ears: true },
    { id: 'monkey', name: 'Kima', kind: 'monkey', ears: false },
    { id: 'bushbaby', name: 'Komba', kind: 'bush baby', ears: true },
    { id: 'hyrax', name: 'Pimbi', kind: 'hyrax', ears: false },
    { id: 'warthog', name: 'Ngiri', kind: 'warthog', ears: false },
    { id: 'owl', name: 'Bundi', kind: 'owl', ears: false },
    { id: 'genet', name: 'Kanu', kind: 'genet', ears: true },
    { id: 'frog', name: 'Chura', kind: 'frog', ears: false },
  ];
  const KEEPERS = [
    { id: 'elephant', name: 'Tembo', sells: 'chai', gift: 'a cup of chai' },
    { id: 'giraffe', name: 'Twiga', sells: 'mangoes', gift: 'a ripe mango' },
    { id: 'zebra', name: 'Punda Milia', sells: 'roast maize', gift: 'a hot maize cob' },
    { id: 'parrot', name: 'Kasuku', sells: 'cloth', gift: 'a strip of cloth' },
    { id: 'tortoise', name: 'Kobe', sells: 'lamps', gift: 'a little lamp' },
    { id: 'hippo', name: 'Kiboko', sells: 'fish', gift: 'a fried fish' },
  ];
  const MISSING = [
    ['golden drum', 'I only wanted to hear it go boom!'],
    ['big pilau pot', 'It smelled so good, I forgot to ask.'],
    ['market bell', 'I wanted to ring it just once!'],
    ['best kite', 'I took it to mend the tail.'],
    ['lucky teapot', 'I was thirsty. I meant to bring it back.'],
    ['feast cake', 'I only ate the corner. Well, two corners.'],
  ];
  // suspects; steps (lanterns); needed: the fewest clues that solve it; favours; parrot: speaks backwards
  const LEVELS = [
    { suspects: 6, steps: 16, needed: 2, favours: 0, parrot: false, vague: 0.1 },
    { suspects: 6, steps: 15, needed: 3, favours: 0, parrot: false, vague: 0.35 },
    { suspects: 8, steps: 16, needed: 3, favours: 1, parrot: false, vague: 0.45 },
    { suspects: 8, steps: 15, needed: 3, favours: 0, parrot: true, vague: 0.5 },
    { suspects: 8, steps: 16, needed: 3, favours: 2, parrot: true, vague: 0.6 },
    { suspects: 8, steps: 14, needed: 4, favours: 1, parrot: true, vague: 0.75 },
  ];
  const PARROT = 3;

  const pick = (list, chance) => list[Math.floor(chance() * list.length)];
  function shuffle(list, chance) {
    const out = list.slice();
    for (let i = out.length - 1; i > 0; i--) {
      const j = Math.floor(chance() * (i + 1));
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  }

  const WORDS = {
    hat: { none: 'no hat', kofia: 'a round kofia cap', straw: 'a straw hat', scarf: 'a head scarf' },
    colour: { red: 'red clothes', blue: 'blue clothes', yellow: 'yellow clothes', green: 'green clothes' },
    thing: { basket: 'a basket', drum: 'a drum', umbrella: 'an umbrella', guitar: 'a guitar' },
  };
  const VERB = { hat: ['had', 'did not have'], colour: ['wore', 'did not wear'], thing: ['carried', 'did not carry'] };

  /** A fact: which values of one trait the culprit may have, and how it is said. */
  function fact(trait, culprit, vague, chance) {
    if (trait === 'glasses' || trait === 'ears') return yesNo(trait, culprit[trait]);
    const all = { hat: HATS, colour: COLOURS, thing: THINGS }[trait];
    const mine = culprit[trait];
    const other = pick(all.filter((v) => v !== mine), chance);
    const dice = chance();
    if (dice > vague) return said(trait, [mine], true);
    if (dice > vague * 0.5) return { trait, allowed: shuffle([mine, other], chance), text: either(trait, mine, other, chance) };
    return said(trait, [other], false);
  }
  function said(trait, [value], is) {
    const all = { hat: HATS, colour: COLOURS, thing: THINGS }[trait];
    const negative = value === 'none' ? 'had a hat of some kind' : `${VERB[trait][1]} ${WORDS[trait][value]}`;
    return { trait, allowed: is ? [value] : all.filter((v) => v !== value), text: is ? `${VERB[trait][0]} ${WORDS[trait][value]}` : negative, value, is };
  }
  function either(trait, a, b, chance) {
    const [x, y] = chance() < 0.5 ? [a, b] : [b, a];
    return `${VERB[trait][0]} ${WORDS[trait][x]} or ${WORDS[trait][y]}`;
  }
  function yesNo(trait, is) {
    const text = trait === 'glasses' ? (is ? 'wore glasses' : 'wore no glasses') : is ? 'had big ears' : 'did not have big ears';
    return { trait, allowed: [is], text, value: true, is };
  }
  /** The parrot says the opposite of a true fact; the fact itself stays true. */
  function backwards(true_) {
    const spoken = true_.trait === 'glasses' || true_.trait === 'ears' ? yesNo(true_.trait, !true_.allowed[0]) : said(true_.trait, [true_.value], !true_.is);
    return { ...true_, text: spoken.text, lie: true };
  }

  const fits = (suspect, clue) => clue.allowed.includes(suspect[clue.trait]);
  const left = (suspects, clues) => suspects.filter((s) => clues.every((c) => fits(s, c)));

  /** The fewest clues that leave only one suspect. */
  function fewest(suspects, clues) {
    let best = 99;
    for (let mask = 1; mask < 1 << clues.length; mask++) {
      const some = clues.filter((_, i) => mask & (1 << i));
      if (some.length < best && left(suspects, some).length === 1) best = some.length;
    }
    return best;
  }

  function attempt(level, chance) {
    const suspects = shuffle(FOLK, chance).slice(0, level.suspects).map((folk) => ({ ...folk, hat: pick(HATS, chance), colour: pick(COLOURS, chance), thing: pick(THINGS, chance), glasses: chance() < 0.45 }));
    const culprit = pick(suspects, chance);
    const traits = shuffle(['hat', 'colour', 'thing', 'glasses', 'ears', pick(['hat', 'colour', 'thing'], chance)], chance);
    const clues = traits.map((trait, i) => {
      if (i !== PARROT || !level.parrot) return fact(trait, culprit, level.vague, chance);
      // the parrot's fact must be one that has a plain opposite
      if (trait === 'glasses' || trait === 'ears') return backwards(yesNo(trait, culprit[trait]));
      const all = { hat: HATS, colour: COLOURS, thing: THINGS }[trait];
      return backwards(chance() < 0.5 ? said(trait, [culprit[trait]], true) : said(trait, [pick(all.filter((v) => v !== culprit[trait]), chance)], false));
    });
    return { suspects, culprit, clues };
  }
  function good({ suspects, culprit, clues }, level) {
    const rest = left(suspects, clues);
    if (rest.length !== 1 || rest[0] !== culprit) return false;
    if (clues.some((c) => left(suspects, [c]).length === suspects.length)) return false; // a clue that says nothing
    if (new Set(clues.map((c) => c.text)).size < clues.length) return false;
    return fewest(suspects, clues) >= level.needed;
  }

  function make(number, chance) {
    const level = LEVELS[number];
    let made = attempt(level, chance);
    for (let tries = 0; tries < 4000 && !good(made, level); tries++) made = attempt(level, chance);
    const stalls = KEEPERS.map((keeper, i) => ({ ...keeper, clue: made.clues[i], wants: null, gives: null, asked: false, met: false }));
    const order = shuffle([0, 1, 2, 3, 4, 5], chance);
    for (let f = 0; f < level.favours; f++) {
      const asker = stalls[order[f * 2]];
      const giver = stalls[order[f * 2 + 1]];
      asker.wants = giver.gift;
      giver.gives = giver.gift;
    }
    const owner = pick(KEEPERS, chance);
    const [missing, excuse] = MISSING[(number + Math.floor(chance() * MISSING.length)) % MISSING.length];
    return { number, level, suspects: made.suspects, culprit: made.culprit, stalls, owner, missing, excuse };
  }

  return { LEVELS, PARROT, make, left, fits };
})();
