// The rules of a shoot-out: the cup's matches, how a ball flies, how the keeper thinks.
// Goal units: x from -1 (left post) to 1 (right post), y from 0 (ground) to 1 (bar).
(function () {
  'use strict';
  const WIDE = 1.15; // half a goal is this many goal heights wide
  const REACH = 0.27; // how near the keeper's hands must come, in goal heights
  const KICKS = 4; // each side; then one more each until somebody leads

  // react: seconds before the keeper moves. speed: goal heights a second. learn: how much the keeper leans
  // to where you shoot most. walls: defenders in a free kick. fly: seconds their shots take. bend: their curl.
  // mark: share of the flight after which you see where the ball will come
  const CUP = [
    { react: 0.42, speed: 1.35, learn: 0.2, walls: [0, 0, 0, 0], fly: 1.55, bend: 0, mark: 0 },
    { react: 0.36, speed: 1.6, learn: 0.45, walls: [0, 2, 0, 3], fly: 1.3, bend: 0.3, mark: 0.1 },
    { react: 0.31, speed: 1.85, learn: 0.65, walls: [2, 0, 3, 3], fly: 1.12, bend: 0.6, mark: 0.25 },
    { react: 0.27, speed: 2.05, learn: 0.85, walls: [3, 3, 0, 4], fly: 0.98, bend: 0.9, mark: 0.35 },
    { react: 0.23, speed: 2.25, learn: 1, walls: [3, 4, 3, 4], fly: 0.88, bend: 1.1, mark: 0.42 },
  ];

  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

  /** What the keeper remembers: your last shots weigh most. */
  function brain() {
    const lean = { side: 0, high: 0 };
    return {
      lean,
      learn(shot) {
        lean.side = lean.side * 0.6 + clamp(shot.x, -1, 1) * 0.4;
        lean.high = lean.high * 0.6 + (clamp(shot.y, 0, 1) - 0.45) * 0.4;
      },
    };
  }

  function keeper(level, memory) {
    const x = memory.lean.side * 0.42 * level.learn;
    return { x, home: x, y: 0.42 + memory.lean.high * 0.4 * level.learn, dive: 0 };
  }

  /** Seconds a shot of this power (0..1) takes to reach the goal. */
  const flight = (power) => 1.02 - 0.46 * power;

  /** Moves the keeper's hands while the ball is in the air. t: seconds since the kick, total: all of the flight. */
  function think(hands, shot, level, t, total, dt) {
    // a bent ball is first read as a straight one: it seems to go where the bend starts it
    const fooled = Math.max(0, 1 - t / (total * 0.62));
    const seen = { x: shot.x + shot.curl * 0.85 * fooled, y: Math.min(shot.y, 1) };
    // a shot to the side the keeper expects is met sooner
    const expected = Math.sign(hands.home) === Math.sign(shot.x) ? Math.abs(hands.home) * 0.25 : 0;
    if (t < level.react - expected) return;
    const dx = (clamp(seen.x, -1.05, 1.05) - hands.x) * WIDE;
    const dy = clamp(seen.y, 0.12, 0.95) - hands.y;
    const far = Math.hypot(dx, dy);
    const go = Math.min(far, level.speed * dt);
    if (far < 0.001) return;
    hands.x += ((dx / far) * go) / WIDE;
    hands.y += (dy / far) * go;
    hands.dive = Math.min(1, hands.dive + dt * 6);
  }

  /** Where a shot ends: 'goal', 'post', 'saved', 'wide' or 'over'. */
  function judge(shot, hands) {
    const post = 0.045;
    const ax = Math.abs(shot.x);
    if (ax > 1 + post) return 'wide';
    if (shot.y > 1 + post) return 'over';
    if (ax > 1 - post || shot.y > 1 - post) return 'post';
    const miss = Math.hypot((shot.x - hands.x) * WIDE, shot.y - hands.y);
    return miss < REACH ? 'saved' : 'goal';
  }

  /** Is the shoot-out settled? Gives 'won', 'lost' or ''. */
  function settled(score) {
    const { mine, theirs, kicks, saves } = score;
    const leftMine = Math.max(0, KICKS - kicks);
    const leftTheirs = Math.max(0, KICKS - saves);
    if (kicks <= KICKS && saves <= KICKS) {
      if (mine > theirs + leftTheirs) return 'won';
      if (theirs > mine + leftMine) return 'lost';
      return '';
    }
    if (kicks !== saves || mine === theirs) return '';
    return mine > theirs ? 'won' : 'lost';
  }

  window.Match = { CUP, KICKS, brain, keeper, flight, think, judge, settled, clamp };
})();
