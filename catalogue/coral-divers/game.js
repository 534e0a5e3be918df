// Coral Divers: one expedition is six dives from the dhow. Swim down, fill the bag, come back up, buy gear.
// Won when all three relics lie in the boat. Pictures live in art.js, places in reef.js, animals and air bubbles in animals.js, drawing in scene.js and gauges.js.
(function () {
  'use strict';
  const { WORLD, ZONES, ITEMS, zoneAt, makeReef } = window.Reef;

  const DIVES = 6;
  const SURFACE = 24; // the diver's height when floating
  const BASE = { air: 36, speed: 215, bag: 3 };
  const GAIN = { air: 12, speed: 0.2, bag: 1 };
  const COIN_VALUE = 5;
  const FRIEND_VALUE = 10;
  const DIVE_LEFT_BONUS = 150;
  const FINGER = window.matchMedia('(pointer: coarse)').matches;
  const FLOAT_SPEED = 900; // the lift home when the air runs out

  // One stage as wide as the window is, so that neither phones nor desktops get bars at the sides.
  const shape = Kiddo.ratio();
  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
  const view = Kiddo.stage({
    width: Math.round(640 * clamp(shape, 1.2, 2.2)), height: 640,
    portrait: { width: 480, height: Math.round(480 / clamp(shape, 0.45, 0.8)) },
    background: '#0B5FA5',
  });

  const G = Object.assign(window.Dive, {
    reef: null, level: 1, dive: 0, score: 0, purse: 0, levels: null, relics: null,
    diver: null, cam: { x: 0, y: -200 }, air: 0, maxAir: 0, bag: [], train: [], bits: [], notes: [],
    hurt: 0, shake: 0, time: 0, lifting: false, beenDown: false, banner: null, steer: { x: 0, y: 0 }, goal: null, flash: 0,
  });
  let strokes = 0; // how often the player changed the wanted direction: told to the browser test
  let lastSteer = '0,0'; // at rest: the first picture is no stroke
  let nextBeep = 0;

  // ---- pointer: the diver swims to where the finger or the mouse is held
  const hold = (event) => {
    const p = view.point(event);
    G.goal = { x: p.x, y: p.y };
  };
  view.canvas.addEventListener('pointerdown', (event) => {
    if (Kiddo.state !== 'playing' || Shop.open) return;
    strokes += 1;
    hold(event);
  });
  view.canvas.addEventListener('pointermove', (event) => G.goal && hold(event));
  ['pointerup', 'pointercancel', 'pointerleave'].forEach((type) => view.canvas.addEventListener(type, () => (G.goal = null)));

  // ---- one expedition
  function startRun() {
    Shop.hide();
    G.level = (Kiddo.data && Kiddo.data.reef) || 1;
    G.reef = makeReef(G.level);
    Object.assign(G, { dive: 0, score: 0, purse: 0, levels: { air: 0, fins: 0, bag: 0, lamp: 0 }, relics: [false, false, false] });
    startDive();
    say(G.level > 1 ? `Reef ${G.level}` : 'Karibu! Welcome!', FINGER ? 'Hold below to swim down' : 'Swim down. Watch your air.');
    Kiddo.music.play([0, null, 7, null, 12, 7, null, 4, -3, null, 4, null, 9, 4, null, 0, -5, null, 2, null, 7, 2, null, -1, 0, null, 4, 7, null, 12, null, null], 210, { vol: 0.09 });
  }

  function startDive() {
    G.dive += 1;
    G.diver = { x: WORLD.boatX + 40, y: SURFACE + 10, vx: 0, vy: 0, face: 1, tilt: 0, kick: 0 };
    G.maxAir = G.air = BASE.air + GAIN.air * G.levels.air;
    Object.assign(G, { bag: [], train: [], hurt: 0, lifting: false, beenDown: false, goal: null, zone: 0 });
    G.reef.turtles.forEach((turtle) => (turtle.given = false));
    G.reef.friends.forEach((friend) => (friend.following = false));
    if (G.dive > 1) say(`Dive ${G.dive} of ${DIVES}`, G.dive === DIVES ? 'The last one. Make it count!' : '');
    pills();
  }

  function say(big, small = '') {
    G.banner = { big, small, age: 0 };
  }
  function note(text, x, y, colour = '#fff') {
    G.notes.push({ text, x, y, colour, age: 0 });
  }
  function splash(x, y, colour, count, speed = 160) {
    for (let i = 0; i < count; i++) {
      const turn = Math.random() * Math.PI * 2;
      const fast = speed * (0.4 + Math.random() * 0.6);
      G.bits.push({ x, y, vx: Math.cos(turn) * fast, vy: Math.sin(turn) * fast, r: 3 + Math.random() * 5, life: 0.7, age: 0, colour });
    }
    if (G.bits.length > 90) G.bits.splice(0, G.bits.length - 90);
  }
  const bagSize = () => BASE.bag + GAIN.bag * G.levels.bag;

  function pills() {
    Kiddo.hud('Score', G.score);
    Kiddo.hud('Bag', `${G.bag.length}/${bagSize()}`);
    Kiddo.hud('Depth', `${Math.max(0, Math.round((G.diver.y - SURFACE) / 60))} m`);
  }

  // ---- swimming
  function steering() {
    let x = (Kiddo.input.held('ArrowRight', 'KeyD') ? 1 : 0) - (Kiddo.input.held('ArrowLeft', 'KeyA') ? 1 : 0);
    let y = (Kiddo.input.held('ArrowDown', 'KeyS') ? 1 : 0) - (Kiddo.input.held('ArrowUp', 'KeyW') ? 1 : 0);
    if (G.goal) {
      x = G.goal.x + G.cam.x - G.diver.x;
      y = G.goal.y + G.cam.y - G.diver.y;
    }
    const far = Math.hypot(x, y);
    if (G.goal && far < 24) return { x: 0, y: 0 };
    const told = G.goal ? lastSteer : `${x},${y}`;
    if (told !== lastSteer) {
      lastSteer = told;
      strokes += 1;
    }
    return far ? { x: x / far, y: y / far } : { x: 0, y: 0 };
  }

  function swim(dt) {
    const d = G.diver;
    const speed = BASE.speed * (1 + GAIN.speed * G.levels.fins);
    G.steer = steering();
    const ease = Math.min(1, dt * 5);
    d.vx += (G.steer.x * speed - d.vx) * ease;
    d.vy += (G.steer.y * speed - d.vy) * ease;
    let pushX = 0;
    G.reef.currents.forEach((c) => {
      if (d.y > c.y && d.y < c.y + c.h) pushX = c.push;
    });
    d.x = clamp(d.x + (d.vx + pushX) * dt, 40, WORLD.width - 40);
    d.y = clamp(d.y + d.vy * dt, SURFACE, WORLD.bottom - 70);
    G.reef.ledges.forEach(stayOff);
    if (Math.abs(G.steer.x) > 0.15) d.face = G.steer.x > 0 ? 1 : -1;
    const want = clamp(Math.atan2(d.vy, Math.abs(d.vx) + 60), -1.1, 1.1);
    d.tilt += (want - d.tilt) * Math.min(1, dt * 7);
    d.kick += dt * (4 + Math.hypot(d.vx, d.vy) / 22);
    if (d.y > SURFACE + 120) G.beenDown = true;
  }

  /** A ledge is a lying capsule: push the diver out along the shortest way. */
  function stayOff(ledge) {
    const d = G.diver;
    const r = ledge.h / 2;
    const midY = ledge.y + r;
    if (Math.abs(d.y - midY) > r + 30) return;
    const nearX = clamp(d.x, ledge.x + r, ledge.x + ledge.w - r);
    const dx = d.x - nearX;
    const dy = d.y - midY;
    const far = Math.hypot(dx, dy) || 1;
    const gap = r + 24;
    if (far >= gap) return;
    d.x = nearX + (dx / far) * gap;
    d.y = midY + (dy / far) * gap;
  }

  // ---- things to take
  const near = (a, b, reach) => Math.abs(a.x - b.x) < reach && Math.abs(a.y - b.y) < reach && Math.hypot(a.x - b.x, a.y - b.y) < reach;

  function takeCoins() {
    G.reef.coins.forEach((coin) => {
      if (coin.taken || !near(coin, G.diver, 52)) return;
      coin.taken = true;
      G.score += COIN_VALUE;
      G.purse += COIN_VALUE;
      splash(coin.x, coin.y, '#FFE28A', 5, 110);
      Kiddo.sfx.coin();
      pills();
    });
  }

  /** A clam opens and shuts; its pearl can only be taken while it is open. */
  const clamOpen = (item) => (G.time + item.beat) % 3.4 < 2.1;

  function takeItems(dt) {
    G.reef.items.forEach((item) => {
      if (item.taken) return;
      item.wait = Math.max(0, item.wait - dt);
      if (item.wait || !near({ x: item.x, y: item.y - 24 }, G.diver, 62)) return;
      if (item.kind === 'pearl' && !item.loose && !clamOpen(item)) return;
      if (G.bag.length >= bagSize()) {
        item.wait = 1.5;
        note('Bag full! Go up', G.diver.x, G.diver.y - 60, '#FFE28A');
        return;
      }
      item.taken = true;
      G.bag.push(item);
      splash(item.x, item.y - 24, '#FFF2B8', 10);
      note(item.relic === undefined ? ITEMS[item.kind].name : `${ITEMS[item.kind].name}!`, item.x, item.y - 70, '#FFE28A');
      Kiddo.sound.tone({ freq: 520, to: 1040, ms: 160, vol: 0.35, type: 'triangle' });
      if (item.relic !== undefined) say(ITEMS[item.kind].name, 'A lost relic! Bring it to the boat.');
      pills();
    });
  }

  // ---- the end of a dive
  function breathe(dt) {
    if (G.diver.y > SURFACE + 16) G.air -= dt;
    if (G.air < 10 && G.time > nextBeep) {
      nextBeep = G.time + (G.air < 5 ? 0.5 : 1);
      Kiddo.sound.tone({ freq: 880, ms: 70, vol: 0.22, type: 'sine' });
    }
    if (G.air <= 0 && !G.lifting) {
      G.air = 0;
      G.lifting = true;
      G.bag.forEach((item) => Object.assign(item, { taken: false, loose: true, wait: 0 }));
      const lost = G.bag.length;
      G.bag = [];
      say('Up you float!', lost ? 'Your bag sank back to where it was.' : 'Watch your air next time.');
      Kiddo.sfx.lose();
      pills();
    }
  }

  function lift(dt) {
    const d = G.diver;
    d.y = Math.max(SURFACE, d.y - FLOAT_SPEED * dt);
    d.x += (WORLD.boatX - d.x) * Math.min(1, dt * 1.5);
    d.tilt = -1.1;
    d.kick += dt * 4;
    if (Math.random() < 0.4) G.bits.push({ x: d.x, y: d.y + 30, vx: 0, vy: -40, r: 6, life: 0.6, age: 0, colour: '#BFEFFF' });
    if (d.y <= SURFACE) comeAboard();
  }

  function comeAboard() {
    let found = 0;
    let relicsNow = 0;
    G.bag.forEach((item) => {
      found += ITEMS[item.kind].value;
      if (item.relic !== undefined) {
        G.relics[item.relic] = true;
        relicsNow += 1;
      }
    });
    const friends = G.train.length * FRIEND_VALUE;
    G.score += found + friends;
    G.purse += found + friends;
    G.flash = relicsNow ? 1 : 0;
    const things = G.bag.length;
    G.bag = [];
    const count = G.relics.filter(Boolean).length;
    if (count === 3) return endRun(true);
    if (G.dive >= DIVES) return endRun(false);
    if (found) Kiddo.sfx.win();
    Kiddo.hud('Score', G.score);
    Kiddo.hud('Bag', `0/${bagSize()}`);
    G.goal = null;
    Shop.show({
      title: relicsNow ? 'A relic! Vizuri! (Well done!)' : 'Back on the dhow',
      text: `${things ? `Bag: +${found}. ` : 'The bag is empty. '}${friends ? `Friends: +${friends}. ` : ''}Relics: ${count} of 3.`,
      purse: G.purse, levels: G.levels, dive: G.dive + 1, dives: DIVES,
      onBuy: (purse) => (G.purse = purse),
      onGo: startDive,
    });
  }

  function endRun(won) {
    const count = G.relics.filter(Boolean).length;
    if (won) {
      const bonus = (DIVES - G.dive) * DIVE_LEFT_BONUS;
      G.score += bonus;
      Kiddo.save({ reef: G.level + 1 });
      pills();
      return Kiddo.over({ score: G.score, won: true, text: `All three relics! ${bonus ? `Bonus +${bonus}. ` : ''}Reef ${G.level + 1} is open.` });
    }
    pills();
    return Kiddo.over({ score: G.score, text: `Six dives done. You found ${count} of 3 relics.` });
  }

  // ---- every frame
  function update(dt) {
    G.time += dt;
    G.hurt = Math.max(0, G.hurt - dt);
    G.shake = Math.max(0, G.shake - dt);
    if (G.banner && (G.banner.age += dt) > 3) G.banner = null;
    G.notes = G.notes.filter((n) => (n.age += dt) < 1.4);
    G.bits = G.bits.filter((b) => {
      b.x += b.vx * dt;
      b.y += b.vy * dt;
      b.vx *= 1 - dt * 3;
      b.vy = b.vy * (1 - dt * 3) - 60 * dt;
      return (b.age += dt) < b.life;
    });
    if (Shop.open) return Shop.keys();
    Animals.move(dt);
    if (G.lifting) lift(dt);
    else {
      swim(dt);
      takeCoins();
      takeItems(dt);
      Animals.moveStingers(dt);
      breathe(dt);
      arrive();
    }
    follow(dt);
    if (Kiddo.state === 'playing') Kiddo.hud('Depth', `${Math.max(0, Math.round((G.diver.y - SURFACE) / 60))} m`);
  }

  function arrive() {
    const d = G.diver;
    if (d.y <= SURFACE + 6 && G.beenDown && Math.abs(d.x - WORLD.boatX) < 190) return comeAboard();
    const zone = zoneAt(d.y);
    if (zone > G.zone) {
      G.zone = zone;
      say(ZONES[zone].name, zone === 2 && !G.levels.lamp ? 'It is dark here. A lamp helps.' : 'Watch the currents.');
    }
  }

  function follow(dt) {
    const d = G.diver;
    const ahead = { x: d.x + d.vx * 0.3 - view.width / 2, y: d.y + d.vy * 0.45 - view.height * 0.48 };
    const limitX = WORLD.width + 60 - view.width;
    const x = limitX < -60 ? limitX / 2 : clamp(ahead.x, -60, limitX);
    const y = clamp(ahead.y, -view.height * 0.5, WORLD.bottom - view.height);
    const ease = Math.min(1, dt * 4.5);
    G.cam.x += (x - G.cam.x) * ease;
    G.cam.y += (y - G.cam.y) * ease;
  }

  Art.ready.then(() => {
    G.reef = makeReef(1);
    G.levels = { air: 0, fins: 0, bag: 0, lamp: 0 };
    G.relics = [false, false, false];
    G.diver = { x: WORLD.boatX + 40, y: SURFACE + 10, vx: 0, vy: 0, face: 1, tilt: 0, kick: 0 };
    G.maxAir = G.air = BASE.air;
    G.cam.x = WORLD.boatX - view.width / 2;
    G.cam.y = -view.height * 0.5;
    G.clamOpen = clamOpen;
    Object.assign(G, { near, note, splash, pills });
    Kiddo.start({ title: 'Coral Divers', help: `${FINGER ? 'Hold your finger where you want to swim.' : 'Swim with the arrows, or hold the mouse.'} Bring treasure to the boat before your air runs out. Find three relics!`, onStart: startRun, probe: () => strokes });
    Kiddo.loop(update, () => Scene.draw(view, G));
  });
})();
