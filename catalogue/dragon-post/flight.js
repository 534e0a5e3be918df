// How the dragon flies and what of the valley is in the picture. No drawing: numbers in, numbers out (units and seconds).
(function () {
  'use strict';
  const { WORLD } = window.Town;
  const FLY = { push: 640, drag: 1.5, fastest: 370, gravity: 560, flap: 265, rise: 340, beat: 0.26, lift: 5.4, diveGravity: 620, fall: 560, windShare: 0.45, thin: 130 };
  const DRAGON_HIGH = 70; // from its middle to the tip of the raised wing
  const TAUGHT = 82; // from the middle of the day's bar to the lower edge of the line that teaches
  const HEAD = TAUGHT + 22; // the camera comes after the dragon and is a little late
  const GRASS = { tall: 210, wide: 104 }; // under the houses, where the buttons and the small road are
  const ZOOM = { tall: 0.82, wide: 0.74 };
  const FEET = 44;
  const EYE = 0.38; // how far down the picture the dragon flies, at least: the houses are below it
  const LATE = 74; // how far the camera is behind a dragon that climbs
  const LOOK_AHEAD = 0.2; // of the picture's width: towards the house the letter is for
  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));

  /** How much of the valley is seen, and how far up and down the camera may go. Nothing that flies gets under the words on top. */
  function frame(view) {
    const tall = view.height > view.width;
    const zoom = tall ? ZOOM.tall : ZOOM.wide;
    const bar = tall ? 146 : Math.max(66, 74 / view.scale); // the middle of the day's bar: below the pills
    const width = view.width / zoom;
    const height = view.height / zoom;
    const lowest = WORLD.ground + (tall ? GRASS.tall : GRASS.wide) / zoom - height;
    const highest = WORLD.ceiling - DRAGON_HIGH - (bar + HEAD) / zoom;
    const eye = Math.max(height * EYE, (bar + TAUGHT) / zoom + DRAGON_HIGH + LATE);
    return { zoom, bar, width, height, eye, lowest, highest: Math.min(highest, lowest) };
  }

  /** Where the camera wants to be: the dragon in the picture, and more of the valley on the side of its goal. */
  function aim(dragon, goalX, shot) {
    const ahead = clamp((goalX - dragon.x) * 0.6 + dragon.vx * 0.3, -shot.width * LOOK_AHEAD, shot.width * LOOK_AHEAD);
    return {
      x: clamp(dragon.x + ahead - shot.width / 2, 0, WORLD.width - shot.width),
      y: clamp(dragon.y - shot.eye, shot.highest, shot.lowest),
    };
  }

  /** One step of flying. want: { x: -1..1, flap, dive }. Returns what happened: 'flap', 'thump' or nothing. */
  function step(d, want, wind, dt) {
    d.vx += want.x * FLY.push * dt;
    d.vx -= d.vx * (want.x ? 0.7 : FLY.drag) * dt;
    d.vx = clamp(d.vx, -FLY.fastest, FLY.fastest);
    if (want.x) d.face = want.x > 0 ? 1 : -1;
    d.vy += (want.dive ? FLY.diveGravity : FLY.gravity) * dt;
    // wings carry a falling dragon the better the faster it flies; a diving one has folded them
    if (!want.dive && d.vy > 0) d.vy -= d.vy * FLY.lift * (0.35 + 0.65 * (Math.abs(d.vx) / FLY.fastest)) * dt;
    if (want.dive) d.vx += d.face * 160 * dt;
    d.beat -= dt;
    let told = '';
    if (want.flap && d.beat <= 0) {
      d.beat = FLY.beat;
      d.vy = clamp(Math.min(d.vy, 70) - FLY.flap, -FLY.rise, 0);
      told = 'flap';
    }
    // the air gets thin near the top of the picture: the dragon floats there and is not stopped by a blow
    const thin = clamp((d.y - WORLD.ceiling) / FLY.thin, 0, 1);
    d.vy = clamp(d.vy, -(FLY.rise + 120) * thin, FLY.fall);
    d.x += (d.vx + wind * FLY.windShare) * dt;
    d.y += d.vy * dt;
    return edges(d) || told;
  }

  function edges(d) {
    if (d.x < 60 || d.x > WORLD.width - 60) d.vx *= -0.4;
    d.x = clamp(d.x, 60, WORLD.width - 60);
    d.y = Math.max(WORLD.ceiling, d.y);
    if (d.y <= WORLD.ground - FEET) return '';
    const hard = d.vy > 240;
    d.y = WORLD.ground - FEET;
    d.vy = Math.min(0, d.vy);
    d.vx *= 0.96;
    return hard ? 'thump' : '';
  }

  window.Flight = { frame, aim, step, DRAGON_HIGH, TAUGHT };
})();
