// The rules of the climb: no drawing, no sound, so that they can be tried without a screen.
// World units: x 0..WIDTH to the right, y up from the first rest cloud. What happens is told in world.events.
(function () {
  'use strict';
  const WIDTH = 480;
  const GRAVITY = 1500;
  const CHARGE_TIME = 0.8; // seconds from a hop to a full jump
  const JUMP_LOW = 400;
  const JUMP_HIGH = 990;
  const JUMP_SIDE = 270;
  const BOUNCE = 1000;
  const WALK = 140;
  const DRIFT = 420; // sideways pull in the air, small enough that the aim still matters
  const HALF_GOAT = 18; // half the width of the goat's feet
  const ICE_GRIP = 0.7;
  const GRIP = 14;
  const VANISH_AFTER = 0.75;
  const VANISH_FOR = 2.2;
  const FALL_LIMIT = 330; // so far under the last flag a balloon fetches you
  const FETCH_TIME = 1.1;
  const BALLOONS = 5;
  const STARS_A_BALLOON = 10;

  function build(sections) {
    const world = { platforms: [], stars: [], winds: [], rests: [], top: 0 };
    let base = 0;
    sections.forEach((section, index) => {
      const rest = platform('rest', section.rest[0], base, section.rest[1]);
      rest.section = index;
      world.platforms.push(rest);
      world.rests.push(rest);
      section.platforms.forEach(([kind, x, y, width, extra]) => world.platforms.push(platform(kind, x, base + y, width, extra)));
      section.stars.forEach(([x, y]) => world.stars.push({ x, y: base + y, got: false }));
      (section.winds || []).forEach(([from, to, push]) => world.winds.push({ from: base + from, to: base + to, push }));
      base += section.tall;
    });
    const goal = platform('rest', WIDTH / 2, base, 220);
    goal.goal = true;
    world.platforms.push(goal);
    world.top = base;
    return world;
  }

  const platform = (kind, x, y, width, extra) => ({ kind, x, y, home: x, width, sway: extra ? extra[0] : 0, round: extra ? extra[1] : 1, stood: 0, gone: 0, squash: 0, dx: 0 });

  function fresh(sections) {
    const world = build(sections);
    const start = world.rests[0];
    world.goat = { x: start.x - 90, y: 0, vx: 0, vy: 0, on: start, face: 1, charge: 0, charging: false, fetch: 0, fromX: 0, fromY: 0 };
    Object.assign(world, { rest: start, balloons: BALLOONS, starCount: 0, best: 0, time: 0, jumps: 0, done: '', events: [] });
    return world;
  }

  /** One step. intent: { aim: -1..1, hold: boolean } */
  function step(world, dt, intent) {
    const goat = world.goat;
    world.time += dt;
    movePlatforms(world, dt);
    if (goat.fetch > 0) return fetch(world, dt);
    if (goat.on) standing(world, dt, intent);
    else flying(world, dt, intent);
    goat.x += goat.vx * dt;
    if (goat.x < HALF_GOAT || goat.x > WIDTH - HALF_GOAT) {
      goat.x = clamp(goat.x, HALF_GOAT, WIDTH - HALF_GOAT);
      goat.vx *= -0.45;
    }
    collect(world);
    world.best = Math.max(world.best, goat.y);
    if (goat.y < world.rest.y - FALL_LIMIT) fall(world);
  }

  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

  function movePlatforms(world, dt) {
    for (const item of world.platforms) {
      if (item.sway) {
        const x = item.home + Math.sin((world.time / item.round) * Math.PI * 2) * item.sway;
        item.dx = x - item.x;
        item.x = x;
      }
      item.squash *= Math.exp(-7 * dt);
      if (item.kind !== 'vanish') continue;
      if (item.gone > 0) item.gone = Math.max(0, item.gone - dt);
      else if (item.stood > 0) {
        item.stood += dt;
        if (item.stood > VANISH_AFTER) {
          item.stood = 0;
          item.gone = VANISH_FOR;
          world.events.push({ what: 'vanish', x: item.x, y: item.y });
          if (world.goat.on === item) world.goat.on = null;
        }
      }
    }
  }

  function standing(world, dt, intent) {
    const goat = world.goat;
    const ground = goat.on;
    const icy = ground.kind === 'ice';
    goat.x += ground.dx;
    if (intent.aim) goat.face = Math.sign(intent.aim);
    if (intent.hold) {
      goat.charging = true;
      goat.charge = Math.min(1, goat.charge + dt / CHARGE_TIME);
    } else if (goat.charging) return jump(world, intent.aim);
    const walk = intent.hold || intent.still ? 0 : intent.aim * WALK;
    goat.vx += (walk - goat.vx) * (1 - Math.exp(-(icy ? ICE_GRIP : GRIP) * dt));
    if (Math.abs(goat.x - ground.x) > ground.width / 2 + HALF_GOAT * 0.6) {
      goat.on = null;
      goat.charging = false;
      goat.charge = 0;
    }
  }

  /** Speeds a jump of this charge (0..1) and aim starts with. */
  const launch = (charge, aim) => ({ vx: aim * JUMP_SIDE, vy: JUMP_LOW + (JUMP_HIGH - JUMP_LOW) * charge });

  function jump(world, aim) {
    const goat = world.goat;
    const speed = launch(goat.charge, aim);
    world.events.push({ what: 'jump', x: goat.x, y: goat.y, power: goat.charge });
    goat.vx = speed.vx;
    goat.vy = speed.vy;
    goat.on = null;
    goat.charging = false;
    goat.charge = 0;
    world.jumps += 1;
  }

  function flying(world, dt, intent) {
    const goat = world.goat;
    const before = goat.y;
    goat.vy -= GRAVITY * dt;
    goat.vx = clamp(goat.vx + intent.aim * DRIFT * dt, -JUMP_SIDE * 1.15, JUMP_SIDE * 1.15);
    for (const wind of world.winds) if (goat.y > wind.from && goat.y < wind.to) goat.vx += wind.push * dt;
    goat.y += goat.vy * dt;
    if (goat.vy > 0) return;
    for (const item of world.platforms) {
      if (item.gone > 0 || before < item.y || goat.y > item.y) continue;
      if (Math.abs(goat.x - item.x) > item.width / 2 + HALF_GOAT * 0.6) continue;
      return land(world, item);
    }
  }

  function land(world, item) {
    const goat = world.goat;
    const speed = -goat.vy;
    goat.y = item.y;
    item.squash = clamp(speed / 900, 0.25, 1);
    if (item.kind === 'bounce') {
      goat.vy = BOUNCE;
      world.events.push({ what: 'bounce', x: goat.x, y: goat.y });
      return;
    }
    goat.vy = 0;
    goat.on = item;
    if (item.kind !== 'ice') goat.vx = 0;
    if (item.kind === 'vanish' && !item.stood) item.stood = 0.001;
    world.events.push({ what: 'land', x: goat.x, y: goat.y, speed, kind: item.kind });
    if (item.goal) world.done = 'top';
    else if (item.kind === 'rest' && item.section > world.rest.section) {
      world.rest = item;
      world.events.push({ what: 'rest', x: item.x, y: item.y, section: item.section });
    }
  }

  function collect(world) {
    const goat = world.goat;
    for (const star of world.stars) {
      if (star.got || Math.abs(star.x - goat.x) > 34 || Math.abs(star.y - goat.y - 26) > 40) continue;
      star.got = true;
      world.starCount += 1;
      world.events.push({ what: 'star', x: star.x, y: star.y });
      if (world.starCount % STARS_A_BALLOON === 0) {
        world.balloons += 1;
        world.events.push({ what: 'balloon', x: star.x, y: star.y });
      }
    }
  }

  function fall(world) {
    const goat = world.goat;
    world.balloons -= 1;
    world.events.push({ what: 'fall', x: goat.x, y: goat.y });
    if (world.balloons <= 0) {
      world.done = 'out';
      return;
    }
    Object.assign(goat, { fetch: FETCH_TIME, fromX: goat.x, fromY: goat.y, vx: 0, vy: 0, on: null, charging: false, charge: 0 });
  }

  /** A balloon carries the goat back to the last flag. */
  function fetch(world, dt) {
    const goat = world.goat;
    goat.fetch = Math.max(0, goat.fetch - dt);
    const t = 1 - goat.fetch / FETCH_TIME;
    const smooth = t * t * (3 - 2 * t);
    goat.x = goat.fromX + (world.rest.x - goat.fromX) * smooth;
    goat.y = goat.fromY + (world.rest.y - goat.fromY) * smooth + Math.sin(t * Math.PI) * 60;
    if (goat.fetch === 0) {
      goat.y = world.rest.y;
      goat.on = world.rest;
    }
  }

  window.Climb = { WIDTH, GRAVITY, fresh, step, launch };
})();
