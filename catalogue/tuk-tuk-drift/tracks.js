// Six closed roads: corner points joined by a smooth curve. Times are for one lap, in seconds.
(function () {
  'use strict';
  const PER_CORNER = 22; // points of the curve between two corners
  const WALL = 78; // how far beside the road the soft edge of the world is

  const TRACKS = [
    { name: 'Beach Loop', place: 'Diani beach', width: 215, medals: [19.5, 15.6, 13.8], look: 'beach',
      corners: [[520, 520], [1300, 380], [2100, 520], [2320, 1000], [1950, 1420], [1300, 1260], [720, 1460], [360, 1050]] },
    { name: 'Market Bend', place: 'Kongowea market', width: 195, medals: [26, 21, 18.6], look: 'market',
      corners: [[400, 420], [1050, 350], [1380, 720], [1800, 750], [2080, 400], [2600, 520], [2640, 1180], [2050, 1500], [1480, 1240], [900, 1500], [400, 1200]] },
    { name: 'Tea Hills', place: 'Kericho', width: 185, medals: [29, 23.2, 20.6], look: 'tea',
      corners: [[400, 1450], [420, 900], [800, 600], [1150, 880], [1450, 1220], [1820, 980], [1740, 520], [2200, 300], [2740, 600], [2700, 1200], [2300, 1640], [1500, 1750], [850, 1740]] },
    { name: 'Old Town', place: 'Mombasa', width: 172, medals: [34, 27.2, 24.2], look: 'town',
      corners: [[420, 400], [980, 400], [1210, 640], [1210, 1000], [1500, 1180], [1790, 960], [1800, 520], [2120, 340], [2600, 420], [2720, 820], [2380, 1140], [2350, 1500], [1980, 1750], [1300, 1650], [800, 1760], [400, 1500], [590, 1060], [330, 750]] },
    { name: 'Lake Road', place: 'Nakuru', width: 172, medals: [34.5, 27.4, 24.4], look: 'lake',
      corners: [[350, 950], [600, 420], [1250, 300], [1650, 560], [1380, 880], [1260, 1180], [1680, 1300], [2120, 950], [2300, 480], [2820, 400], [3050, 900], [2760, 1480], [2100, 1780], [1200, 1760], [600, 1500]] },
    { name: 'Night City', place: 'Nairobi', width: 165, medals: [45, 36.5, 32.5], look: 'night',
      corners: [[400, 520], [880, 310], [1220, 540], [1020, 900], [1090, 1260], [1440, 1220], [1590, 820], [1750, 420], [2230, 310], [2480, 640], [2150, 940], [2200, 1290], [2600, 1240], [2950, 920], [3280, 1220], [3050, 1690], [2300, 1800], [1600, 1660], [1000, 1800], [450, 1500], [680, 1010]] },
  ];
  const MEDALS = ['Bronze', 'Silver', 'Gold'];

  /** A point of the Catmull-Rom curve through b and c. */
  function curve(a, b, c, d, t) {
    const at = (i) => 0.5 * (2 * b[i] + (c[i] - a[i]) * t + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t * t * t);
    return { x: at(0), y: at(1), a: 0 };
  }

  /** Turns the list so that it begins on the straightest part: nobody likes to start in a bend. */
  function fromStraight(line) {
    const n = line.length;
    let best = 0;
    let bestBend = Infinity;
    for (let i = 0; i < n; i++) {
      let bend = 0;
      for (let k = -10; k < 30; k++) {
        const turn = line[(i + k + 1 + n) % n].a - line[(i + k + n) % n].a;
        bend += Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
      }
      if (bend < bestBend) {
        bestBend = bend;
        best = i;
      }
    }
    return [...line.slice(best), ...line.slice(0, best)];
  }

  function build(track) {
    const list = track.corners;
    const n = list.length;
    const line = [];
    list.forEach((_, i) => {
      for (let k = 0; k < PER_CORNER; k++) line.push(curve(list[(i + n - 1) % n], list[i], list[(i + 1) % n], list[(i + 2) % n], k / PER_CORNER));
    });
    line.forEach((p, i) => {
      const next = line[(i + 1) % line.length];
      p.a = Math.atan2(next.y - p.y, next.x - p.x);
    });
    track.line = fromStraight(line);
    track.size = { w: Math.max(...line.map((p) => p.x)) + 360, h: Math.max(...line.map((p) => p.y)) + 320 };
    return track;
  }
  TRACKS.forEach(build);

  /** The nearest point of the line, searched around `from` (the last one known); null searches all of it. */
  function nearest(track, x, y, from = null) {
    const { line } = track;
    let best = 0;
    let bestFar = Infinity;
    const reach = from === null ? line.length : 26;
    for (let k = from === null ? 0 : -reach; k < reach; k++) {
      const i = ((from || 0) + k + line.length) % line.length;
      const far = (line[i].x - x) ** 2 + (line[i].y - y) ** 2;
      if (far < bestFar) {
        bestFar = far;
        best = i;
      }
    }
    return { i: best, far: Math.sqrt(bestFar) };
  }

  window.Tracks = { TRACKS, MEDALS, WALL, nearest };
})();
