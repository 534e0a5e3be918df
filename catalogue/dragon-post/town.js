// The valley: who lives where, which seal is theirs, and what each day of the week brings.
(function () {
  'use strict';
  const WORLD = { width: 3900, ground: 900, ceiling: 180, postX: 190 };

  // Seals, drawn around 0,0 about 10 units large. A shape as well as a colour, so nobody has to tell red from green.
  const SEALS = {
    star: 'M0-10L2.900-4.200L9.500-3.100L4.800 1.600L5.900 8.100L0 5L-5.900 8.100L-4.800 1.600L-9.500-3.100L-2.900-4.200Z',
    heart: 'M0 9Q-11 1-10-4T-4-9Q-1-9 0-5Q1-9 4-9T10-4Q11 1 0 9Z',
    moon: 'M4-9A10 10 0 1 0 4 9A8 8 0 0 1 4-9Z',
    leaf: 'M-8 8Q-10-8 9-9Q10 9-8 8Z',
    drop: 'M0-10Q8 1 7 4A7 6.500 0 0 1-7 4Q-8 1 0-10Z',
    diamond: 'M0-10L8 0L0 10L-8 0Z',
    ball: 'M-8 0A8 8 0 1 0 8 0A8 8 0 1 0-8 0Z',
    fish: 'M-10-6L-4 0L-10 6ZM-5 0Q2-9 10 0Q2 9-5 0Z',
  };

  // Open to post in this order: the first four on Monday, all eight on Friday.
  // basket is where letters must land, from the middle of the foot of the house.
  const HOUSES = [
    { seal: 'star', colour: '#E23B24', name: 'Star hut', kind: 'hut', x: 760, basket: [104, -34] },
    { seal: 'heart', colour: '#E0457B', name: 'Heart castle', kind: 'castle', x: 1640, basket: [-46, -152] },
    { seal: 'leaf', colour: '#2E9E5B', name: 'Leaf tree house', kind: 'tree', x: 2440, basket: [-118, -196] },
    { seal: 'drop', colour: '#1C7FD6', name: 'Drop house', kind: 'house', x: 1180, basket: [-110, -34] },
    { seal: 'moon', colour: '#7A4FC0', name: 'Moon tower', kind: 'tower', x: 3080, basket: [72, -262] },
    { seal: 'fish', colour: '#0E8F88', name: 'Fish boat', kind: 'boat', x: 2030, basket: [-72, -46] },
    { seal: 'diamond', colour: '#B56A00', name: 'Diamond mill', kind: 'mill', x: 3560, basket: [-112, -34] },
    { seal: 'ball', colour: '#E0641F', name: 'Balloon', kind: 'balloon', x: 2760, basket: [0, -40], floats: true },
  ];
  const LAKE = { left: 1860, right: 2210 };

  const DAYS = [
    { name: 'Monday', swahili: 'Jumatatu', letters: 4, seconds: 60, wind: 0, rain: 0, birds: 0, tip: 'Match the seal to the basket.' },
    { name: 'Tuesday', swahili: 'Jumanne', letters: 5, seconds: 58, wind: 50, rain: 0, birds: 0, tip: 'It is windy. Watch the dots.' },
    { name: 'Wednesday', swahili: 'Jumatano', letters: 6, seconds: 57, wind: 55, rain: 3, birds: 0, tip: 'Rain clouds push you down.' },
    { name: 'Thursday', swahili: 'Alhamisi', letters: 7, seconds: 58, wind: 75, rain: 3, birds: 3, tip: 'Mind the birds!' },
    { name: 'Friday', swahili: 'Ijumaa', letters: 8, seconds: 62, wind: 100, rain: 4, birds: 4, tip: 'The big post day!' },
  ];
  const HARDER = { seconds: 3, wind: 18, birds: 1 }; // what every further week adds (or takes away)

  function dayOf(index, week) {
    const day = DAYS[index];
    const more = week - 1;
    return { ...day, seconds: Math.max(42, day.seconds - more * HARDER.seconds), wind: day.wind + more * HARDER.wind, birds: day.birds + (more ? HARDER.birds : 0), need: day.letters - 1 };
  }

  /** The day's letters as house numbers; two neighbours are never the same house. */
  function makeRound(index, chance) {
    const open = Math.min(HOUSES.length, 4 + index);
    const round = [];
    while (round.length < DAYS[index].letters) {
      const house = round.length === 0 && index === 0 ? 0 : Math.floor(chance() * open);
      if (house !== round[round.length - 1]) round.push(house);
    }
    return round;
  }

  function makeClouds(count, rain, chance) {
    const clouds = [];
    for (let i = 0; i < count; i++) {
      clouds.push({ x: 500 + (i + 0.2 + chance() * 0.6) * ((WORLD.width - 700) / count), y: 270 + chance() * 300, size: 0.9 + chance() * 0.5, rain: false, squash: 0, beat: chance() * 6 });
    }
    for (let i = 0; i < rain; i++) clouds[Math.floor(((i + 0.5) * count) / rain)].rain = true;
    return clouds;
  }

  function makeBirds(count, chance) {
    const birds = [];
    for (let i = 0; i < count; i++) {
      birds.push({ x: 900 + (i * (WORLD.width - 1200)) / Math.max(1, count), y: 260 + chance() * 380, dir: i % 2 ? 1 : -1, speed: 90 + chance() * 50, beat: chance() * 6 });
    }
    return birds;
  }

  window.Town = { WORLD, SEALS, HOUSES, LAKE, DAYS, dayOf, makeRound, makeClouds, makeBirds };
})();
