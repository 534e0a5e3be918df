// Where things stand in both shapes of the frame, and what a tap or a key touches.
'use strict';
const stage = Kiddo.stage({ width: 960, height: 540, portrait: { width: 540, height: 960 }, background: '#6B3820' });
const { ctx } = stage;
const STATION_KEYS = ['KeyQ', 'KeyW', 'KeyE', 'KeyA', 'KeyS', 'KeyD'];
const GUEST_KEYS = ['KeyZ', 'KeyX', 'KeyC'];
const JAR_KEYS = ['Digit1', 'Digit2', 'Digit3'];

// ---- places, for both shapes of the frame
const tall = () => stage.height > stage.width;
const PLACES = {
  tall: {
    guest: (i) => ({ x: 94 + i * 176, y: 318, w: 170, h: 250 }), counter: { x: 0, y: 378, w: 540, h: 100 }, tray: (i) => ({ x: 62 + i * 83, y: 430, w: 80, h: 76 }),
    station: (i) => ({ x: 96 + (i % 3) * 174, y: 550 + Math.floor(i / 3) * 116, w: 168, h: 112 }), board: { x: 270, y: 788, w: 500, h: 112 }, jar: (i) => ({ x: 100 + i * 170, y: 900, w: 160, h: 104 }),
    stove: { x: 0, y: 478, w: 540, h: 248 },
  },
  wide: {
    guest: (i) => ({ x: 105 + i * 186, y: 226, w: 180, h: 220 }), counter: { x: 0, y: 284, w: 576, h: 92 }, tray: (i) => ({ x: 60 + i * 90, y: 332, w: 86, h: 78 }),
    station: (i) => ({ x: 642 + (i % 3) * 126, y: 132 + Math.floor(i / 3) * 124, w: 124, h: 118 }), board: { x: 768, y: 424, w: 360, h: 190 }, jar: (i) => ({ x: 108 + i * 178, y: 460, w: 168, h: 130 }),
    stove: { x: 576, y: 60, w: 384, h: 258 },
  },
};
function place(kind, i) {
  const spot = PLACES[tall() ? 'tall' : 'wide'][kind];
  return typeof spot === 'function' ? spot(i) : spot;
}
const extraSpot = (i) => (tall() ? { x: 270, y: 420 + i * 260, w: 400, h: 226 } : { x: 310 + i * 340, y: 310, w: 300, h: 250 });
const pickSpot = (i) => (tall() ? { x: 140 + (i % 2) * 260, y: 290 + Math.floor(i / 2) * 150, w: 240, h: 126 } : { x: 150 + (i % 4) * 220, y: 220 + Math.floor(i / 4) * 160, w: 200, h: 136 });
const inside = (p, spot) => Math.abs(p.x - spot.x) < spot.w / 2 && Math.abs(p.y - spot.y) < spot.h / 2;

// ---- touch, mouse and keys
stage.canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing') return;
  acts++;
  const p = stage.point(event);
  if (run.screen === 'pick') return tapAny(p, Menu.DAYS.length, pickSpot, (i) => i <= saved().day && openDay(i, true));
  if (run.screen === 'extra') return tapAny(p, run.choice.length, extraSpot, takeExtra);
  if (run.screen === 'stars') return void (run.since = STAR_SECONDS);
  tapKitchen(p);
});
function tapAny(p, count, spotOf, act) {
  for (let i = 0; i < count; i++) if (inside(p, spotOf(i))) return act(i);
}
function tapKitchen(p) {
  for (let i = 0; i < Menu.JARS.length; i++) if (inside(p, place('jar', i))) return takeDough(i);
  for (let i = 0; i < kitchen.stations.length; i++) if (inside(p, place('station', i))) return useStation(i);
  for (let i = 0; i < TRAY; i++) if (inside(p, place('tray', i))) return nibble(i);
  for (let i = 0; i < SLOTS; i++) if (inside(p, { ...place('guest', i), y: place('guest', i).y - 60 })) return serve(i);
  if (inside(p, place('board'))) work();
}
function readKeys() {
  const hit = (code, act) => {
    if (!Kiddo.input.pressed(code)) return;
    acts++;
    act();
  };
  if (run.screen === 'cook') {
    JAR_KEYS.forEach((code, i) => hit(code, () => takeDough(i)));
    STATION_KEYS.forEach((code, i) => hit(code, () => useStation(i)));
    GUEST_KEYS.forEach((code, i) => hit(code, () => serve(i)));
    return hit('Space', work);
  }
  if (run.screen === 'extra') return JAR_KEYS.forEach((code, i) => hit(code, () => takeExtra(i)));
  if (run.screen === 'stars') return hit('Space', () => (run.since = STAR_SECONDS));
  hit('ArrowLeft', () => (run.pick = Math.max(0, run.pick - 1)));
  hit('ArrowRight', () => (run.pick = Math.min(saved().day, run.pick + 1)));
  ['Space', 'Enter'].forEach((code) => run.screen === 'pick' && hit(code, () => openDay(run.pick, true)));
}
