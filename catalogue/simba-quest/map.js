// One area on the screen: its tiles, what stands on them, finding a way, and the picture.
'use strict';

const TILE = 64;
const SOLID = '#ob~';

class Area {
  /** gone: keys of things already taken or befriended; opened: the elder here has been helped. */
  constructor(index, gone, opened) {
    this.index = index;
    this.data = AREAS[index];
    this.cols = this.data.rows[0].length;
    this.rows = this.data.rows.length;
    this.opened = opened;
    this.things = new Map(); // 'x:y' -> what you can bump into or pick up
    this.start = [1, 1];
    this.rest = [1, 1];
    this.data.rows.forEach((row, y) => [...row].forEach((mark, x) => this.read(mark, x, y, gone)));
    this.paint();
  }

  key(x, y) { return `${this.index}:${x}:${y}`; }
  mark(x, y) { return (this.data.rows[y] || '')[x] || '#'; }
  thing(x, y) { return this.things.get(`${x}:${y}`); }

  read(mark, x, y, gone) {
    if (mark === 'S') this.start = [x, y];
    if (mark === 'r') this.rest = [x, y];
    const kind = ELDERS[mark] ? 'elder' : CREATURES[mark] ? 'creature' : { p: 'quest', s: 'berry', '*': 'star', G: 'gate', r: 'rest' }[mark];
    if (!kind || gone.includes(this.key(x, y)) || (kind === 'gate' && this.opened)) return;
    this.things.set(`${x}:${y}`, { kind, mark, x, y, seed: (x * 7 + y * 13) % 10 });
  }
  remove(thing) { this.things.delete(`${thing.x}:${thing.y}`); }

  solid(x, y) {
    const mark = this.mark(x, y);
    return SOLID.includes(mark) || (mark === '%' && !this.opened);
  }
  blocks(x, y) {
    const thing = this.thing(x, y);
    return this.solid(x, y) || (thing && !['quest', 'berry', 'star'].includes(thing.kind));
  }

