// Where the matatu goes, and what lies on the road. No drawing here.
'use strict';

// Six real places around Nairobi, each with its own time of day. `speed` is in road units a second.
// Colours: sky, three sun rings from outside in, far and near houses, hedge, road.
const ROUTES = [
  { name: 'Westlands', speed: 400, length: 10500, hard: 1,
    sky: '#FF9331', rings: ['#FFA845', '#FFBD55', '#FFD873'], far: '#EE7B34', near: '#DA5426', dark: '#BF3F1C', hedge: '#3F9C50', hedgeDark: '#2F8742', road: '#3A2742' },
  { name: 'Kilimani', speed: 450, length: 12500, hard: 2,
    sky: '#F0628A', rings: ['#F6789A', '#FB95A8', '#FFC0AE'], far: '#D24A82', near: '#A8357A', dark: '#8A2568', hedge: '#2F8E6B', hedgeDark: '#237656', road: '#37254A' },
  { name: 'Buruburu', speed: 500, length: 14500, hard: 3,
    sky: '#273A7E', rings: ['#31468F', '#3C55A2', '#F6EFC4'], far: '#20316C', near: '#1A2759', dark: '#FFC857', hedge: '#1E6B5C', hedgeDark: '#17574B', road: '#2B2140' },
  { name: 'Thika Road', speed: 555, length: 16500, hard: 4,
    sky: '#7CC9F2', rings: ['#94D5F6', '#B2E2F8', '#FFF0A8'], far: '#5FB0DF', near: '#3F8FC4', dark: '#2F78AC', hedge: '#5DB04A', hedgeDark: '#489A3B', road: '#413A55' },
  { name: 'Karen', speed: 610, length: 18500, hard: 5,
    sky: '#FFC93C', rings: ['#FFD45A', '#FFDF7D', '#FFF1B5'], far: '#F0A52E', near: '#D9822B', dark: '#BC681C', hedge: '#2E9C6C', hedgeDark: '#218359', road: '#4A2F3E' },
  { name: 'Ngong Hills', speed: 670, length: 20500, hard: 6,
    sky: '#3CBFB4', rings: ['#55CBBF', '#79D9CB', '#FFE9A0'], far: '#2C9F9C', near: '#1C8086', dark: '#136A72', hedge: '#76B93E', hedgeDark: '#5FA22F', road: '#2F3350' },
];

// One letter is one piece of road in one lane; top line = kerb lane, where the stages are.
// . clear  o coin  p pothole  c cone  h handcart (slow)  k car (slow)  g goat crossing  B bump over all lanes  S stage
// `hard`: the first route that may use it. Every chunk leaves a way through.
const CELL = 130;
const CHUNKS = [
  { hard: 1, road: ['..........', '..ooo.....', '......p...'] },
  { hard: 1, road: ['......c...', '..........', '..ooo.....'] },
  { hard: 1, road: ['....S.....', '..........', '......p...'] },
  { hard: 1, road: ['..ooo.....', '.....c....', '.....c....'] },
  { hard: 1, road: ['.....p....', '.....p....', '..ooooo...'] },
  { hard: 1, road: ['...B......', '.....ooo..', '..........'] },
  { hard: 2, road: ['....S...p.', '...p......', '......ooo.'] },
  { hard: 2, road: ['...c......', '...c..ooo.', '......c...'] },
  { hard: 2, road: ['.....ooo..', '..h.......', '......p...'] },
  { hard: 2, road: ['..p....o..', '..o..p.o..', '.......p..'] },
  { hard: 2, road: ['....g.....', '..ooo.....', '.......p..'] },
  { hard: 3, road: ['..c...p...', '..c.oo....', '..o...p...'] },
  { hard: 3, road: ['p...S.....', '...k......', '.......c..'] },
  { hard: 3, road: ['..k.......', '......c...', '..B...c.oo'] },
  { hard: 3, road: ['.p...ooo..', '...p......', '.p...p....'] },
  { hard: 4, road: ['..g.......', '......p.oo', '......p...'] },
  { hard: 4, road: ['c...S...c.', 'c..p......', '..ooo..c..'] },
  { hard: 4, road: ['...h......', '.......k..', '.ooo......'] },
  { hard: 5, road: ['.c..p...oo', '.c....c...', '.o.p..c...'] },
  { hard: 5, road: ['.p..S..p..', '.p.....p..', '...k..ooo.'] },
  { hard: 5, road: ['....g...p.', '.B....g...', '..ooo...p.'] },
  { hard: 6, road: ['.p...c....', '.p.....k..', '.o.p.c.o..'] },
  { hard: 6, road: ['.c.oo.c...', '.c.p......', '...p..c.oo'] },
];

/** The next chunk for a route: never the same twice running, and harder ones more often as routes go by. */
function pickChunk(route, before, chance) {
  const able = CHUNKS.filter((chunk) => chunk.hard <= route.hard && chunk.hard >= route.hard - 3 && chunk !== before);
  return able[Math.floor(chance() * able.length)];
}
