// The ghost: where the tuk-tuk was on its best lap, every 0.3 seconds, written as short text so it can be kept.
(function () {
  'use strict';
  const EVERY = 0.3;
  const UNIT = 2; // two game units are one step of the text
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const ROOM = 12000; // letters for all ghosts: what is saved goes over the network each time

  const number = (v) => {
    const n = Math.max(0, Math.min(4095, Math.round(v / UNIT)));
    return LETTERS[n >> 6] + LETTERS[n & 63];
  };
  const back = (text, at) => (LETTERS.indexOf(text[at]) * 64 + LETTERS.indexOf(text[at + 1])) * UNIT;

  const Ghost = {
    EVERY,
    encode: (points) => points.map((p) => number(p.x) + number(p.y)).join(''),
    decode(text) {
      const points = [];
      for (let i = 0; i + 3 < text.length; i += 4) points.push({ x: back(text, i), y: back(text, i + 2) });
      return points;
    },
    /** Where the ghost is `time` seconds into its lap: eased between two marks, pointing the way it moves. */
    at(points, time, out) {
      const i = Math.floor(time / EVERY);
      if (i < 0 || i + 1 >= points.length) return null;
      const a = points[Math.max(0, i - 1)];
      const b = points[i];
      const c = points[i + 1];
      const d = points[Math.min(points.length - 1, i + 2)];
      const t = time / EVERY - i;
      const mix = (k) => 0.5 * (2 * b[k] + (c[k] - a[k]) * t + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
      out.x = mix('x');
      out.y = mix('y');
      out.a = Math.atan2(c.y - b.y + (d.y - c.y) * t, c.x - b.x + (d.x - c.x) * t);
      return out;
    },
    /** Drops the ghosts used longest ago until the rest fits. ghosts: { track: text }, order: newest track last. */
    fit(ghosts, order) {
      let size = Object.values(ghosts).reduce((n, text) => n + text.length, 0);
      for (const track of order) {
        if (size <= ROOM) break;
        if (!ghosts[track]) continue;
        size -= ghosts[track].length;
        delete ghosts[track];
      }
      return ghosts;
    },
  };
  window.Ghost = Ghost;
})();
