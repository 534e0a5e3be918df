// Simba Quest: walking, talking, keeping the quest, and the pictures of the map and of a meeting.
'use strict';

const view = Kiddo.stage({ width: 960, height: 540, portrait: { width: 405, height: Math.round(405 / Math.max(0.46, Math.min(0.5625, Kiddo.ratio()))) }, background: '#26203B' });
const { ctx, canvas } = view;
const TUNE = [0, null, 3, 5, 7, null, 5, 3, 0, null, -2, null, 0, null, null, null, 3, null, 5, 7, 10, null, 7, 5, 3, null, 5, null, 0, null, null, null];
const INK = '#26203B';
const MOST_HEARTS = 5;
const NAPS = 3; // the third nap ends the run; the map is kept
const STEP_SECONDS = 0.17;
const POINTS = { star: 25, quest: 20, friend: 100, heart: 10, stone: 200, end: 500 };
const game = { mode: 'menu', clock: 0, acts: 0, pick: 0, path: [], toast: '', toastTime: 0, fade: 0 };
const bits = [];
let q = null; // the quest: what is saved
let area = null;
let cub = null; // { x, y: tile, fromX, fromY, t: 0..1 of a step, side }
let meeting = null;
let talk = null; // { name, art, pages, page, then }

// ---- the quest, new or kept
const newQuest = () => ({ area: 0, x: -1, y: -1, hearts: MOST_HEARTS, berries: 2, naps: 0, score: 0, stones: 0, items: 0, gone: [], asked: [] });
function keep() {
  Object.assign(q, { x: cub.x, y: cub.y });
  Kiddo.save(q);
}
const kept = () => Kiddo.data && Array.isArray(Kiddo.data.gone) && Kiddo.data.area < AREAS.length && (Kiddo.data.gone.length || Kiddo.data.asked.length);

function onStart() {
  Object.assign(game, { acts: 0, pick: 0, path: [], toastTime: 0, fade: 0 });
  meeting = talk = null;
  bits.length = 0;
  Kiddo.music.play(TUNE, 270, { vol: 0.1 });
  if (kept()) {
    game.mode = 'menu';
    Kiddo.hud('Score', null);
    q = newQuest();
    openArea(0);
  } else begin(newQuest());
}
function begin(quest) {
  q = quest;
  game.mode = 'walk';
  openArea(q.area, q.x >= 0 ? [q.x, q.y] : null);
  say(`${area.data.name}: ${area.data.note}`);
  if (!q.asked.includes('M')) hint('Walk to Mama with the arrows, or tap her');
}
function chooseMenu(index) {
  game.acts++;
  Kiddo.sfx.click();
  begin(index === 0 ? { ...newQuest(), ...JSON.parse(JSON.stringify(Kiddo.data)), naps: 0, score: Kiddo.data.score || 0, hearts: Math.max(3, Kiddo.data.hearts || 0) } : newQuest());
}

function openArea(index, at = null) {
  q.area = index;
  area = new Area(index, q.gone, q.stones > index);
  const [x, y] = at || area.start;
  cub = { x, y, fromX: x, fromY: y, t: 1, side: 1 };
  game.path = [];
  game.fade = 1;
}
function say(text) {
  game.toast = text;
  game.toastTime = 2.4;
}
const hint = (text) => say(text);

// ---- walking
function stepTo(x, y) {
  cub.side = x > cub.x ? 1 : x < cub.x ? -1 : cub.side;
  if (area.solid(x, y)) {
    game.path = [];
    return;
  }
  if (area.blocks(x, y)) {
    game.path = [];
    bump(area.thing(x, y));
    return;
  }
  Object.assign(cub, { fromX: cub.x, fromY: cub.y, x, y, t: 0 });
  Kiddo.sound.tone({ freq: 150 + Math.random() * 40, ms: 40, vol: 0.12, type: 'sine' });
}
function arrive() {
  const thing = area.thing(cub.x, cub.y);
  if (thing) pickUp(thing);
  const mark = area.mark(cub.x, cub.y);
  if (mark === '>') {
    openArea(q.area + 1);
    say(`${area.data.name}: ${area.data.note}`);
    keep();
  } else if (mark === '<') {
    openArea(q.area - 1);
    const row = area.data.rows.findIndex((line) => line.endsWith('>'));
    Object.assign(cub, { x: area.cols - 2, y: row, fromX: area.cols - 2, fromY: row });
    keep();
  }
}
function pickUp(thing) {
  area.remove(thing);
  q.gone.push(area.key(thing.x, thing.y));
  if (thing.kind === 'berry') q.berries += 2;
  if (thing.kind === 'quest' && q.stones <= q.area) q.items++; // once the elder is helped, one more is only worth points
  q.score += thing.kind === 'star' ? POINTS.star : thing.kind === 'quest' ? POINTS.quest : 5;
  say({ berry: '+2 berries', quest: `You found a ${area.data.quest}!`, star: `A star! +${POINTS.star}` }[thing.kind]);
  sparkle(thing.x, thing.y, thing.kind === 'berry' ? '#E0359A' : '#FFC629', 12);
  Kiddo.sfx.coin();
  keep();
}
function bump(thing) {
  if (thing.kind === 'gate') {
    say('Thorns! The elder here can open them.');
    return Kiddo.sfx.pop();
  }
  if (thing.kind === 'rest') {
    q.hearts = MOST_HEARTS;
    sparkle(cub.x, cub.y, '#FF6F91', 12);
    say('A rest under the baobab. Courage is full!');
    Kiddo.sfx.win();
    return keep();
  }
  if (thing.kind === 'elder') return speak(thing);
  if (thing.mark === 'C' && q.stones < AREAS.length) return say('The Echo sleeps. Bring 3 song stones.');
  meeting = new Meeting(thing, q.area, q, meetHooks);
  game.mode = 'meet';
  Kiddo.sound.tone({ freq: 300, to: 600, ms: 220, vol: 0.3, type: 'triangle' });
}