  /** The steps from one tile to another (or to its neighbour, when something stands there). Breadth first. */
  way(fromX, fromY, toX, toY) {
    const from = `${fromX}:${fromY}`;
    const came = new Map([[from, null]]);
    const queue = [[fromX, fromY]];
    while (queue.length) {
      const [x, y] = queue.shift();
      if (x === toX && y === toY) break;
      if (this.blocks(x, y) && `${x}:${y}` !== from) continue; // may be the goal, never a road
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const next = `${x + dx}:${y + dy}`;
        if (came.has(next) || this.solid(x + dx, y + dy)) continue;
        came.set(next, [x, y]);
        queue.push([x + dx, y + dy]);
      }
    }
    const steps = [];
    let at = [toX, toY];
    if (!came.has(`${toX}:${toY}`)) return steps;
    while (at && `${at[0]}:${at[1]}` !== from) {
      steps.unshift(at);
      at = came.get(`${at[0]}:${at[1]}`);
    }
    return steps;
  }

  /** The still ground, painted once: checks, tufts, water, round-cornered paths. */
  paint() {
    const canvas = document.createElement('canvas');
    canvas.width = this.cols * TILE;
    canvas.height = this.rows * TILE;
    const c = canvas.getContext('2d');
    const { ground, tuft, path } = this.data;
    for (let y = 0; y < this.rows; y++) {
      for (let x = 0; x < this.cols; x++) {
        c.fillStyle = ground[(x + y) % 2];
        c.fillRect(x * TILE, y * TILE, TILE, TILE);
        if (this.mark(x, y) === ',' || (this.mark(x, y) === '.' && (x * 5 + y * 3) % 11 === 0)) this.paintTuft(c, x * TILE, y * TILE, tuft);
      }
    }
    const isPath = (x, y) => '=S<>%'.includes(this.mark(x, y));
    const isWater = (x, y) => '~%'.includes(this.mark(x, y));
    this.paintJoined(c, isWater, '#3FA9D6', 0);
    this.paintJoined(c, isWater, '#5FC3E8', 9);
    this.paintJoined(c, (x, y) => isPath(x, y) && !isWater(x, y), path, 7);
    this.canvas = canvas;
    this.waves = [];
    for (let y = 0; y < this.rows; y++) for (let x = 0; x < this.cols; x++) if (isWater(x, y) && (x + y) % 2) this.waves.push([x, y]);
  }

  paintTuft(c, x, y, colour) {
    c.strokeStyle = colour;
    c.lineWidth = 5;
    c.lineCap = 'round';
    c.beginPath();
    for (const [dx, lean] of [[22, -7], [32, 0], [42, 7]]) {
      c.moveTo(x + dx, y + 46);
      c.lineTo(x + dx + lean, y + 28);
    }
    c.stroke();
  }

  /** Fills the tiles that pass, inset, and bridges each to its right and lower neighbour, so that corners are round. */
  paintJoined(c, passes, colour, inset) {
    c.fillStyle = colour;
    for (let y = 0; y < this.rows; y++) {
      for (let x = 0; x < this.cols; x++) {
        if (!passes(x, y)) continue;
        const w = passes(x + 1, y) ? TILE * 1.5 : TILE;
        const h = passes(x, y + 1) ? TILE * 1.5 : TILE;
        c.beginPath();
        c.roundRect(x * TILE + inset, y * TILE + inset, w - inset * 2, TILE - inset * 2, 20 - inset);
        c.roundRect(x * TILE + inset, y * TILE + inset, TILE - inset * 2, h - inset * 2, 20 - inset);
        if (passes(x - 1, y)) c.rect(x * TILE - TILE / 2, y * TILE + inset, TILE, TILE - inset * 2);
        if (passes(x, y - 1)) c.rect(x * TILE + inset, y * TILE - TILE / 2, TILE - inset * 2, TILE);
        // the middle of four that all pass would stay a hole
        if (passes(x - 1, y) && passes(x, y - 1) && passes(x - 1, y - 1)) c.rect(x * TILE - TILE / 2, y * TILE - TILE / 2, TILE, TILE);
        c.fill();
      }
    }
  }

  drawGround(c, time) {
    c.drawImage(this.canvas, 0, 0);
    c.strokeStyle = '#A5E4F5';
    c.lineWidth = 5;
    c.lineCap = 'round';
    c.beginPath();
    for (const [x, y] of this.waves) {
      const drift = Math.sin(time * 1.6 + x * 2 + y) * 8;
      c.moveTo(x * TILE + 16 + drift, y * TILE + 34);
      c.quadraticCurveTo(x * TILE + 26 + drift, y * TILE + 26, x * TILE + 36 + drift, y * TILE + 34);
    }
    c.stroke();
    for (let y = 0; y < this.rows; y++) {
      for (let x = 0; x < this.cols; x++) {
        if (this.mark(x, y) !== '%' || !this.opened) continue;
        c.fillStyle = '#7E9AA8';
        c.beginPath();
        c.ellipse(x * TILE + 32, y * TILE + 38, 29, 22, 0, 0, 7);
        c.fill();
        c.fillStyle = '#A9C0CB';
        c.beginPath();
        c.ellipse(x * TILE + 30, y * TILE + 33, 27, 18, 0, 0, 7);
        c.fill();
      }
    }
  }

  /** What stands up in row y, drawn before whatever is in the rows below it. */
  drawRow(c, y, left, right, time) {
    for (let x = left; x <= right; x++) {
      const mark = this.mark(x, y);
      if (x < 0 || x >= this.cols) continue;
      const px = x * TILE;
      const py = y * TILE;
      if (mark === '#') {
        if (this.data.tree === 'rock') this.put(c, Thing.rock, px + 32, py + 62, 76);
        else this.put(c, Thing[this.data.tree], px + 32, py + 60, 98);
      } else if (mark === 'o') this.put(c, Thing.rock, px + 32, py + 60, 62);
      else if (mark === 'b') this.put(c, Thing.bush, px + 32, py + 60, 66);
      const thing = this.thing(x, y);
      if (thing) this.drawThing(c, thing, px + 32, py + 58, time);
    }
  }

  put(c, art, x, bottom, width) {
    const h = (width * art.h) / art.w;
    c.drawImage(art.canvas, x - width / 2, bottom - h, width, h);
  }

  drawThing(c, thing, x, bottom, time) {
    const bob = Math.sin(time * 3 + thing.seed);
    if (thing.kind === 'gate') return this.put(c, Thing.gate, x, bottom + 2, 72);
    if (thing.kind === 'rest') return this.put(c, Thing.rest, x, bottom + 2, 112);
    if (thing.mark === 'C') return this.put(c, Thing.cave, x, bottom + 4, 104);
    c.fillStyle = '#00000026';
    c.beginPath();
    c.ellipse(x, bottom - 1, thing.kind === 'elder' ? 28 : 20, 7, 0, 0, 7);
    c.fill();
    if (thing.kind === 'quest') return this.put(c, Thing[this.data.quest], x, bottom - 6 + bob * 3, 46);
    if (thing.kind === 'berry') return this.put(c, Thing.berry, x, bottom - 6 + bob * 3, 42);
    if (thing.kind === 'star') return this.put(c, Thing.star, x, bottom - 8 + bob * 4, 40);
    const art = Beast[(ELDERS[thing.mark] || CREATURES[thing.mark]).art];
    const big = thing.kind === 'elder' ? 80 : 66;
    c.drawImage(art.canvas, x - big / 2, bottom - big * (0.96 + bob * 0.02), big, big * (1 + bob * 0.02));
  }
}
