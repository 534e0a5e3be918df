// Paws Clinic: layout, input, sound and score. What a visit is made of is in clinic.js, the treatments in tasks.js, the picture in picture.js.
'use strict';

const view = Kiddo.stage({ width: 960, height: 540, portrait: { width: 405, height: 720 }, background: '#3FAE86' });
const { ctx, canvas } = view;
const TUNE = [0, null, 4, 7, 9, null, 7, null, 5, null, 9, 12, 7, null, 4, null, 2, null, 5, 9, 7, 5, 4, 2, 4, null, 2, null, 0, null, null, null];
const INK = '#0C2A30';
const game = { score: 0, acts: 0, clock: 0, shake: 0, friends: 0, card: null, pointer: false, flying: null };
let clinic = null;
let room = null; // the still room, painted once a size
let L = null; // where things stand in this shape of screen

/** Small round bits: foam, hearts' confetti, splashes. Positions are of the close-up while treating. */
const Sparks = {
  list: [],
  burst(x, y, colour, count) {
    for (let i = 0; i < count && this.list.length < 110; i++) {
      const a = Math.random() * 6.28;
      const v = 40 + Math.random() * 150;
      this.list.push({ x, y, vx: Math.cos(a) * v, vy: Math.sin(a) * v - 60, r: 4 + Math.random() * 7, life: 0.7, colour });
    }
  },
  update(dt) {
    for (const s of this.list) {
      s.x += s.vx * dt;
      s.y += s.vy * dt;
      s.vy += 260 * dt;
      s.life -= dt;
    }
    this.list = this.list.filter((s) => s.life > 0);
  },
  draw() {
    for (const s of this.list) {
      ctx.globalAlpha = Math.min(1, s.life * 2.5);
      ball(s.x, s.y, s.r, s.colour);
    }
    ctx.globalAlpha = 1;
  },
};

function shape() {
  const tall = view.height > view.width;
  L = tall
    ? { tall, patient: [202, 508], size: 1.35, table: [22, 500, 361], bench: [[46, 176], [116, 176], [186, 176], [256, 176]], benchSize: 0.44, say: [202, 250], close: [202, 398], cards: [16, 586, 117, 120, 11], sun: [348, 124], text: 20 }
    : { tall, patient: [590, 388], size: 1.5, table: [400, 380, 380], bench: [[64, 392], [148, 392], [232, 392], [316, 392]], benchSize: 0.7, say: [590, 88], close: [590, 232], cards: [390, 414, 124, 116, 14], sun: [886, 150], text: 24 };
  paintRoom();
}
view.onResize = shape;

function paintRoom() {
  room = document.createElement('canvas');
  room.width = view.width;
  room.height = view.height;
  const c = room.getContext('2d');
  const box = (x, y, w, h, r, colour) => {
    c.fillStyle = colour;
    c.beginPath();
    c.roundRect(x, y, w, h, r);
    c.fill();
  };
  const floor = L.tall ? 520 : 396;
  box(0, 0, view.width, view.height, 0, '#9FE3C6');
  const heart = new Path2D('M20 30q-12-14-18-4t18 22q24-12 18-22t-18 4z');
  c.fillStyle = '#B6EDD7';
  for (let y = 0; y * 74 < floor; y++) {
    for (let x = -1; x * 74 < view.width; x++) {
      c.save();
      c.translate(x * 74 + (y % 2) * 37, y * 74 + 6);
      c.fill(heart);
      c.restore();
    }
  }
  box(0, floor, view.width, view.height, 0, '#5EC7A0');
  box(0, floor, view.width, 8, 0, '#3FAE86');
  const [sx, sy] = L.sun;
  box(sx - 50, sy - 50, 100, 100, 14, '#fff'); // the window that shows the time of day
  if (!L.tall) {
    box(24, 84, 110, 96, 12, '#FFF6E6');
    box(24, 84, 110, 26, 12, '#FF8A3D');
    for (const [y, w] of [[128, 66], [146, 80], [164, 50]]) box(40, y, w, 6, 3, '#E8C9A0');
    box(172, 84, 120, 96, 12, '#fff');
    c.fillStyle = '#E8432E';
    c.fill(new Path2D('M222 100h20v22h22v20h-22v22h-20v-22h-22v-20h22z'));
  }
  const [bx, by] = L.bench[0];
  const bw = L.bench[3][0] - bx + (L.tall ? 74 : 92);
  box(bx - (L.tall ? 38 : 46), by, bw, 14, 7, '#fff');
  box(bx - (L.tall ? 38 : 46), by + 8, bw, 8, 4, '#CFEDE1');
  if (!L.tall) for (const x of [bx - 24, bx + bw - 80]) box(x, by + 14, 12, 44, 0, '#CFEDE1');
  const [tx, ty, tw] = L.table;
  box(tx, ty, tw, 20, 10, '#fff');
  box(tx, ty + 12, tw, 12, 6, '#CFEDE1');
  for (const x of [tx + 30, tx + tw - 48]) box(x, ty + 24, 18, view.height - ty, 0, '#CFEDE1');
}

