// How kites, tails, strings and the wind move. Nothing here draws.
'use strict';
const Physics = (() => {
  const STEER = 1350; // px/s² a full lean gives
  const DRAG = 3.3; // higher stops the kite sooner
  const WIND_PUSH = 430; // px/s² sideways at wind strength 1
  const LIFT = 250; // px/s² upward at wind strength 1
  const WEIGHT = 205; // px/s² downward, always: a lull makes every kite sink
  const TUG = 300; // px/s a tug adds
  const TUG_REST = 0.4; // seconds between tugs
  const TAIL_POINTS = 10;
  const TAIL_GAP = 12;
  const SNAP_AFTER = 1.3; // seconds in the red before a string gives

  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));

  function makeKite(x, y, look, bows) {
    const kite = { x, y, vx: 0, vy: 0, angle: 0, look, bows, tail: [], tension: 0.3, heat: 0, fray: 0, rest: 0, safe: 0, squash: 0 };
    for (let i = 0; i < TAIL_POINTS; i++) kite.tail.push({ x, y: y + 55 + i * TAIL_GAP, px: x, py: y + 55 + i * TAIL_GAP });
    return kite;
  }

  /** The wind eases towards `goal`; the sock shows the goal, so a watchful player knows first. */
  function makeWind() {
    return { x: 0.5, power: 1, goalX: 0.5, goalPower: 1, wait: 6, wild: 0 };
  }
  function blow(wind, dt, chance) {
    wind.wait -= dt;
    if (wind.wait <= 0) {
      const turn = chance() < 0.35 + wind.wild * 0.3 ? -Math.sign(wind.goalX) : Math.sign(wind.goalX);
      wind.goalX = turn * (0.35 + chance() * (0.35 + wind.wild * 0.5));
      wind.goalPower = 1 + (chance() - 0.42) * wind.wild * 1.3;
      wind.wait = 6.5 - wind.wild * 3 + chance() * 2;
    }
    const ease = 1 - Math.exp(-dt * 0.9);
    wind.x += (wind.goalX - wind.x) * ease;
    wind.power += (wind.goalPower - wind.power) * ease;
  }

  /** Moves one kite. steer is a vector of length 0..1, anchor the hand, reach the string's length. */
  function fly(kite, steer, wind, anchor, reach, dt) {
    kite.vx += (steer.x * STEER + wind.x * wind.power * WIND_PUSH) * dt;
    kite.vy += (steer.y * STEER + WEIGHT - wind.power * LIFT) * dt;
    const slow = Math.exp(-DRAG * dt);
    kite.vx *= slow;
    kite.vy *= slow;
    kite.x += kite.vx * dt;
    kite.y += kite.vy * dt;
    const stretch = holdString(kite, anchor, reach, dt);
    const speed = Math.hypot(kite.vx, kite.vy);
    const against = clamp(-(kite.vx * Math.sign(wind.x)) / 380, 0, 1);
    const goal = wind.power * (0.26 + 0.22 * (speed / 400) + 0.26 * against) + stretch + kite.heat;
    kite.tension += (goal - kite.tension) * (1 - Math.exp(-dt * 6));
    kite.heat = Math.max(0, kite.heat - dt * 0.55);
    kite.fray = kite.tension > 1 ? kite.fray + dt : Math.max(0, kite.fray - dt * 1.5);
    kite.rest = Math.max(0, kite.rest - dt);
    kite.safe = Math.max(0, kite.safe - dt);
    kite.squash = Math.max(0, kite.squash - dt * 3);
    const lean = clamp(kite.vx / 420, -1, 1) * 0.75 + wind.x * 0.25;
    kite.angle += (lean - kite.angle) * (1 - Math.exp(-dt * 9));
    swingTail(kite, wind, dt);
  }

  /** Past its length the string pulls back like a spring; returns the extra tension. */
  function holdString(kite, anchor, reach, dt) {
    const dx = kite.x - anchor.x;
    const dy = kite.y - anchor.y;
    const far = Math.hypot(dx, dy);
    if (far <= reach) return 0;
    const over = far - reach;
    const pull = Math.min(over * 26, 1900) * dt;
    kite.vx -= (dx / far) * pull;
    kite.vy -= (dy / far) * pull;
    return clamp(over / 120, 0, 0.5);
  }

  function tug(kite, steer) {
    if (kite.rest > 0) return false;
    const none = Math.hypot(steer.x, steer.y) < 0.2;
    kite.vx += none ? 0 : steer.x * TUG;
    kite.vy += none ? -TUG : steer.y * TUG - 60;
    kite.heat += 0.36;
    kite.rest = TUG_REST;
    kite.squash = 1;
    return true;
  }

  function swingTail(kite, wind, dt) {
    const root = kite.tail[0];
    root.x = kite.x - Math.sin(kite.angle) * 53;
    root.y = kite.y + Math.cos(kite.angle) * 53;
    for (let i = 1; i < kite.tail.length; i++) {
      const p = kite.tail[i];
      const vx = (p.x - p.px) * 0.93 + wind.x * wind.power * 420 * dt * dt;
      const vy = (p.y - p.py) * 0.93 + 520 * dt * dt;
      p.px = p.x;
      p.py = p.y;
      p.x += vx;
      p.y += vy;
      const q = kite.tail[i - 1];
      const dx = p.x - q.x;
      const dy = p.y - q.y;
      const far = Math.hypot(dx, dy) || 1;
      p.x = q.x + (dx / far) * TAIL_GAP;
      p.y = q.y + (dy / far) * TAIL_GAP;
    }
  }

  /** Bows hang on every third point of the tail, so the first bow to go is the last one. */
  const bowPoint = (kite, i) => kite.tail[(i + 1) * 3];

  return { makeKite, makeWind, blow, fly, tug, bowPoint, clamp, SNAP_AFTER };
})();
