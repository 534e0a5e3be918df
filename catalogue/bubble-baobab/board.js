// The bunches on the tree: a grid of rows where every second row is shifted by half a bubble. No drawing.
'use strict';

const R = 36; // a bubble's radius
const COLUMNS = 10;
const ROW_HIGH = R * 1.732;
const BOARD_WIDE = COLUMNS * R * 2;
const LAST_ROW = 11; // a bubble on this row or lower has reached the grass
const SEED = 's';
const RAINBOW = '*';

const rowSize = (row) => (row % 2 ? COLUMNS - 1 : COLUMNS);
const cellX = (row, col) => R + col * R * 2 + (row % 2 ? R : 0);
const cellY = (row) => R + row * ROW_HIGH;

function newBoard(level) {
  const rows = level.rows.map((line, row) => Array.from({ length: rowSize(row) }, (_, col) => (line[col] && line[col] !== '.' ? line[col] : null)));
  while (rows.length < LAST_ROW + 4) rows.push(Array(rowSize(rows.length)).fill(null));
  return rows;
}
function neighbours(row, col) {
  const shift = row % 2;
  return [[row, col - 1], [row, col + 1], [row - 1, col - 1 + shift], [row - 1, col + shift], [row + 1, col - 1 + shift], [row + 1, col + shift]];
}
const fruitAt = (rows, row, col) => (rows[row] && rows[row][col]) || null;

/** All bubbles of one fruit that touch each other, from this cell on. */
function bunch(rows, row, col) {
  const fruit = fruitAt(rows, row, col);
  const found = [[row, col]];
  const seen = new Set([row * 100 + col]);
  for (let i = 0; i < found.length; i++) {
    for (const [r, c] of neighbours(...found[i])) {
      if (seen.has(r * 100 + c) || fruitAt(rows, r, c) !== fruit) continue;
      seen.add(r * 100 + c);
      found.push([r, c]);
    }
  }
  return found;
}
/** Bubbles that no longer hang on anything that hangs on the branch. */
function loose(rows) {
  const held = new Set();
  const queue = [];
  const hold = (r, c) => {
    if (held.has(r * 100 + c) || !fruitAt(rows, r, c)) return;
    held.add(r * 100 + c);
    queue.push([r, c]);
  };
  rows[0].forEach((_, col) => hold(0, col));
  for (let i = 0; i < queue.length; i++) for (const [r, c] of neighbours(...queue[i])) hold(r, c);
  const free = [];
  eachBubble(rows, (fruit, r, c) => !held.has(r * 100 + c) && free.push([r, c]));
  return free;
}
function eachBubble(rows, visit) {
  for (let r = 0; r < rows.length; r++) for (let c = 0; c < rows[r].length; c++) if (rows[r][c]) visit(rows[r][c], r, c);
}
/** The fruits still on the tree, so that no useless one is handed out. */
function fruitsLeft(rows) {
  const left = new Set();
  eachBubble(rows, (fruit) => fruit !== SEED && left.add(fruit));
  return [...left];
}
function lowestRow(rows) {
  let low = -1;
  eachBubble(rows, (fruit, r) => (low = Math.max(low, r)));
  return low;
}
/** The empty cell nearest to a point. `sunk` is how far the branch has come down. */
function nearestCell(rows, x, y, sunk) {
  let best = null;
  let gap = Infinity;
  const guess = Math.round((y - sunk - R) / ROW_HIGH);
  for (let r = Math.max(0, guess - 1); r <= Math.min(rows.length - 1, guess + 1); r++) {
    for (let c = 0; c < rows[r].length; c++) {
      if (rows[r][c]) continue;
      const far = Math.hypot(cellX(r, c) - x, cellY(r) + sunk - y);
      if (far < gap) {
        gap = far;
        best = [r, c];
      }
    }
  }
  return best;
}
/** Would a bubble at this point touch the branch or another bubble? */
function touches(rows, x, y, sunk) {
  if (y - sunk <= R) return true;
  const guess = Math.round((y - sunk - R) / ROW_HIGH);
  const reach = R * 1.72; // a little less than two radii lets shots squeeze through gaps
  for (let r = Math.max(0, guess - 1); r <= Math.min(rows.length - 1, guess + 1); r++) {
    for (let c = 0; c < rows[r].length; c++) {
      if (rows[r][c] && Math.hypot(cellX(r, c) - x, cellY(r) + sunk - y) < reach) return true;
    }
  }
  return false;
}
/** Steps a shot; bounces off the sides. Returns true when it has come to rest. */
function flyShot(rows, shot, distance, sunk) {
  const step = 8;
  for (let gone = 0; gone < distance; gone += step) {
    shot.x += Math.cos(shot.angle) * step;
    shot.y += Math.sin(shot.angle) * step;
    if (shot.x < R || shot.x > BOARD_WIDE - R) {
      shot.x = Math.max(R, Math.min(BOARD_WIDE - R, shot.x));
      shot.angle = Math.PI - shot.angle;
      shot.bounced = true;
    }
    if (touches(rows, shot.x, shot.y, sunk)) return true;
  }
  return false;
}