// ---- a run
function onStart() {
  Object.assign(game, { score: 0, acts: 0, clock: 0, friends: 0, card: null, flying: null });
  Sparks.list = [];
  openDay(0);
  Kiddo.music.play(TUNE, 300, { vol: 0.1 });
}
function openDay(day) {
  game.card = null;
  clinic = new Clinic(day, hooks);
  say(day === 0 ? 'What hurts? Try a tool!' : `Day ${day + 1}`);
  if (day === 0) clinic.messageTime = 3.2;
}
function say(text) {
  clinic.message = text;
  clinic.messageTime = 1.6;
}

const hooks = {
  arrive: () => Kiddo.sound.tone({ freq: 1200, ms: 90, vol: 0.25, type: 'sine' }),
  called: () => Kiddo.sfx.pop(),
  wrong: (text) => {
    say(text);
    game.shake = 1;
    Kiddo.sound.tone({ freq: 220, to: 150, ms: 200, vol: 0.3 });
  },
  found: (trouble) => {
    say(trouble.found);
    game.flying = { icon: trouble.tool, t: 0 };
    Kiddo.sfx.coin();
  },
  treat: () => {
    Sparks.list = [];
    Kiddo.sfx.click();
  },
  mended: (points, perfect, well) => {
    game.score += points;
    if (well) game.friends++;
    Sparks.list = [];
    const [x, y] = L.patient;
    for (const colour of ['#FF6F91', '#FFC629', '#fff']) Sparks.burst(x, y - 110, colour, well ? 12 : 6);
    say(well ? (perfect ? `Perfect! +${points}` : `All better! +${points}`) : 'Better! One more thing');
    Kiddo.sfx.win();
  },
  closed: () => Kiddo.over({ score: game.score, text: `The sun is down on day ${clinic.day + 1}. ${game.friends} ${game.friends === 1 ? 'friend feels' : 'friends feel'} better.` }),
  done: () => {
    const bonus = Math.round(clinic.left) * 2;
    game.score += bonus;
    game.card = { day: clinic.day + 1, bonus, t: 0 };
    Kiddo.sfx.win();
  },
};

function nextDay() {
  if (!game.card || game.card.t < 0.4) return;
  if (clinic.day === DAYS.length - 1) return Kiddo.over({ score: game.score, won: true, text: `${game.friends} friends went home happy. Asante, doctor! Thank you!` });
  openDay(clinic.day + 1);
}

