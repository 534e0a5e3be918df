// The bout as bodies: walking, dashing, hopping, stomping, bumping and falling off. No drawing, no keys.
// The middle of the drum is (0, 0). A rhino is steered by `ask`: { x, y (where to), dash (held), stomp (pressed) }.
'use strict';

const RING = 300;
const MUD = 378; // how far out a fallen rhino lies
const RING_LEAST = 190;
const SHRINK = { after: 18, speed: 7 }; // seconds, units a second
const BODY = 54;
const WALK = 185;
const GRIP = 1150;
const SLIDE = 3.1; // how fast a shove dies away
const TAP = 0.17; // shorter than this is a hop, longer a dash
const FULL_WIND = 0.95;
const HOP = { time: 0.27, speed: 560, rest: 0.5 };
const DASH = { base: 420, more: 400, time: 0.24, moreTime: 0.22, slip: 0.24 };
const BOUNCE = 1.15;
const SHOVE = { base: 90, more: 190 };
const STOMP = { raise: 0.17, time: 0.44, reach: 170, push: 240, more: 200, rest: 1.6 };
const STUN = 0.75;

function newRhino(side, hide, belt, pace = 1, mass = 1) {
  return { side, hide, belt, pace, mass, x: side * 150, y: 0, vx: 0, vy: 0, a: side < 0 ? 0 : Math.PI, state: 'free', t: 0, wind: 0, power: 0, hopRest: 0, stompRest: 0, act: 0, step: 0, squash: 0, mind: null, out: false };
}
const airborne = (r) => r.state === 'hop' || r.state === 'fall';
const braced = (r) => r.state === 'stomp' && r.t < STOMP.time;
function enter(r, state) {
  r.state = state;
  r.t = 0;
}
const turnTo = (from, to, most) => {
  const gap = Math.atan2(Math.sin(to - from), Math.cos(to - from));
  return from + Math.max(-most, Math.min(most, gap));
};

/** One step of a bout. tell(event, rhino, power) reports what happened. */
function stepBout(bout, asks, dt, tell) {
  bout.time += dt;
  if (bout.time > SHRINK.after) bout.ring = Math.max(RING_LEAST, bout.ring - SHRINK.speed * dt);
  const [a, b] = bout.rhinos;
  moveRhino(a, b, asks[0], dt, tell);
  moveRhino(b, a, asks[1], dt, tell);
  if (!airborne(a) && !airborne(b)) bump(a, b, tell);
  for (const r of bout.rhinos) {
    if (r.out || r.state === 'hop' || Math.hypot(r.x, r.y) < bout.ring + 12) continue;
    r.out = true;
    enter(r, 'fall');
    tell('out', r, 1);
  }
}

function moveRhino(r, foe, ask, dt, tell) {
  r.t += dt;
  r.hopRest = Math.max(0, r.hopRest - dt);
  r.stompRest = Math.max(0, r.stompRest - dt);
  r.squash *= Math.exp(-8 * dt);
  if (r.state === 'free') {
    if (ask.stomp && r.stompRest <= 0) enter(r, 'stomp');
    else if (ask.dash) {
      enter(r, 'wind');
      r.act += 1; // a new deed: the rival decides once how to answer it
    }
  }
  if (STATES[r.state]) STATES[r.state](r, foe, ask, dt, tell);
  r.x += r.vx * dt;
  r.y += r.vy * dt;
  r.step += Math.hypot(r.vx, r.vy) * dt * 0.06;
}
function walk(r, ask, dt, share) {
  const long = Math.hypot(ask.x, ask.y);
  const speed = Math.hypot(r.vx, r.vy);
  const top = WALK * r.pace * share;
  if (speed > top * 1.25 + 20) return slide(r, dt, SLIDE); // being shoved: feet cannot hold
  const wantX = long > 0.2 ? (ask.x / long) * top : 0;
  const wantY = long > 0.2 ? (ask.y / long) * top : 0;
  const grip = GRIP * dt;
  r.vx += Math.max(-grip, Math.min(grip, wantX - r.vx));
  r.vy += Math.max(-grip, Math.min(grip, wantY - r.vy));
}
function slide(r, dt, rate) {
  const keep = Math.exp(-rate * dt);
  r.vx *= keep;
  r.vy *= keep;
}

