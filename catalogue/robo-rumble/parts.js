// What robots are made of. Every number here is felt in a fight.
'use strict';

// wind, recover: seconds before and after a punch lands; reach in arena units
const ARMS = [
  { id: 'hammer', name: 'Hammers', note: 'Slow, hits hard. Special: ground slam', power: 14, reach: 84, wind: 0.15, recover: 0.28, push: 360, special: 'slam' },
  { id: 'spring', name: 'Spring fists', note: 'Long reach. Special: rocket fist', power: 8, reach: 118, wind: 0.12, recover: 0.24, push: 280, special: 'rocket' },
  { id: 'drill', name: 'Drills', note: 'Very quick. Special: drill dash', power: 6, reach: 82, wind: 0.06, recover: 0.13, push: 190, special: 'dash' },
];
const LEGS = [
  { id: 'wheels', name: 'Wheels', note: 'Fast on the ground', speed: 320, jump: 620, steady: 1, armour: 0 },
  { id: 'hoppers', name: 'Hoppers', note: 'Jump over everything', speed: 265, jump: 830, steady: 1.15, armour: 0 },
  { id: 'tracks', name: 'Tracks', note: 'Slow, hard to push, +20 armour', speed: 205, jump: 560, steady: 0.45, armour: 20 },
];
const CORES = [
  { id: 'iron', name: 'Iron tank', note: 'Most armour', armour: 125, charge: 5, power: 1, speed: 1 },
  { id: 'solar', name: 'Solar panel', note: 'Special fills twice as fast', armour: 100, charge: 11, power: 1, speed: 1 },
  { id: 'turbo', name: 'Turbo', note: '+20% power, +12% speed', armour: 88, charge: 6, power: 1.2, speed: 1.12 },
];
const SLOTS = [{ key: 'arms', label: 'Arms', list: ARMS }, { key: 'legs', label: 'Legs', list: LEGS }, { key: 'core', label: 'Core', list: CORES }];

// paints: [light, shade, trim, eyes]; the first two are the robots of the cover
const PAINTS = {
  mango: ['#FFC629', '#E59A00', '#7A2A12', '#FF5238'],
  ice: ['#BFEFFF', '#6FB9E8', '#0D2A6B', '#3DF0C8'],
  leaf: ['#9BE28A', '#54B35F', '#17502F', '#FFC629'],
  grey: ['#D5D9E8', '#9AA3C0', '#3A4266', '#FF7BC0'],
  orange: ['#FF9A5A', '#E06A28', '#6B2410', '#7DF9FF'],
  plum: ['#C79BF2', '#8F5FCB', '#3B1D6B', '#FFE07A'],
  gold: ['#FFE07A', '#F0A51E', '#A8321A', '#FF3B5C'],
};

// The ladder. think: seconds between decisions; guard, push: how often it blocks and goes forward (0..1)
const LADDER = [
  { name: 'Sungura', means: 'Hare', paint: 'grey', build: [2, 1, 1], think: 0.62, guard: 0.08, push: 0.5, armour: 0.72 },
  { name: 'Tembo', means: 'Elephant', paint: 'plum', build: [0, 2, 0], think: 0.48, guard: 0.2, push: 0.6, armour: 0.82 },
  { name: 'Duma', means: 'Cheetah', paint: 'orange', build: [2, 0, 2], think: 0.36, guard: 0.3, push: 0.72, armour: 0.95 },
  { name: 'Kifaru', means: 'Rhino', paint: 'leaf', build: [0, 2, 2], think: 0.27, guard: 0.42, push: 0.78, armour: 1.05 },
  { name: 'Simba', means: 'Lion', paint: 'gold', build: [1, 0, 1], think: 0.22, guard: 0.55, push: 0.85, armour: 1.1 },
];

/** The numbers of a build [arms, legs, core]. */
function statsOf([a, l, c]) {
  const [arms, legs, core] = [ARMS[a], LEGS[l], CORES[c]];
  return {
    arms, legs, core,
    power: arms.power * core.power, reach: arms.reach, wind: arms.wind, recover: arms.recover, push: arms.push, special: arms.special,
    speed: legs.speed * core.speed, jump: legs.jump, steady: legs.steady,
    armour: core.armour + legs.armour, charge: core.charge,
  };
}

/** Five bars of 0..1 for the workshop. */
function barsOf(build) {
  const s = statsOf(build);
  return [
    ['Power', s.power / 16], ['Quick', 0.085 / (s.wind + s.recover) * 2], ['Reach', s.reach / 130],
    ['Speed', s.speed / 360], ['Jump', s.jump / 850], ['Armour', s.armour / 150], ['Charge', s.charge / 11],
  ].map(([name, value]) => [name, Math.min(1, value)]);
}