// ---- input
function cardAt(p) {
  const [x, y, w, h, gap] = L.cards;
  return clinic.cards.findIndex((_, i) => p.x > x + i * (w + gap) - 5 && p.x < x + i * (w + gap) + w + 5 && p.y > y - 6 && p.y < y + h + 12);
}
/** A pat does not heal, but every animal likes one. */
function pat(p) {
  game.acts++;
  Sparks.burst(p.x, p.y, '#FF6F91', 5);
  Kiddo.sound.tone({ freq: 620, to: 820, ms: 110, vol: 0.25, type: 'sine' });
}
function useCard(index) {
  game.acts++;
  clinic.chosen = index;
  clinic.use(index);
}
canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing') return;
  const p = view.point(event);
  if (game.card) return nextDay();
  if (clinic.step === 'choose') {
    const seat = clinic.bench.findIndex((_, i) => Math.abs(p.x - L.bench[i][0]) < 42 && Math.abs(p.y - L.bench[i][1] + 40) < 90);
    if (seat >= 0) {
      game.acts++;
      clinic.call(seat);
    }
  } else if (clinic.step === 'task') {
    game.pointer = true;
    clinic.task.press(p.x - L.close[0], p.y - L.close[1]);
    clinic.task.move(p.x - L.close[0], p.y - L.close[1]);
  } else {
    const index = cardAt(p);
    if (index >= 0) useCard(index);
    else if (clinic.patient && Math.abs(p.x - L.patient[0]) < 90 && p.y < L.patient[1] + 10 && p.y > L.patient[1] - 190 * L.size) pat(p);
  }
});
canvas.addEventListener('pointermove', (event) => {
  if (!game.pointer || !clinic || !clinic.task || Kiddo.state !== 'playing') return;
  const p = view.point(event);
  clinic.task.move(p.x - L.close[0], p.y - L.close[1]);
});
['pointerup', 'pointercancel'].forEach((type) => window.addEventListener(type, () => {
  game.pointer = false;
  if (clinic && clinic.task) clinic.task.holding = false;
}));

function readKeys() {
  const { held, pressed } = Kiddo.input;
  return {
    tap: pressed('Space', 'Enter'), hold: held('Space', 'Enter'), left: pressed('ArrowLeft', 'KeyA'), right: pressed('ArrowRight', 'KeyD'),
    x: (held('ArrowRight', 'KeyD') ? 1 : 0) - (held('ArrowLeft', 'KeyA') ? 1 : 0), y: (held('ArrowDown', 'KeyS') ? 1 : 0) - (held('ArrowUp', 'KeyW') ? 1 : 0),
  };
}
function menuKeys(keys) {
  if (game.card) {
    if (keys.tap) nextDay();
    return;
  }
  const count = clinic.step === 'choose' ? clinic.bench.length : clinic.cards.length;
  if (!count) return;
  if (keys.left || keys.right) {
    clinic.chosen = (clinic.chosen + (keys.right ? 1 : count - 1)) % count;
    game.acts++;
    Kiddo.sfx.click();
  }
  if (!keys.tap || clinic.clock < 0.2) return;
  if (clinic.step === 'choose') clinic.call(clinic.chosen);
  else useCard(clinic.chosen);
}

// ---- frame
function update(dt) {
  game.clock += dt;
  game.shake = Math.max(0, game.shake - dt * 3);
  clinic.messageTime -= dt;
  Sparks.update(dt);
  if (game.flying) game.flying.t += dt;
  const keys = readKeys();
  if (game.card) game.card.t += dt;
  else clinic.update(dt);
  if (Kiddo.state !== 'playing') return;
  if (clinic.step === 'task') {
    clinic.task.update(dt, keys);
    if (clinic.task.done) clinic.finishTask();
  } else menuKeys(keys);
  Kiddo.hud('Score', game.score);
  Kiddo.hud('Day', clinic.day + 1);
}

Kiddo.start({
  title: 'Paws Clinic',
  help: 'Pick a tool to find what is wrong, then pick the cure and do it yourself. Arrows and Space, or your finger.',
  onStart,
  probe: () => game.acts,
});
Kiddo.loop(update, draw);
