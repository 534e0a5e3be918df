// The four stages: where the road bends, what stands beside it, and its colours.
'use strict';

const SEGMENT = 200; // road units a segment is long
const STRETCH = 1.35; // plans are written short; a race should last most of a minute
const RUN_OUT = 220; // segments after the finish line, so the road never just stops

// plan rows: [segments, bend (- left, + right), climb in road units]; pace: how fast the best rival is (1 = you)
const STAGES = [
  {
    name: 'The Escarpment', note: 'Down the valley wall', pace: 0.9, mud: 4, cans: 16,
    plan: [[150, 0, 0], [120, 1.6, 400], [100, 0, -700], [140, -2.2, 0], [120, 0, 900], [140, 2.6, -900], [90, 0, 0], [160, -2.4, 600], [120, 1.8, -800], [140, 0, 500], [150, 2.4, 0], [120, 0, 0]],
    side: ['acacia', 'euphorbia', 'rock', 'acacia', 'hut'],
    sky: '#7ADBE0', sun: ['#FFF2B8', '#FFE07A'], far: '#F29A4A', farCap: '#F7B66E', near: '#D96B2B', nearCap: '#E58444',
    ground: ['#C9602A', '#BD5624'], road: ['#E8B06A', '#E2A85F'], edge: ['#FFF2B8', '#A8421A'], line: '#F6D7A0', shape: 'cliff',
  },
  {
    name: 'Flamingo Lake', note: 'Pink birds and fever trees', pace: 0.955, mud: 7, cans: 16,
    plan: [[140, 0, 0], [150, -2.4, 500], [130, 2.4, -500], [90, 0, 900], [160, 3, 0], [110, 0, -1000], [150, -3, 400], [150, 2.6, 400], [110, 0, -800], [160, -2.8, 0], [140, 2.8, 0], [110, 0, 0]],
    side: ['flamingo', 'fever', 'flamingo', 'fever', 'flamingo', 'hut'],
    sky: '#9FE3F2', sun: ['#FFF6D6', '#FFE9A0'], far: '#7FB5C9', farCap: '#9CCBDA', near: '#F59AB8', nearCap: '#FFC0D4',
    ground: ['#7DBB55', '#73B04C'], road: ['#B9A58C', '#B09B81'], edge: ['#fff', '#F56A90'], line: '#F4E9D5', shape: 'lake',
  },
  {
    name: "Hell's Gate", note: 'Red towers, zebras, giraffes', pace: 1, mud: 10, cans: 18,
    plan: [[130, 0, 0], [150, 3, 700], [150, -3.2, -900], [80, 0, 800], [150, 3.4, 600], [140, -3.4, -1200], [90, 0, 0], [170, 3.2, 900], [160, -3.6, 0], [100, 0, -900], [170, 3.4, 400], [150, -3, -400], [120, 0, 0]],
    side: ['zebra', 'tower', 'giraffe', 'rock', 'acacia', 'zebra'],
    sky: '#FFC98A', sun: ['#FFE7B0', '#FFF2CF'], far: '#D97843', farCap: '#E8925A', near: '#B1482A', nearCap: '#C75C36',
    ground: ['#D9A441', '#CF9A38'], road: ['#C77A4A', '#BF7242'], edge: ['#FFE7B0', '#94391A'], line: '#F2C795', shape: 'cliff',
  },
  {
    name: 'Longonot Night', note: 'Race the volcano home', pace: 1.03, mud: 12, cans: 20,
    plan: [[120, 0, 0], [150, -3.4, 900], [150, 3.6, -900], [150, -3.8, 900], [80, 0, -1200], [170, 3.8, 600], [150, -3.8, 600], [100, 0, -1400], [160, 4, 0], [160, -4, 900], [160, 3.6, -900], [150, -3.4, 0], [150, 3.4, 500], [120, 0, 0]],
    side: ['lamp', 'euphorbiaNight', 'steam', 'acaciaNight', 'lamp', 'rockNight'],
    sky: '#3A2468', sun: ['#6B4BA3', '#FFE9C4'], far: '#55307A', farCap: '#6B4292', near: '#2E1A52', nearCap: '#3C2566',
    ground: ['#4B2A6E', '#442565'], road: ['#6E5A8C', '#675383'], edge: ['#FFC629', '#2A1740'], line: '#D9C7F2', shape: 'volcano', stars: true,
  },
];

/** Lays a stage's plan out as segments: each has a bend, a height, and things standing on or beside it. */
function buildTrack(stage, seed) {
  const chance = Kiddo.rng(seed);
  const segments = [];
  let height = 0;
  const add = (bend, y) => segments.push({ bend, y, props: [], can: null, mud: null, gate: false });
  for (const [planned, bend, climb] of stage.plan) {
    const length = Math.round(planned * STRETCH);
    const from = height;
    for (let i = 0; i < length; i++) {
      const t = i / length;
      const swell = Math.sin(Math.PI * Math.min(1, Math.max(0, t))); // bends come and go smoothly
      add(bend * Math.min(1, swell * 1.6), from + climb * (0.5 - Math.cos(Math.PI * t) / 2));
    }
    height = from + climb;
  }
  const finish = segments.length;
  for (let i = 0; i < RUN_OUT; i++) add(0, height);
  segments[finish].gate = true;
  placeThings(stage, segments, finish, chance);
  return { segments, finish, length: finish * SEGMENT };
}

function placeThings(stage, segments, finish, chance) {
  for (let i = 6; i < segments.length; i += 3 + Math.floor(chance() * 4)) {
    const side = chance() < 0.5 ? -1 : 1;
    const art = stage.side[Math.floor(chance() * stage.side.length)];
    segments[i].props.push({ art, x: side * (1.75 + chance() * 2.6), flip: chance() < 0.5 });
  }
  for (let i = 20; i < finish; i += 14) {
    // a sign before each hard bend points the way the road goes
    if (Math.abs(segments[i].bend) > 1.8) segments[i].props.push({ art: segments[i].bend < 0 ? 'left' : 'right', x: segments[i].bend < 0 ? 1.7 : -1.7, flip: false });
  }
  const lanes = [-0.62, 0, 0.62];
  const lane = () => lanes[Math.floor(chance() * lanes.length)];
  for (let n = 0; n < stage.cans; n++) segments[Math.floor(90 + ((finish - 160) * (n + chance() * 0.6)) / stage.cans)].can = { x: lane() };
  for (let n = 0; n < stage.mud; n++) segments[Math.floor(170 + ((finish - 240) * (n + chance() * 0.8)) / stage.mud)].mud = { x: lane() };
}
