// How a dhow sails: wind on the sail, trim, the stream of the tide, islands and sandbanks, and how a rival steers.
'use strict';
window.Sailing = (function () {
  const TOP_SPEED = 205;
  const TURN_RATE = 1.75;
  const NO_GO = 0.68; // radians either side of the wind where no sail pulls (about 39 degrees)
  const CLOSE_HAULED = 0.9; // the angle a good helmsman holds when beating upwind
  const CREW_TRIM = 0.88; // the crew trims well; you can do better
  const MARK_RADIUS = 105;
  const TACK_WIDTH = 230; // how far a rival strays from the straight line before it tacks
  const HULL = 26;

  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
  const turnTo = (from, to) => Math.atan2(Math.sin(to - from), Math.cos(to - from));

  function makeBoat(x, y, heading, look, skill) {
    return { x, y, heading, look, skill, speed: 30, rudder: 0, sail: 0.5, boom: 0, side: 1, mark: 0, done: 0, tack: 1, crew: true, pull: 0, stuck: 0, bump: 0, slow: 0, lap: 0 };
  }

  /** Where the wind comes from, measured off the bow: 0 is dead ahead, pi is dead behind. */
  const offBow = (boat, wind) => Math.abs(turnTo(boat.heading, wind.dir + Math.PI));
  /** The sail angle (radians off the centre line) that pulls best at this angle to the wind. */
  const bestSail = (off) => clamp((off - 0.42) / 1.95, 0.1, 1.4);
  /** How hard a well trimmed sail pulls, 0 to 1. A reach is the fastest, dead downwind is lazy. */
  function pullAt(off) {
    if (off < NO_GO) return 0;
    if (off < 1.05) return 0.4 + (0.45 * (off - NO_GO)) / (1.05 - NO_GO);
    if (off < 1.9) return 0.85 + 0.15 * Math.sin(((off - 1.05) / 0.85) * Math.PI * 0.5);
    return 1 - 0.2 * ((off - 1.9) / 1.24);
  }
  function trimQuality(boat, off) {
    const miss = (boat.sail - bestSail(off)) / 0.62;
    return clamp(1.06 - miss * miss, 0.12, 1);
  }

  function windAt(boat, world) {
    const gust = world.gusts.some((g) => Math.hypot(g.x - boat.x, g.y - boat.y) < g.r);
    boat.gust = gust;
    return gust ? 1.34 : 1;
  }

  function step(boat, world, dt) {
    const wind = world.wind;
    const off = offBow(boat, wind);
    const speedShare = boat.speed / TOP_SPEED;
    boat.heading += boat.rudder * TURN_RATE * (0.45 + 0.55 * Math.min(1, speedShare)) * dt;
    if (boat.crew) boat.sail += clamp(bestSail(off) - boat.sail, -1.2 * dt, 1.2 * dt);
    const quality = boat.crew && boat.skill === 1 ? CREW_TRIM : trimQuality(boat, off);
    boat.quality = off < NO_GO ? 0 : quality;
    boat.pull = pullAt(off) * quality;
    let goal = TOP_SPEED * boat.skill * boat.pull * windAt(boat, world);
    if (onBank(boat, world)) goal *= 0.3;
    boat.slow = Math.max(0, boat.slow - dt);
    if (boat.slow) goal *= 0.5;
    // A heavy hull gathers way slowly and keeps it a while when the wind leaves the sail.
    boat.speed += (goal - boat.speed) * (goal > boat.speed ? 0.85 : 0.5) * dt;
    boat.speed -= Math.abs(boat.rudder) * boat.speed * 0.12 * dt;
    boat.x += (Math.cos(boat.heading) * boat.speed + world.stream.x) * dt;
    boat.y += (Math.sin(boat.heading) * boat.speed + world.stream.y) * dt;
    const side = Math.sin(wind.dir - boat.heading) > 0 ? 1 : -1;
    const flap = boat.pull ? 0 : Math.sin(world.time * 14) * 0.12;
    boat.boom += (side * boat.sail + flap - boat.boom) * Math.min(1, 6 * dt);
    boat.bump = Math.max(0, boat.bump - dt * 2);
    land(boat, world);
  }

  function onBank(boat, world) {
    if (world.tide > 0.15) return (boat.bank = false);
    boat.bank = world.course.banks.some(([x, y, rx, ry]) => ((boat.x - x) / rx) ** 2 + ((boat.y - y) / ry) ** 2 < 1);
    return boat.bank;
  }

  /** Pushes the boat off any shore it touches; the hull slides along instead of stopping dead. */
  function land(boat, world) {
    for (const [x, y, r] of world.course.islands) {
      const dx = boat.x - x;
      const dy = boat.y - y;
      const gap = Math.hypot(dx, dy);
      if (gap >= r + HULL) continue;
      boat.x = x + (dx / gap) * (r + HULL);
      boat.y = y + (dy / gap) * (r + HULL);
      const shore = Math.atan2(dy, dx);
      const into = -Math.cos(turnTo(shore, boat.heading));
      if (into > 0) {
        boat.heading += Math.sign(turnTo(boat.heading, shore) || 1) * into * 0.09;
        if (into > 0.35 && boat.speed > 60) boat.bump = 1;
        boat.speed *= 1 - 0.06 * into;
      }
    }
  }

  /** Two hulls that meet push each other aside. */
  function keepApart(boats) {
    for (let i = 0; i < boats.length; i++) {
      for (let j = i + 1; j < boats.length; j++) {
        const dx = boats[j].x - boats[i].x;
        const dy = boats[j].y - boats[i].y;
        const gap = Math.hypot(dx, dy) || 1;
        if (gap > 58) continue;
        const push = (58 - gap) / 2 / gap;
        boats[i].x -= dx * push;
        boats[i].y -= dy * push;
        boats[j].x += dx * push;
        boats[j].y += dy * push;
      }
    }
  }

  /** A rival's helm: sail straight if the wind allows, else beat upwind in zigzags, and keep off the land. */
  function helm(boat, world, dt) {
    const [mx, my] = world.course.marks[boat.mark] || world.course.marks[0];
    const bearing = Math.atan2(my - boat.y, mx - boat.x);
    const from = world.wind.dir + Math.PI;
    const upwind = turnTo(from, bearing);
    let want = bearing;
    if (Math.abs(upwind) < CLOSE_HAULED) {
      const [px, py] = boat.mark ? world.course.marks[boat.mark - 1] : [0, 0];
      const line = Math.atan2(my - py, mx - px);
      const stray = (boat.x - px) * -Math.sin(line) + (boat.y - py) * Math.cos(line);
      if (Math.abs(stray) > TACK_WIDTH) boat.tack = Math.sign(turnTo(line, from + CLOSE_HAULED)) === -Math.sign(stray) ? 1 : -1;
      want = from + CLOSE_HAULED * boat.tack;
    }
    want = avoid(boat, world, want);
    // Caught head to wind or against a shore: bear away across the wind for a moment, then try again.
    if (boat.stuck < 0) {
      want = from + 1.6 * boat.tack;
      boat.stuck = Math.min(0, boat.stuck + dt);
    } else if (boat.speed > 22) boat.stuck = 0;
    else if ((boat.stuck += dt) > 2.5) {
      boat.tack = -boat.tack;
      boat.stuck = -1.8;
    }
    boat.rudder = clamp(turnTo(boat.heading, want) * 2.2, -1, 1);
  }
  function avoid(boat, world, want) {
    for (const [x, y, r] of world.course.islands) {
      const dx = x - boat.x;
      const dy = y - boat.y;
      const gap = Math.hypot(dx, dy);
      if (gap > r + 190) continue;
      const miss = turnTo(want, Math.atan2(dy, dx));
      const clear = Math.asin(Math.min(1, (r + 62) / gap));
      if (Math.abs(miss) < clear) want += miss > 0 ? miss - clear : miss + clear;
    }
    return want;
  }

  /** True when the boat has just come round its next mark. */
  function rounded(boat, world) {
    const mark = world.course.marks[boat.mark];
    if (!mark || Math.hypot(mark[0] - boat.x, mark[1] - boat.y) > MARK_RADIUS) return false;
    boat.mark++;
    return true;
  }
  /** A number that is larger for the boat that is further ahead in the race. */
  function progress(boat, world) {
    if (boat.done) return 1e7 - boat.done;
    const [x, y] = world.course.marks[boat.mark];
    return boat.mark * 1e4 - Math.hypot(x - boat.x, y - boat.y);
  }

  return { makeBoat, step, helm, keepApart, rounded, progress, offBow, bestSail, turnTo, clamp, NO_GO, TOP_SPEED, MARK_RADIUS };
})();