// ---- elders
function speak(thing) {
  const elder = ELDERS[thing.mark];
  const first = !q.asked.includes(thing.mark);
  const done = elder.want ? q.stones > q.area : !first;
  let pages = first ? elder.ask || elder.talk : elder.again;
  let then = null;
  if (elder.want && !done && q.items >= elder.need) {
    pages = elder.thanks;
    then = () => giveStone(elder);
  } else if (elder.want && !first && !done) pages = [`You have ${q.items} of ${elder.need} ${elder.want}s.`, 'Look behind the animals who block a path.'];
  if (first) q.asked.push(thing.mark);
  game.mode = 'talk';
  talk = { name: elder.name, art: Beast[elder.art], pages, page: 0, then, t: 0 };
  Kiddo.sfx.pop();
}
function giveStone(elder) {
  q.items = 0;
  q.stones = q.area + 1;
  q.score += POINTS.stone;
  area = new Area(q.area, q.gone, true);
  say(`${elder.stone}! +${POINTS.stone}`);
  for (let i = 0; i < 3; i++) sparkle(cub.x, cub.y, ['#FFC629', '#5FC3E8', '#fff'][i], 12);
  Kiddo.sfx.win();
}
function nextPage() {
  if (talk.t < 0.2) return;
  talk.t = 0;
  talk.page++;
  Kiddo.sfx.click();
  if (talk.page < talk.pages.length) return;
  const { then } = talk;
  talk = null;
  game.mode = 'walk';
  if (then) then();
  keep();
}

// ---- meetings
const meetHooks = {
  no: () => Kiddo.sound.tone({ freq: 220, to: 160, ms: 160, vol: 0.3 }),
  turn: (action, good) => {
    if (action === 'roar') Kiddo.sound.tone({ freq: good ? 150 : 500, to: good ? 60 : 700, ms: good ? 600 : 200, vol: 0.5, type: good ? 'sawtooth' : 'sine' });
    else (good ? Kiddo.sfx.coin : Kiddo.sfx.lose)();
    const foe = spots().foe;
    for (let i = 0; i < (good ? 14 : 5); i++) bits.push({ x: foe[0], y: foe[1] - 60, vx: (Math.random() - 0.5) * 320, vy: -Math.random() * 260, life: 0.8, r: 6 + Math.random() * 5, colour: good ? ['#FF6F91', '#FFC629', '#fff'][i % 3] : '#8F8AA0', screen: true });
  },
  won: (meet) => {
    q.score += POINTS.friend + q.hearts * POINTS.heart;
    q.gone.push(area.key(meet.thing.x, meet.thing.y));
    Kiddo.sfx.win();
  },
  friend: (meet) => {
    area.remove(meet.thing);
    meeting = null;
    game.mode = 'walk';
    game.path = [];
    if (meet.thing.mark === 'C') return finish();
    say(`${meet.creature.name} is your friend! +${POINTS.friend}`);
    keep();
  },
  tired: () => {
    meeting = null;
    game.mode = 'walk';
    q.naps++;
    q.hearts = MOST_HEARTS;
    q.berries = Math.max(q.berries, 1);
    const [x, y] = [area.rest[0] + 1, area.rest[1]];
    Object.assign(cub, { x, y, fromX: x, fromY: y, t: 1 });
    game.path = [];
    game.fade = 1;
    keep();
    if (q.naps >= NAPS) return Kiddo.over({ score: q.score, text: 'The moon is up. Your quest is kept: go on when you like.' });
    say(`A good nap! ${NAPS - q.naps} ${NAPS - q.naps === 1 ? 'nap' : 'naps'} until night`);
  },
};
function finish() {
  q.score += POINTS.end;
  const { score } = q;
  Kiddo.save({});
  Kiddo.over({ score, won: true, text: 'You sing, the Echo sings, and the rain comes. Mvua! Rain!' });
}