const STATES = {
  free(r, foe, ask, dt) {
    walk(r, ask, dt, 1);
    if (Math.hypot(ask.x, ask.y) > 0.2) r.a = turnTo(r.a, Math.atan2(ask.y, ask.x), 9 * dt);
  },
  wind(r, foe, ask, dt, tell) {
    r.wind = r.t;
    walk(r, ask, dt, r.t < TAP ? 1 : 0.25);
    // With no direction held, the rhino turns to the other one by itself: kind to small hands.
    const steering = Math.hypot(ask.x, ask.y) > 0.2;
    r.a = turnTo(r.a, steering ? Math.atan2(ask.y, ask.x) : Math.atan2(foe.y - r.y, foe.x - r.x), (steering ? 9 : 6) * dt);
    if (ask.dash) return;
    if (r.t < TAP) return hop(r, ask, tell);
    r.power = Math.min(1, (r.t - TAP) / (FULL_WIND - TAP));
    enter(r, 'dash');
    const speed = DASH.base + DASH.more * r.power;
    r.vx = Math.cos(r.a) * speed;
    r.vy = Math.sin(r.a) * speed;
    tell('dash', r, r.power);
  },
  hop(r, foe, ask, dt, tell) {
    if (r.t < HOP.time) return;
    enter(r, 'free');
    r.vx *= 0.25;
    r.vy *= 0.25;
    r.squash = 0.3;
    tell('land', r, 0);
  },
  dash(r, foe, ask, dt) {
    slide(r, dt, 0.8);
    if (r.t > DASH.time + DASH.moreTime * r.power) enter(r, 'slip');
  },
  slip(r, foe, ask, dt) {
    slide(r, dt, 4.2);
    if (r.t > DASH.slip) enter(r, 'free');
  },
  stomp(r, foe, ask, dt, tell) {
    slide(r, dt, 9);
    if (r.stompRest <= 0 && r.t >= STOMP.raise) {
      r.stompRest = STOMP.rest;
      r.squash = 0.4;
      wave(r, foe, tell);
    }
    if (r.t > STOMP.time) enter(r, 'free');
  },
  stun(r, foe, ask, dt) {
    slide(r, dt, SLIDE);
    if (r.t > STUN) enter(r, 'free');
  },
  fall(r, foe, ask, dt) {
    slide(r, dt, 5);
    const far = Math.hypot(r.x, r.y) || 1; // the mud is soft: nobody slides through it or lies under the drum
    const lie = Math.max(Math.min(far, MUD), Math.min(far + 300 * dt, RING + 70));
    r.x *= lie / far;
    r.y *= lie / far;
  },
};
function hop(r, ask, tell) {
  if (r.hopRest > 0) return enter(r, 'free');
  const a = Math.hypot(ask.x, ask.y) > 0.2 ? Math.atan2(ask.y, ask.x) : r.a;
  enter(r, 'hop');
  r.hopRest = HOP.rest;
  r.vx = Math.cos(a) * HOP.speed;
  r.vy = Math.sin(a) * HOP.speed;
  tell('hop', r, 0);
}
/** A stomp shoves whoever stands near and spoils a dash that is being wound up. */
function wave(r, foe, tell) {
  tell('stomp', r, 0);
  const far = Math.hypot(foe.x - r.x, foe.y - r.y);
  if (airborne(foe) || far > STOMP.reach + BODY) return;
  const push = (STOMP.push + STOMP.more * (1 - far / (STOMP.reach + BODY))) / foe.mass;
  foe.vx += ((foe.x - r.x) / far) * push;
  foe.vy += ((foe.y - r.y) / far) * push;
  if (foe.state === 'wind') enter(foe, 'free');
}

// ---- two bodies meet
function bump(a, b, tell) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const far = Math.hypot(dx, dy) || 1;
  if (far >= BODY * 2) return;
  const nx = dx / far;
  const ny = dy / far;
  const share = b.mass / (a.mass + b.mass);
  const apart = BODY * 2 - far;
  a.x -= nx * apart * share;
  a.y -= ny * apart * share;
  b.x += nx * apart * (1 - share);
  b.y += ny * apart * (1 - share);
  const closing = (a.vx - b.vx) * nx + (a.vy - b.vy) * ny;
  if (closing <= 0) return;
  const massA = a.mass * (braced(a) ? 6 : 1);
  const massB = b.mass * (braced(b) ? 6 : 1);
  const j = (BOUNCE * closing) / (1 / massA + 1 / massB);
  a.vx -= (j / massA) * nx;
  a.vy -= (j / massA) * ny;
  b.vx += (j / massB) * nx;
  b.vy += (j / massB) * ny;
  const aHits = a.state === 'dash' && Math.cos(a.a) * nx + Math.sin(a.a) * ny > 0.2;
  const bHits = b.state === 'dash' && -(Math.cos(b.a) * nx + Math.sin(b.a) * ny) > 0.2;
  if (aHits) strike(a, b, nx, ny, bHits, tell);
  if (bHits) strike(b, a, -nx, -ny, aHits, tell);
}
function strike(by, to, nx, ny, both, tell) {
  if (braced(to)) {
    by.vx = -nx * 430;
    by.vy = -ny * 430;
    enter(by, 'stun');
    return tell('parry', to, by.power);
  }
  const push = (SHOVE.base + SHOVE.more * by.power) / to.mass;
  to.vx += nx * push;
  to.vy += ny * push;
  to.squash = 0.35;
  if (to.state === 'wind') enter(to, 'free');
  if (!both) {
    by.vx *= 0.45;
    by.vy *= 0.45;
  }
  if (by.state === 'dash') enter(by, 'slip');
  tell('hit', to, by.power);
}
