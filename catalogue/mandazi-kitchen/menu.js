// What is cooked, who comes, and how the days grow.
'use strict';
const Menu = (() => {
  // steps: what each tap on the board does; pan: where it cooks; seconds: until golden (a side)
  const FOODS = {
    mandazi: { name: 'Mandazi', price: 10, steps: ['Roll', 'Roll', 'Cut'], pan: 'karai', seconds: 4 },
    chapati: { name: 'Chapati', price: 20, steps: ['Roll', 'Roll', 'Roll'], pan: 'tawa', seconds: 3, flips: true },
    samosa: { name: 'Samosa', price: 25, steps: ['Fill', 'Fold', 'Fold'], pan: 'karai', seconds: 5 },
    chai: { name: 'Chai', price: 15, seconds: 5, cups: 3 },
  };
  const JARS = ['mandazi', 'chapati', 'samosa'];
  // While it cooks, 1 is golden. From DARK it is worth less; at BURNT it is lost.
  const GOLDEN = 1;
  const DARK = 2;
  const BURNT = 2.9;

  // wait: seconds of patience; most: the biggest order; tip: times the usual tip
  const GUESTS = {
    pupil: { name: 'Pupil', wait: 34, most: 1, tip: 1 },
    teacher: { name: 'Teacher', wait: 34, most: 2, tip: 1.2 },
    boda: { name: 'Boda rider', wait: 23, most: 2, tip: 2.2 },
    bibi: { name: 'Bibi', wait: 52, most: 4, tip: 1 },
    fundi: { name: 'Fundi', wait: 36, most: 3, tip: 1, same: true },
    player: { name: 'Player', wait: 34, most: 3, tip: 1.4 },
  };

  // gap: seconds between guests; rush: 1 is the plain patience
  const DAYS = [
    { title: 'First morning', foods: ['mandazi'], who: ['pupil', 'teacher'], guests: 6, gap: 8, rush: 1.25 },
    { title: 'Chai time', foods: ['mandazi', 'chai'], who: ['pupil', 'teacher', 'bibi'], guests: 7, gap: 7.5, rush: 1.15 },
    { title: 'Hot chapati', foods: ['chapati', 'mandazi', 'chai'], who: ['pupil', 'teacher', 'fundi'], guests: 8, gap: 7.5, rush: 1.1 },
    { title: 'The boda stage', foods: ['mandazi', 'chai', 'chapati'], who: ['boda', 'boda', 'teacher', 'fundi'], guests: 9, gap: 6.5, rush: 0.95 },
    { title: 'Samosa Friday', foods: ['samosa', 'mandazi', 'chai'], who: ['pupil', 'teacher', 'bibi', 'fundi'], guests: 9, gap: 6.3, rush: 0.92 },
    { title: 'After the match', foods: ['samosa', 'mandazi', 'chai', 'chapati'], who: ['player', 'player', 'boda', 'pupil'], guests: 11, gap: 5.4, rush: 0.86 },
    { title: 'Market day', foods: ['mandazi', 'chapati', 'samosa', 'chai'], who: ['bibi', 'boda', 'fundi', 'player', 'teacher'], guests: 13, gap: 4.6, rush: 0.8 },
  ];
  const STARS = [0.5, 0.75, 1]; // parts of the day's full price that earn 1, 2 and 3 stars; tips count too

  const EXTRAS = {
    karai: { name: 'One more karai', line: 'Fry three at once.' },
    tawa: { name: 'One more tawa', line: 'Two chapati at once.' },
    radio: { name: 'A radio', line: 'Guests wait longer.' },
    charcoal: { name: 'Better charcoal', line: 'Pans cook faster.' },
    pot: { name: 'A bigger pot', line: 'Five cups of chai a brew.' },
    smile: { name: 'Fresh flowers', line: 'Bigger tips.' },
  };

  const pick = (list, chance) => list[Math.floor(chance() * list.length)];
  /** All the guests of a day, known beforehand so that the star goals are fair. */
  function guestList(number, chance) {
    const day = DAYS[number];
    return Array.from({ length: day.guests }, (_, i) => {
      const kind = i === 0 ? day.who[0] : pick(day.who, chance);
      const guest = GUESTS[kind];
      const most = number === 0 ? Math.min(2, guest.most) : guest.most;
      const size = i === 0 ? 1 : kind === 'bibi' ? Math.max(2, 1 + Math.floor(chance() * most)) : 1 + Math.floor(chance() * most);
      const first = i === 0 ? day.foods[0] : pick(day.foods, chance);
      if (number === 1 && i === 0) return { kind, order: ['chai'], size: 1 };
      const order = Array.from({ length: size }, (__, n) => (n === 0 || guest.same ? first : pick(day.foods, chance)));
      return { kind, order: order.sort(), size };
    });
  }
  const fullPrice = (guests) => guests.reduce((sum, g) => sum + g.order.reduce((n, food) => n + FOODS[food].price, 0), 0);

  return { FOODS, JARS, GOLDEN, DARK, BURNT, GUESTS, DAYS, STARS, EXTRAS, guestList, fullPrice };
})();
