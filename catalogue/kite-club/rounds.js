// What happens in each round: the ring figures, and the rivals of the duels.
'use strict';
const Rounds = (() => {
  const circle = (n, turns = 1) => Array.from({ length: n }, (_, i) => {
    const a = -Math.PI / 2 + (i / n) * Math.PI * 2 * turns;
    return [Math.cos(a), Math.sin(a)];
  });
  const FIGURES = {
    Circle: circle(5),
    Zigzag: [[-1, 0.7], [-0.65, -0.8], [-0.3, 0.7], [0, -0.8], [0.35, 0.7], [0.68, -0.8], [1, 0.7]],
    'Figure eight': Array.from({ length: 9 }, (_, i) => {
      const a = (i / 8) * Math.PI * 2;
      return [Math.sin(a), Math.sin(a * 2) * 0.85];
    }),
    Star: circle(5, 2).concat(circle(5, 2).map(([x, y]) => [x * 0.62, -y * 0.62])),
  };

  // wild: how much the wind plays about, 0..1. Rivals: how many; skill: how fast and how keen, 0..1.
  const LIST = [
    { kind: 'rings', figure: 'Circle', seconds: 40, ring: 56, wild: 0.1 },
    { kind: 'duel', rivals: 1, bows: 2, skill: 0.1, wild: 0.2 },
    { kind: 'rings', figure: 'Zigzag', seconds: 34, ring: 52, wild: 0.4 },
    { kind: 'duel', rivals: 2, bows: 2, skill: 0.35, wild: 0.45 },
    { kind: 'rings', figure: 'Figure eight', seconds: 32, ring: 48, wild: 0.65 },
    { kind: 'duel', rivals: 2, bows: 3, skill: 0.65, wild: 0.7 },
    { kind: 'rings', figure: 'Star', seconds: 32, ring: 46, wild: 0.9 },
    { kind: 'duel', rivals: 3, bows: 3, skill: 0.9, wild: 1 },
  ];
  const RIVALS = [
    { name: 'Amani', look: 'sunny' },
    { name: 'Zuri', look: 'bat' },
    { name: 'Baraka', look: 'leaf' },
  ];

  function placeRings(round, sky) {
    const points = FIGURES[round.figure];
    const cx = (sky.left + sky.right) / 2;
    const cy = (sky.top + sky.bottom) / 2;
    const wide = (sky.right - sky.left) / 2;
    const tall = (sky.bottom - sky.top) / 2;
    const rings = points.map(([x, y]) => ({ x: cx + x * wide, y: cy + y * tall, r: round.ring, done: 0, grow: 0, face: 0 }));
    rings.forEach((ring, i) => {
      // a ring faces the way the kite will come
      const from = rings[i - 1] || { x: cx, y: cy };
      ring.face = Math.atan2(ring.y - from.y, ring.x - from.x);
    });
    return rings;
  }

  const ROAM_FLOOR = 70; // px above the sky's lower edge
  const MOODS = { wander: 0, warn: 1, attack: 2, leave: 3 };
  function makeRival(i, round, sky) {
    const kite = Physics.makeKite(sky.left + (i + 0.5) * ((sky.right - sky.left) / round.rivals), -120 - i * 60, RIVALS[i].look, round.bows);
    kite.name = RIVALS[i].name;
    kite.mood = MOODS.wander;
    kite.clock = 3.5 + i * 1.8;
    kite.goal = { x: kite.x, y: (sky.top + sky.bottom) / 2 };
    return kite;
  }

  /** A rival drifts about, shows a "!" for a moment, then dives for your lowest bow. Returns its steering. */
  function think(rival, player, round, sky, dt, chance) {
    rival.clock -= dt;
    if (rival.mood === MOODS.leave) return { x: 0.2, y: -1 };
    if (rival.clock <= 0) nextMood(rival, round, sky, chance);
    if (rival.mood === MOODS.wander && Math.hypot(rival.goal.x - rival.x, rival.goal.y - rival.y) < 60) roam(rival, sky, chance);
    if (rival.mood === MOODS.attack && player.bows > 0) {
      const bow = Physics.bowPoint(player, player.bows - 1);
      rival.goal.x = bow.x;
      rival.goal.y = bow.y;
    }
    const power = { [MOODS.wander]: 0.36 + round.skill * 0.22, [MOODS.warn]: 0.08, [MOODS.attack]: 0.62 + round.skill * 0.24 }[rival.mood];
    const dx = rival.goal.x - rival.x;
    const dy = rival.goal.y - rival.y;
    const far = Math.hypot(dx, dy) || 1;
    return { x: (dx / far) * power, y: (dy / far) * power };
  }
  /** A new place to drift to, high enough that the bows below it stay in reach. */
  function roam(rival, sky, chance) {
    rival.goal.x = sky.left + chance() * (sky.right - sky.left);
    rival.goal.y = sky.top + chance() * (sky.bottom - ROAM_FLOOR - sky.top);
  }
  function nextMood(rival, round, sky, chance) {
    if (rival.mood === MOODS.wander) {
      rival.mood = MOODS.warn;
      rival.clock = 1 - round.skill * 0.35;
    } else if (rival.mood === MOODS.warn) {
      rival.mood = MOODS.attack;
      rival.clock = 1.3 + round.skill * 0.9;
    } else {
      rival.mood = MOODS.wander;
      roam(rival, sky, chance); // else it would hang on where the player was
      rival.clock = 5 - round.skill * 2.3 + chance() * 2;
    }
  }

  return { LIST, MOODS, placeRings, makeRival, roam, think };
})();
