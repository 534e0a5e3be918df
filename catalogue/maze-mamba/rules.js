// What the mamba may and may not do. No drawing and no time: one call is one cell.
'use strict';
const Rules = (() => {
  const WIDE = 15;
  const TALL = 11;
  const BABY = 3; // length at the start and after shedding
  const FRUIT_GROWS = 2;
  const DIRS = { right: { x: 1, y: 0 }, left: { x: -1, y: 0 }, down: { x: 0, y: 1 }, up: { x: 0, y: -1 } };
  const at = (x, y) => y * WIDE + x;

  /** A fresh maze: everything that can change in it, and nothing else. */
  function load(level) {
    const rows = level.map.trim().split('\n');
    const maze = { cells: [], fruit: new Set(), keys: {}, gates: {}, plates: {}, have: {}, skin: new Set(), skins: level.skins, beasts: [], body: [], length: BABY, exit: 0 };
    rows.forEach((row, y) => [...row].forEach((sign, x) => {
      const cell = at(x, y);
      maze.cells[cell] = sign === '#' ? '#' : '.';
      if (sign === 'S') maze.body = [cell];
      if (sign === 'E') maze.exit = cell;
      if (sign === 'o') maze.fruit.add(cell);
      if (sign === 'k' || sign === 'b') maze.keys[cell] = sign;
      if ('KBGQ'.includes(sign)) maze.gates[cell] = sign;
      if (sign === 'p' || sign === 'q') maze.plates[cell] = sign;
      if (sign === 'm' || sign === 'n') maze.beasts.push({ x, y, dir: sign === 'm' ? 1 : WIDE, from: cell, step: 0 });
    }));
    return maze;
  }

  const GATE_OF = { p: 'G', q: 'Q', k: 'K', b: 'B' };
  /** Is the gate of this letter open now? Keys open for ever, plates while something lies on them. */
  function open(maze, gate) {
    if (gate === 'K' || gate === 'B') return Boolean(maze.have[gate]);
    return Object.keys(maze.plates).some((cell) => GATE_OF[maze.plates[cell]] === gate && (maze.body.includes(+cell) || maze.skin.has(+cell)));
  }
  const growing = (maze) => maze.body.length < maze.length;

  /** May the head go there? The tail's last cell is free, since the tail leaves it. */
  function free(maze, cell) {
    if (maze.cells[cell] !== '.') return false;
    if (maze.gates[cell] && !open(maze, maze.gates[cell]) && !maze.body.includes(cell)) return false;
    const hit = maze.body.indexOf(cell);
    return hit < 0 || (hit === maze.body.length - 1 && hit > 1 && !growing(maze));
  }
  const stuck = (maze) => Object.values(DIRS).every((d) => !free(maze, maze.body[0] + at(d.x, d.y)));

  /** One step. Returns what happened: null (blocked) or a list of 'fruit', 'key', 'exit'. */
  function step(maze, dir) {
    const next = maze.body[0] + at(dir.x, dir.y);
    if (!free(maze, next)) return null;
    if (!growing(maze)) maze.body.pop();
    maze.body.unshift(next);
    const events = [];
    if (maze.fruit.delete(next)) {
      maze.length += FRUIT_GROWS;
      events.push('fruit');
    }
    if (maze.keys[next]) {
      maze.have[GATE_OF[maze.keys[next]]] = true;
      delete maze.keys[next];
      events.push('key');
    }
    if (next === maze.exit && maze.fruit.size === 0) events.push('exit');
    return events;
  }

  /** Leaves the old skin on every cell and starts again as a short mamba that may turn any way. */
  function shed(maze) {
    if (maze.skins <= 0 || maze.body.length < 2) return false;
    maze.skins--;
    maze.body.forEach((cell) => maze.skin.add(cell));
    maze.body.length = 1;
    maze.length = BABY;
    return true;
  }

  /** A mongoose takes one cell, or turns round. */
  function walk(maze, beast) {
    const here = at(beast.x, beast.y);
    const shut = (cell) => maze.cells[cell] !== '.' || maze.skin.has(cell) || (maze.gates[cell] && !open(maze, maze.gates[cell])) || maze.body.indexOf(cell) > 0;
    if (shut(here + beast.dir)) beast.dir = -beast.dir;
    beast.from = here;
    if (shut(here + beast.dir)) return;
    beast.x += Math.abs(beast.dir) === 1 ? beast.dir : 0;
    beast.y += Math.abs(beast.dir) === 1 ? 0 : Math.sign(beast.dir);
  }

  return { WIDE, TALL, DIRS, at, load, open, free, stuck, step, shed, walk };
})();