// ---- bits of light
function sparkle(tileX, tileY, colour, count) {
  for (let i = 0; i < count && bits.length < 90; i++) bits.push({ x: tileX * TILE + 32, y: tileY * TILE + 20, vx: (Math.random() - 0.5) * 260, vy: -Math.random() * 240, life: 0.7, r: 4 + Math.random() * 5, colour, screen: false });
}
function updateBits(dt) {
  for (let i = bits.length - 1; i >= 0; i--) {
    const b = bits[i];
    b.x += b.vx * dt;
    b.y += b.vy * dt;
    b.vy += 500 * dt;
    b.life -= dt;
    if (b.life <= 0) bits.splice(i, 1);
  }
}
function drawBits(screen) {
  for (const b of bits) {
    if (b.screen !== screen) continue;
    ctx.globalAlpha = Math.min(1, b.life * 2.5);
    ctx.fillStyle = b.colour;
    ctx.beginPath();
    ctx.arc(b.x, b.y, b.r, 0, 7);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

// ---- frame
function update(dt) {
  game.clock += dt;
  game.toastTime = Math.max(0, game.toastTime - dt);
  game.fade = Math.max(0, game.fade - dt * 2.5);
  updateBits(dt);
  const { pressed } = Kiddo.input;
  const go = pressed('Space', 'Enter');
  if (game.mode === 'menu') return menuKeys(go);
  Kiddo.hud('Score', q.score);
  if (game.mode === 'walk') walk(dt);
  else if (game.mode === 'talk') {
    talk.t += dt;
    if (go || pressed('ArrowRight')) nextPage();
  } else {
    meetKeys(go);
    meeting.update(dt);
  }
}
function menuKeys(go) {
  if (Kiddo.input.pressed('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown')) {
    game.pick = 1 - game.pick;
    game.acts++;
    Kiddo.sfx.click();
  }
  if (go) chooseMenu(game.pick);
}
function walk(dt) {
  if (cub.t < 1) {
    cub.t = Math.min(1, cub.t + dt / STEP_SECONDS);
    if (cub.t === 1) arrive();
    return;
  }
  // a very short press counts too: it may be over before this frame
  const held = (...codes) => Kiddo.input.held(...codes) || Kiddo.input.pressed(...codes);
  const dx = (held('ArrowRight', 'KeyD') ? 1 : 0) - (held('ArrowLeft', 'KeyA') ? 1 : 0);
  const dy = dx ? 0 : (held('ArrowDown', 'KeyS') ? 1 : 0) - (held('ArrowUp', 'KeyW') ? 1 : 0);
  if (dx || dy) {
    game.path = [];
    game.acts++;
    stepTo(cub.x + dx, cub.y + dy);
  } else if (game.path.length) stepTo(...game.path.shift());
}
function meetKeys(go) {
  const { pressed } = Kiddo.input;
  const count = ACTIONS.length;
  if (pressed('ArrowRight', 'ArrowDown', 'KeyD')) meeting.chosen = (meeting.chosen + 1) % count;
  if (pressed('ArrowLeft', 'ArrowUp', 'KeyA')) meeting.chosen = (meeting.chosen + count - 1) % count;
  for (let i = 0; i < count; i++) if (pressed(`Digit${i + 1}`)) meeting.choose(i);
  if (go && meeting) meeting.choose(meeting.chosen);
}

canvas.addEventListener('pointerdown', (event) => {
  if (Kiddo.state !== 'playing') return;
  const p = view.point(event);
  game.acts++;
  if (game.mode === 'menu') return Screen.menuBoxes().forEach((b, i) => inside(p, b) && chooseMenu(i));
  if (game.mode === 'talk') return nextPage();
  if (game.mode === 'meet') {
    if (meeting.phase === 'roar') return meeting.stopRoar();
    return Screen.actionBoxes().forEach((b, i) => inside(p, b) && meeting.choose(i));
  }
  const cam = Screen.camera();
  const x = Math.floor((p.x / cam.zoom + cam.x) / TILE);
  const y = Math.floor((p.y / cam.zoom + cam.y) / TILE);
  game.path = area.way(cub.x, cub.y, x, y);
  game.mark = { x, y, t: game.clock };
});
const inside = (p, b) => p.x > b[0] && p.x < b[0] + b[2] && p.y > b[1] && p.y < b[1] + b[3] + 8;
const spots = () => (view.height > view.width ? { foe: [212, 360], me: [92, 472], size: 176 } : { foe: [660, 334], me: [270, 412], size: 220 });

function draw() {
  if (!area) {
    q = newQuest();
    openArea(0);
    game.fade = 0;
  }
  if (game.mode === 'meet') Screen.meeting();
  else Screen.map();
  if (Kiddo.state === 'title') return;
  if (game.mode === 'menu') Screen.menu();
  else {
    Screen.bag();
    if (game.mode === 'talk') Screen.talk();
    else if (game.toastTime > 0 && game.mode === 'walk') Screen.toast();
  }
}

Kiddo.start({
  title: 'Simba Quest',
  help: 'Find 3 song stones. Walk with the arrows or tap where to go. When you meet somebody, read their mood and choose.',
  onStart,
  probe: () => game.acts,
});
Kiddo.loop(update, draw);
