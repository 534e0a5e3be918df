// Dragon Post: fly the valley and drop each letter into the basket that bears its seal, before the sun is down.
// Places and days are in town.js, flying and the camera in flight.js, pictures in art.js, drawing in scene.js.
(function () {
  'use strict';
  const { WORLD, HOUSES, DAYS, dayOf, makeRound, makeClouds, makeBirds } = window.Town;
  const { Flight } = window;

  // ---- letters and points (units and seconds)
  const MAIL = { gravity: 430, drag: 0.5, windPull: 1.5, keepSpeed: 0.8, catchHalf: 54, bullseye: 20 };
  const CLOUD_BOUNCE = 430;
  const RAIN_PUSH = 900;
  const POINTS = { letter: 100, bullseye: 50, streak: 20, streakTop: 5, second: 3 };
  const LINE = Array.from({ length: 15 }, () => ({ x: 0, y: 0 }));
  const REST_TIME = 3.2; // the look back between two days
  const CLOUD_COUNT = 9;

  const shape = Kiddo.ratio();
  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
  const FINGER = window.matchMedia('(pointer: coarse)').matches;
  const view = Kiddo.stage({
    width: Math.round(660 * clamp(shape, 1.2, 2.2)), height: 660,
    portrait: { width: 540, height: Math.round(540 / clamp(shape, 0.48, 0.8)) },
    background: '#14636B',
  });

  const G = window.Post = {
    week: 1, dayIndex: 0, day: dayOf(0, 1), left: 60, round: [], at: 0, done: 0, score: 0, streak: 0,
    dragon: { x: WORLD.postX, y: 640, vx: 0, vy: 0, face: 1, beat: 0, wing: 0, dizzy: 0 },
    mail: null, clouds: [], birds: [], wind: 0, windWant: 0, windNext: 0, time: 0, goal: null, bits: [], notes: [], banner: null, rest: 0, cam: { x: 0, y: 0 }, shot: Flight.frame(view), houses: [], lesson: '', sure: false,
  };
  view.onResize = () => (G.shot = Flight.frame(view));
  let moves = 0; // what the player did, told to the browser test
  let lastSteer = '0falsefalse'; // at rest: the first picture is no move

  // ---- pointer: the dragon flies to where you hold; it flaps by itself
  const aim = (event) => (G.goal = view.point(event));
  view.canvas.addEventListener('pointerdown', (event) => {
    if (Kiddo.state !== 'playing') return;
    moves += 1;
    if (G.rest) G.rest = Math.min(G.rest, 0.01);
    else aim(event);
  });
  view.canvas.addEventListener('pointermove', (event) => G.goal && aim(event));
  ['pointerup', 'pointercancel', 'pointerleave'].forEach((type) => view.canvas.addEventListener(type, () => (G.goal = null)));
  Kiddo.buttons([{ code: 'Space', label: 'Drop', side: 'right', aria: 'Drop the letter' }]);

  function startRun() {
    G.week = (Kiddo.data && Kiddo.data.week) || 1;
    Object.assign(G, { score: 0, streak: 0, bits: [], notes: [], goal: null });
    startDay(0);
    Kiddo.music.play([0, 4, 7, null, 9, 7, 4, null, 2, 5, 9, null, 7, 5, 2, null, 0, 4, 7, null, 12, 9, 7, null, 5, 4, 2, null, 0, null, null, null], 230, { vol: 0.09 });
  }

  function startDay(index) {
    const chance = Kiddo.rng(G.week * 97 + index * 13 + 5);
    G.dayIndex = index;
    G.day = dayOf(index, G.week);
    Object.assign(G, { left: G.day.seconds, round: makeRound(index, chance), at: 0, done: 0, mail: null, rest: 0, wind: 0, windWant: 0, windNext: 4 });
    G.clouds = makeClouds(CLOUD_COUNT, G.day.rain, chance);
    G.birds = makeBirds(G.day.birds, chance);
    G.houses = HOUSES.map((house, i) => ({ house, i, open: i < 4 + index, x: house.x, lift: 0, bump: 0 }));
    Object.assign(G.dragon, { x: WORLD.postX, y: 640, vx: 120, vy: -120, face: 1, dizzy: 0 });
    say(`${G.day.swahili}! ${G.day.name}`, `${G.day.letters} letters. ${G.day.tip}`);
    Object.assign(G.cam, Flight.aim(G.dragon, G.whereTo().x, G.shot));
    pills();
  }

  function pills() {
    Kiddo.hud('Score', G.score);
    Kiddo.hud('Letters', `${G.done}/${G.day.letters}`);
    Kiddo.hud('Day', G.day.name.slice(0, 3));
  }
  const say = (big, small) => (G.banner = { big, small, age: 0 });
  const note = (text, x, y, colour = '#fff') => G.notes.push({ text, x, y, colour, age: 0 });
  function puff(x, y, colour, count, speed = 140) {
    for (let i = 0; i < count && G.bits.length < 80; i++) {
      const turn = Math.random() * Math.PI * 2;
      const fast = speed * (0.3 + Math.random() * 0.7);
      G.bits.push({ x, y, vx: Math.cos(turn) * fast, vy: Math.sin(turn) * fast, r: 4 + Math.random() * 6, age: 0, life: 0.6, colour });
    }
  }

  /** The basket of a house as it stands now (the balloon moves). */
  G.basketOf = (spot) => ({ x: spot.x + spot.house.basket[0], y: WORLD.ground + spot.lift + spot.house.basket[1] });
  G.target = () => G.houses[G.round[G.at]];

  // ---- flying
  function wishes() {
    const d = G.dragon;
    let x = (Kiddo.input.held('ArrowRight', 'KeyD') ? 1 : 0) - (Kiddo.input.held('ArrowLeft', 'KeyA') ? 1 : 0);
    let flap = Kiddo.input.held('ArrowUp', 'KeyW');
    let dive = Kiddo.input.held('ArrowDown', 'KeyS');
    const told = `${x}${flap}${dive}`;
    if (told !== lastSteer) {
      lastSteer = told;
      moves += 1;
    }
    if (G.goal) {
      const dx = G.goal.x / G.shot.zoom + G.cam.x - d.x;
      const dy = G.goal.y / G.shot.zoom + G.cam.y - d.y;
      x = Math.abs(dx) < 30 ? 0 : clamp(dx / 130, -1, 1);
      flap = dy < 10 && d.vy > clamp(dy * 1.6, -260, -20);
      dive = dy > 150;
    }
    return { x, flap, dive };
  }

  function fly(dt) {
    const d = G.dragon;
    d.dizzy = Math.max(0, d.dizzy - dt);
    const want = d.dizzy > 0.5 ? { x: 0, flap: false, dive: false } : wishes();
    const told = Flight.step(d, want, G.wind, dt);
    if (told === 'flap') flap(d);
    if (told === 'thump') puff(d.x, WORLD.ground - 6, '#CFE8C8', 8);
    d.wing += ((d.beat > 0 ? 1 : 0) - d.wing) * Math.min(1, dt * 14);
    d.diving = want.dive;
  }

  function flap(d) {
    Kiddo.sound.tone({ type: 'noise', ms: 90, vol: 0.1 });
    G.bits.push({ x: d.x - d.face * 20, y: d.y + 30, vx: -d.vx * 0.2, vy: 90, r: 7, age: 0, life: 0.4, colour: '#FFFFFF' });
  }

  // ---- weather and birds
  function weather(dt) {
    G.windNext -= dt;
    if (G.windNext <= 0) {
      G.windNext = 5 + Math.random() * 3;
      G.windWant = (Math.random() < 0.5 ? -1 : 1) * G.day.wind * (0.5 + Math.random() * 0.5);
    }
    G.wind += (G.windWant - G.wind) * Math.min(1, dt * 0.8);
    const d = G.dragon;
    G.clouds.forEach((c) => {
      c.beat += dt;
      c.squash = Math.max(0, c.squash - dt * 2.5);
      c.x += (G.wind * 0.12 + 8) * dt;
      if (c.x > WORLD.width + 150) c.x = -150;
      if (c.x < -160) c.x = WORLD.width + 140;
      const wide = 78 * c.size;
      if (c.rain) {
        c.wet = Math.abs(d.x - c.x) < wide && d.y > c.y && d.y < c.y + 330;
        if (c.wet) d.vy += RAIN_PUSH * 0.5 * dt;
      } else if (d.vy > 0 && Math.abs(d.x - c.x) < wide && Math.abs(d.y + 34 - (c.y - 20 * c.size)) < 24) bounce(c);
    });
  }

  function bounce(cloud) {
    cloud.squash = 1;
    G.dragon.vy = -CLOUD_BOUNCE;
    puff(G.dragon.x, cloud.y - 20, '#FFFFFF', 9);
    Kiddo.sfx.jump();
  }

  function flock(dt) {
    const d = G.dragon;
    G.birds.forEach((b) => {
      b.beat += dt;
      b.x += b.dir * b.speed * dt;
      if (b.x > WORLD.width - 80) b.dir = -1;
      if (b.x < 420) b.dir = 1;
      const y = b.y + Math.sin(b.beat) * 40;
      b.now = y;
      if (d.dizzy > 0 || Math.abs(d.x - b.x) > 62 || Math.abs(d.y - y) > 44) return;
      d.dizzy = 1.2;
      d.vx = (d.x > b.x ? 1 : -1) * 240;
      d.vy = 120;
      Kiddo.sfx.hit();
      puff(b.x, y, '#FFFFFF', 10, 200);
      note('Oops! Sorry, bird', d.x, d.y - 70);
      if (!G.mail && G.at < G.round.length) drop();
    });
  }

  // ---- the post
  function drop() {
    const d = G.dragon;
    G.mail = { x: d.x + d.face * 46, y: d.y + 30, vx: d.vx * MAIL.keepSpeed, vy: Math.max(-60, d.vy * 0.3), turn: 0, lies: false, wait: 0.35, back: false };
    Kiddo.sound.tone({ freq: 700, to: 320, ms: 160, vol: 0.3, type: 'sine' });
  }

  function moveMail(dt) {
    const m = G.mail;
    const d = G.dragon;
    if (m.back) return flyBack(m, d, dt);
    m.wait -= dt;
    if (m.lies) {
      if (Math.hypot(d.x - m.x, d.y - m.y) < 84) {
        G.mail = null;
        note('Got it again', d.x, d.y - 60);
        Kiddo.sfx.pop();
      }
      return;
    }
    m.vx += (G.wind * MAIL.windPull - m.vx * MAIL.drag) * dt;
    m.vy = Math.min(420, m.vy + MAIL.gravity * dt);
    const before = m.y;
    m.x = clamp(m.x + m.vx * dt, 30, WORLD.width - 30);
    m.y += m.vy * dt;
    m.turn += dt * (2 + m.vx * 0.01);
    G.houses.forEach((spot) => G.mail === m && spot.open && inBasket(spot, m, before));
    if (G.mail === m && m.y > WORLD.ground - 8) land(m);
  }

  function inBasket(spot, m, before) {
    const basket = G.basketOf(spot);
    if (Math.abs(m.x - basket.x) > MAIL.catchHalf || before > basket.y || m.y < basket.y - 14) return;
    spot.bump = 1;
    if (spot === G.target()) delivered(spot, Math.abs(m.x - basket.x), basket);
    else {
      m.back = true;
      G.streak = 0;
      note('Not ours!', basket.x, basket.y - 40, '#FFE28A');
      Kiddo.sound.tone({ freq: 240, to: 170, ms: 200, vol: 0.3, type: 'triangle' });
    }
  }

  function flyBack(m, d, dt) {
    const dx = d.x - m.x;
    const dy = d.y - m.y;
    const far = Math.hypot(dx, dy);
    if (far < 40) return (G.mail = null);
    m.x += (dx / far) * 620 * dt;
    m.y += (dy / far) * 620 * dt;
    m.turn += dt * 9;
    return null;
  }

  function land(m) {
    m.lies = true;
    m.y = WORLD.ground - 8;
    m.turn = 0.1;
    G.streak = 0;
    puff(m.x, m.y, '#CFE8C8', 6);
    note('Missed! Swoop down to get it', m.x, m.y - 60, '#FFE28A');
    Kiddo.sfx.pop();
  }

  function delivered(spot, off, basket) {
    const perfect = off < MAIL.bullseye;
    const points = POINTS.letter + (perfect ? POINTS.bullseye : 0) + Math.min(G.streak, POINTS.streakTop) * POINTS.streak;
    G.score += points;
    G.streak += 1;
    G.done += 1;
    G.at += 1;
    G.mail = null;
    note(`${perfect ? 'Perfect! ' : 'Asante! '}+${points}`, basket.x, basket.y - 50, '#FFE28A');
    puff(basket.x, basket.y - 10, spot.house.colour, 12, 220);
    puff(basket.x, basket.y - 10, '#FFE28A', 8, 180);
    Kiddo.sfx.coin();
    pills();
    if (G.at >= G.round.length) endDay();
  }

  function endDay() {
    const bonus = Math.round(G.left) * POINTS.second;
    G.score += bonus;
    pills();
    if (G.done < G.day.need) return Kiddo.over({ score: G.score, text: `The sun went down on ${G.day.name}. ${G.done} of ${G.day.letters} letters came home.` });
    if (G.dayIndex + 1 >= DAYS.length) {
      Kiddo.save({ week: G.week + 1 });
      return Kiddo.over({ score: G.score, won: true, text: `The whole week's post is out! Week ${G.week + 1} will be windier.` });
    }
    G.rest = REST_TIME;
    G.goal = null;
    Kiddo.sfx.win();
    say('Vizuri! Well done', `${G.day.name}: ${G.done} of ${G.day.letters} letters. Time bonus +${bonus}`);
    return null;
  }

  // ---- every frame
  function update(dt) {
    G.time += dt;
    if (G.banner && (G.banner.age += dt) > 3.2) G.banner = null;
    G.notes = G.notes.filter((n) => (n.age += dt) < 1.6);
    G.bits = G.bits.filter((b) => {
      b.x += b.vx * dt;
      b.y += b.vy * dt;
      b.vy += 160 * dt;
      return (b.age += dt) < b.life;
    });
    moveHouses(dt);
    if (G.rest) {
      if (Kiddo.input.pressed('Space', 'Enter')) G.rest = 0.01;
      G.rest = Math.max(0, G.rest - dt);
      if (!G.rest) startDay(G.dayIndex + 1);
      return;
    }
    weather(dt);
    fly(dt);
    flock(dt);
    if (Kiddo.input.pressed('Space')) {
      moves += 1;
      if (!G.mail) drop();
    }
    if (G.mail) moveMail(dt);
    if (Kiddo.state === 'playing' && !G.rest) clock(dt);
    follow(dt);
    teach();
  }

  function clock(dt) {
    const before = Math.ceil(G.left);
    G.left = Math.max(0, G.left - dt);
    if (G.left < 8 && Math.ceil(G.left) < before) Kiddo.sound.tone({ freq: 620, ms: 70, vol: 0.2, type: 'sine' });
    if (G.left <= 0) endDay();
  }

  function moveHouses(dt) {
    G.houses.forEach((spot) => {
      spot.bump = Math.max(0, spot.bump - dt * 3);
      if (!spot.house.floats) return;
      spot.lift = -300 + Math.sin(G.time * 0.5) * 110;
      spot.x = spot.house.x + Math.sin(G.time * 0.33) * 90;
    });
  }

  /** Where the player has to go now: the basket, or the letter that lies on the ground. */
  G.whereTo = function () {
    if (G.mail && G.mail.lies) return G.mail;
    const spot = G.target();
    return spot ? G.basketOf(spot) : G.dragon;
  };

  function follow(dt) {
    const to = Flight.aim(G.dragon, G.whereTo().x, G.shot);
    G.cam.x += (to.x - G.cam.x) * Math.min(1, dt * 3);
    G.cam.y += (to.y - G.cam.y) * Math.min(1, dt * 5);
  }

  /** Where a letter let go now would fall: a few points for the dotted line. */
  G.fallLine = function (out) {
    const d = G.dragon;
    const m = { x: d.x + d.face * 46, y: d.y + 30, vx: d.vx * MAIL.keepSpeed, vy: Math.max(-60, d.vy * 0.3) };
    const step = 0.09;
    for (let i = 0; i < out.length; i++) {
      m.vx += (G.wind * MAIL.windPull - m.vx * MAIL.drag) * step;
      m.vy = Math.min(420, m.vy + MAIL.gravity * step);
      m.x += m.vx * step;
      m.y += m.vy * step;
      out[i].x = m.x;
      out[i].y = m.y;
    }
    return out;
  };

  /** Would a letter that is let go now fall into the right basket? The dots and the basket show it. */
  function isSure() {
    const spot = G.target();
    if (!spot || G.mail || G.rest) return false;
    const basket = G.basketOf(spot);
    let a = { x: G.dragon.x + G.dragon.face * 46, y: G.dragon.y + 30 };
    for (const b of G.fallLine(LINE)) {
      if (a.y < basket.y && b.y >= basket.y) {
        const x = a.x + ((b.x - a.x) * (basket.y - a.y)) / (b.y - a.y);
        return Math.abs(x - basket.x) < MAIL.catchHalf * 0.8;
      }
      a = b;
    }
    return false;
  }

  /** The first letter of a new player teaches: fly, then let go above the basket. */
  function teach() {
    G.sure = isSure();
    const near = G.target() && Math.abs(G.basketOf(G.target()).x - G.dragon.x) < 210;
    if (G.week > 1 || G.dayIndex > 0 || G.done > 1 || G.rest) G.lesson = '';
    else if (G.mail) G.lesson = G.mail.lies ? 'fetch' : '';
    else if (G.sure) G.lesson = 'drop';
    else if (near) G.lesson = 'above';
    else G.lesson = G.done ? '' : Math.abs(G.dragon.x - WORLD.postX) > 300 ? 'follow' : 'fly';
  }

  Art.ready.then(() => {
    G.clouds = makeClouds(CLOUD_COUNT, 0, Kiddo.rng(3));
    G.houses = HOUSES.map((house, i) => ({ house, i, open: i < 4, x: house.x, lift: house.floats ? -300 : 0, bump: 0 }));
    G.round = [0];
    G.cam.y = G.shot.lowest;
    Kiddo.start({ title: 'Dragon Post', help: `${FINGER ? 'Hold your finger where you want to fly.' : 'Fly with the arrows, drop with Space.'} Match the letter’s seal to a basket before the sun goes down!`, onStart: startRun, probe: () => moves });
    Kiddo.loop(update, () => Scene.draw(view, G));
  });
})();
