// What a program is and how it runs. A program is { main: [...], hop: [...] }; a block is { type, n?, body? }.
'use strict';
window.Program = (function () {
  const KINDS = {
    F: { type: 'fwd', name: 'Forward', icon: 'M12 20V4M5 11l7-7 7 7' },
    L: { type: 'left', name: 'Left', icon: 'M20 20v-7a4 4 0 0 0-4-4H5M10 4L5 9l5 5' },
    R: { type: 'right', name: 'Right', icon: 'M4 20v-7a4 4 0 0 1 4-4h11M14 4l5 5-5 5' },
    D: { type: 'dig', name: 'Dig', icon: 'M5 19L15 9M9 4c5 0 9 3 11 9M4 20l2-2' },
    N: { type: 'rep', name: 'Repeat', icon: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5', nest: true },
    U: { type: 'until', name: 'Until flag', icon: 'M6 21V4h12l-3 4 3 4H6', nest: true },
    K: { type: 'rock', name: 'If rock', icon: 'M4 19l3-9 6-4 6 5 1 8z', nest: true },
    P: { type: 'sample', name: 'If sample', icon: 'M12 3l6 8-6 10-6-10z', nest: true },
    X: { type: 'call', name: 'Hop', icon: 'M3 18c2-12 12-12 14 0M13 15l4 4 4-4' },
  };
  const BY_TYPE = Object.fromEntries(Object.values(KINDS).map((kind) => [kind.type, kind]));
  const DIRS = { '>': 0, v: 1, '<': 2, '^': 3 };
  const STEP = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  const TOO_LONG = 400;

  const make = (letter) => {
    const kind = KINDS[letter];
    const block = { type: kind.type };
    if (kind.nest) block.body = [];
    if (kind.type === 'rep') block.n = 3;
    return block;
  };
  const count = (list) => list.reduce((sum, block) => sum + 1 + (block.body ? count(block.body) : 0), 0);
  const size = (program) => count(program.main) + count(program.hop);

  /** A fresh world from a puzzle's map. */
  function world(puzzle) {
    const made = { w: puzzle.map[0].length, h: puzzle.map.length, rocks: new Set(), samples: new Set(), flag: -1, x: 0, y: 0, dir: 0, dug: 0, turns: 0 };
    puzzle.map.forEach((row, y) => [...row].forEach((sign, x) => {
      const at = y * made.w + x;
      if (sign === '#') made.rocks.add(at);
      if (sign === 'S') made.samples.add(at);
      if (sign === 'G') made.flag = at;
      if (sign in DIRS) Object.assign(made, { x, y, dir: DIRS[sign], turns: DIRS[sign] });
    }));
    made.total = made.samples.size;
    return made;
  }
  function ahead(w) {
    const x = w.x + STEP[w.dir][0];
    const y = w.y + STEP[w.dir][1];
    return { x, y, blocked: x < 0 || y < 0 || x >= w.w || y >= w.h || w.rocks.has(y * w.w + x) };
  }
  const here = (w) => w.y * w.w + w.x;
  const done = (w) => w.samples.size === 0 && (w.flag < 0 || here(w) === w.flag);

  /** Runs a program one act at a time: each yield is { block, act, result }. Ends with 'done', 'bump', 'end' or 'long'. */
  function* run(program, w) {
    let steps = 0;
    function* list(blocks, depth) {
      for (const block of blocks) {
        if (++steps > TOO_LONG || depth > 40) return yield { block, act: 'stop', result: 'long' };
        const result = yield* one(block, depth);
        if (result) return result;
      }
      return '';
    }
    function* one(block, depth) {
      if (block.type === 'rep') {
        yield { block, act: 'look' };
        for (let i = 0; i < block.n; i++) {
          const result = yield* list(block.body, depth + 1);
          if (result) return result;
        }
        return '';
      }
      if (block.type === 'until') {
        while (w.flag < 0 || here(w) !== w.flag) {
          yield { block, act: 'look' };
          if (++steps > TOO_LONG || !block.body.length) return 'long';
          const result = yield* list(block.body, depth + 1);
          if (result) return result;
        }
        return '';
      }
      if (block.type === 'rock' || block.type === 'sample') {
        const yes = block.type === 'rock' ? ahead(w).blocked : w.samples.has(here(w));
        yield { block, act: 'look', yes };
        return yes ? yield* list(block.body, depth + 1) : '';
      }
      if (block.type === 'call') {
        yield { block, act: 'look' };
        return yield* list(program.hop, depth + 1);
      }
      return yield* act(block);
    }
    function* act(block) {
      if (block.type === 'fwd') {
        const next = ahead(w);
        if (next.blocked) {
          yield { block, act: 'bump' };
          return 'bump';
        }
        w.x = next.x;
        w.y = next.y;
      }
      if (block.type === 'left' || block.type === 'right') {
        const turn = block.type === 'left' ? -1 : 1;
        w.turns += turn;
        w.dir = (w.dir + turn + 4) % 4;
      }
      let got = false;
      if (block.type === 'dig') {
        got = w.samples.delete(here(w));
        if (got) w.dug++;
      }
      yield { block, act: block.type, got };
      return done(w) ? 'done' : '';
    }
    const result = yield* list(program.main, 0);
    return typeof result === 'string' && result ? result : result ? 'long' : 'end';
  }
  return { KINDS, BY_TYPE, make, size, world, run, done, here };
})();
