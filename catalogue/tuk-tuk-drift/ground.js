// The ground of a track, painted tile by tile the first time each tile is seen. A tile is then one drawImage a frame.
(function () {
  'use strict';
  const TILE = 512;
  const MOST_TILES = 18; // the oldest are thrown away: a phone has little memory
  const SHARPEST = 1.5;

  // ground, its pattern, road, road's edge, kerb colours, middle line, and what stands beside the road
  const LOOKS = {
    beach: { ground: '#F5D79A', mark: '#EDC981', road: '#8D7B74', edge: '#FFF3DC', kerb: ['#E23B24', '#FFFFFF'], line: '#FFF3DC', shape: 'dots', decor: ['palm', 'palm', 'shade', 'palm', 'bale'] },
    market: { ground: '#D98B4F', mark: '#CF7E42', road: '#5B4A5E', edge: '#F5D29B', kerb: ['#0F8F88', '#FFF3DC'], line: '#FFD873', shape: 'checks', decor: ['stallRed', 'stallTeal', 'tree', 'stallRed', 'bale'] },
    tea: { ground: '#5FB867', mark: '#54AB5D', road: '#7B5443', edge: '#C98F5E', kerb: ['#FFC629', '#FFFFFF'], line: '#E8C79A', shape: 'dots', decor: ['tea', 'tea', 'tree', 'tea', 'acacia'] },
    town: { ground: '#E9CFA2', mark: '#E0C293', road: '#6C6A78', edge: '#FFF8EA', kerb: ['#1C7FD6', '#FFFFFF'], line: '#FFFFFF', shape: 'checks', decor: ['roofWhite', 'roofRed', 'palm', 'roofWhite', 'stallTeal'] },
    lake: { ground: '#8CC26A', mark: '#80B75E', road: '#54596B', edge: '#E8EED0', kerb: ['#E0457B', '#FFFFFF'], line: '#FFFFFF', shape: 'dots', decor: ['acacia', 'flamingo', 'flamingo', 'acacia', 'tree'] },
    night: { ground: '#262E5C', mark: '#2D366A', road: '#3C3F58', edge: '#8C92C8', kerb: ['#FFC629', '#21172A'], line: '#FFE28A', shape: 'checks', decor: ['roofNight', 'lamp', 'roofNight', 'lamp', 'tree'] },
  };
  const ROOMY = { roofWhite: 130, roofRed: 130, roofNight: 130, tea: 115, acacia: 84 }; // how far these keep from the road

  let track = null;
  let path = null;
  let things = [];
  let tiles = new Map();

  function outline(line) {
    const made = new Path2D();
    line.forEach((p, i) => (i ? made.lineTo(p.x, p.y) : made.moveTo(p.x, p.y)));
    made.closePath();
    return made;
  }

  function use(given) {
    if (track === given) return;
    track = given;
    path = outline(track.line);
    tiles = new Map();
    things = plant();
  }

  /** Things stand where there is room, the same every time. */
  function plant() {
    const chance = Kiddo.rng(track.name.length * 77 + track.line.length);
    const kinds = LOOKS[track.look].decor;
    const made = [];
    for (let y = -60; y < track.size.h; y += 150) {
      for (let x = -60; x < track.size.w; x += 150) {
        const kind = kinds[Math.floor(chance() * kinds.length)];
        const thing = { kind, x: x + chance() * 110, y: y + chance() * 110, turn: kind.startsWith('roof') || kind === 'tea' ? Math.round(chance() * 3) * (Math.PI / 2) : chance() * 6.28 };
        if (chance() < 0.22) continue;
        const far = window.Tracks.nearest(track, thing.x, thing.y).far;
        const need = track.width / 2 + 30 + (ROOMY[kind] || 62);
        const clear = made.every((other) => Math.hypot(other.x - thing.x, other.y - thing.y) > (ROOMY[kind] || 60) + (ROOMY[other.kind] || 50) - 20);
        if (far > need && clear) made.push(thing);
      }
    }
    return made;
  }

  function paint(tx, ty, scale) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.ceil(TILE * scale);
    const c = canvas.getContext('2d');
    c.scale(canvas.width / TILE, canvas.width / TILE);
    c.translate(-tx * TILE, -ty * TILE);
    const look = LOOKS[track.look];
    c.fillStyle = look.ground;
    c.fillRect(tx * TILE, ty * TILE, TILE, TILE);
    c.fillStyle = look.mark;
    pattern(c, tx * TILE, ty * TILE, look.shape);
    road(c, look);
    things.forEach((t) => {
      if (t.x > tx * TILE - 130 && t.x < (tx + 1) * TILE + 130 && t.y > ty * TILE - 130 && t.y < (ty + 1) * TILE + 130) Art.draw(c, t.kind, t.x, t.y, t.turn);
    });
    return canvas;
  }

  function pattern(c, left, top, shape) {
    const step = 128;
    for (let y = top; y < top + TILE; y += step) {
      for (let x = left; x < left + TILE; x += step) {
        if (shape === 'checks') {
          c.fillRect(x, y, step / 2, step / 2);
          c.fillRect(x + step / 2, y + step / 2, step / 2, step / 2);
          continue;
        }
        c.beginPath();
        c.ellipse(x + 32, y + 36, 24, 10, 0, 0, 7);
        c.ellipse(x + 98, y + 98, 15, 7, 0, 0, 7);
        c.fill();
      }
    }
  }

  function road(c, look) {
    c.lineJoin = 'round';
    const stroke = (colour, width, dash = []) => {
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.setLineDash(dash);
      c.stroke(path);
    };
    stroke('#00000018', track.width + 58);
    stroke(look.kerb[1], track.width + 30);
    stroke(look.kerb[0], track.width + 30, [44, 44]);
    stroke(look.road, track.width);
    stroke(look.edge, track.width - 14, []);
    stroke(look.road, track.width - 22);
    stroke(look.line, 6, [46, 58]);
    c.setLineDash([]);
    startLine(c);
  }

  function startLine(c) {
    const p = track.line[0];
    const size = 15;
    const half = Math.floor(track.width / 2 / size);
    c.save();
    c.translate(p.x, p.y);
    c.rotate(p.a);
    for (let row = 0; row < 3; row++) {
      for (let k = -half; k < half; k++) {
        c.fillStyle = (row + k) & 1 ? '#21172A' : '#FFFFFF';
        c.fillRect(row * size - 22, k * size, size, size);
      }
    }
    c.restore();
  }

  /** Draws all tiles in sight; at most one new tile is painted a frame once the first picture stands. */
  function draw(ctx, view, cam) {
    const scale = Math.min(SHARPEST, view.canvas.width / view.width);
    let fresh = tiles.size ? 2 : 99;
    for (let ty = Math.floor(cam.y / TILE); ty * TILE < cam.y + view.height; ty++) {
      for (let tx = Math.floor(cam.x / TILE); tx * TILE < cam.x + view.width; tx++) {
        const name = `${tx},${ty}`;
        let tile = tiles.get(name);
        if (!tile && fresh > 0) {
          fresh -= 1;
          tile = paint(tx, ty, scale);
          tiles.set(name, tile);
          if (tiles.size > MOST_TILES) tiles.delete(tiles.keys().next().value);
        }
        if (tile) ctx.drawImage(tile, tx * TILE, ty * TILE, TILE + 0.5, TILE + 0.5);
      }
    }
  }

  window.Ground = { LOOKS, use, draw, outline, get path() { return path; } };
})();
