// All pictures of Simba Quest that are not the map's own tiles: camera, bag, talk, meetings, menu.
'use strict';

const Screen = {
  get tall() { return view.height > view.width; },

  text(words, x, y, size, colour = '#fff', align = 'center', edge = null) {
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui, sans-serif`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    if (edge) {
      ctx.lineJoin = 'round';
      ctx.lineWidth = size * 0.24;
      ctx.strokeStyle = edge;
      ctx.strokeText(words, x, y);
    }
    ctx.fillStyle = colour;
    ctx.fillText(words, x, y);
  },
  slab(x, y, w, h, r, colour) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, r);
    ctx.fill();
  },
  /** Breaks words into lines no wider than w, and writes them. Returns how many. */
  lines(words, x, y, w, size, colour, align = 'left') {
    ctx.font = `600 ${size}px Lexend, system-ui, Roboto, sans-serif`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    ctx.fillStyle = colour;
    let line = '';
    let n = 0;
    for (const word of words.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (line && ctx.measureText(longer).width > w) {
        ctx.fillText(line, x, y + n++ * size * 1.35);
        line = word;
      } else line = longer;
    }
    ctx.fillText(line, x, y + n * size * 1.35);
    return n + 1;
  },
  heart(x, y, size, colour) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(x, y + size * 0.9);
    ctx.bezierCurveTo(x - size * 1.5, y - size * 0.2, x - size * 0.7, y - size * 1.2, x, y - size * 0.4);
    ctx.bezierCurveTo(x + size * 0.7, y - size * 1.2, x + size * 1.5, y - size * 0.2, x, y + size * 0.9);
    ctx.fill();
  },

  camera() {
    const zoom = this.tall ? 0.9 : 1.05;
    const w = view.width / zoom;
    const h = view.height / zoom;
    const t = cub.t;
    const x = (cub.fromX + (cub.x - cub.fromX) * t + 0.5) * TILE;
    const y = (cub.fromY + (cub.y - cub.fromY) * t + 0.5) * TILE;
    const fit = (at, size, whole) => Math.max(0, Math.min(whole - size, at - size / 2));
    // a little sky of room on top, so the bars never hide the first row
    const lift = 60 / zoom;
    return { zoom, x: fit(x, w, area.cols * TILE), y: Math.max(-lift, Math.min(area.rows * TILE - h, y - h / 2)), w, h };
  },

  map() {
    const cam = this.camera();
    ctx.fillStyle = area.data.tuft;
    ctx.fillRect(0, 0, view.width, view.height);
    ctx.save();
    ctx.scale(cam.zoom, cam.zoom);
    ctx.translate(-cam.x, -cam.y);
    area.drawGround(ctx, game.clock);
    this.goal();
    const left = Math.floor(cam.x / TILE) - 1;
    const right = Math.ceil((cam.x + cam.w) / TILE) + 1;
    const cubRow = Math.max(cub.y, cub.fromY);
    for (let y = Math.max(0, Math.floor(cam.y / TILE) - 1); y <= Math.min(area.rows - 1, Math.ceil((cam.y + cam.h) / TILE) + 1); y++) {
      area.drawRow(ctx, y, left, right, game.clock);
      if (y === cubRow) this.cub();
    }
    this.signs();
    drawBits(false);
    ctx.restore();
    if (game.fade > 0) {
      ctx.globalAlpha = game.fade;
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, view.width, view.height);
      ctx.globalAlpha = 1;
    }
  },

  /** A ring where the finger pointed. */
  goal() {
    if (!game.mark || !game.path.length) return;
    const t = (game.clock - game.mark.t) % 0.8;
    ctx.strokeStyle = '#fff';
    ctx.lineWidth = 5;
    ctx.beginPath();
    ctx.arc(game.mark.x * TILE + 32, game.mark.y * TILE + 36, 14 + t * 12, 0, 7);
    ctx.stroke();
  },

  cub() {
    const t = cub.t;
    const x = (cub.fromX + (cub.x - cub.fromX) * t) * TILE + 32;
    const y = (cub.fromY + (cub.y - cub.fromY) * t) * TILE + 58;
    const hop = Math.sin(t * Math.PI) * 9;
    const breathe = t === 1 ? Math.sin(game.clock * 4) * 0.02 : 0.03;
    ctx.fillStyle = '#00000030';
    ctx.beginPath();
    ctx.ellipse(x, y - 1, 22 - hop * 0.5, 7, 0, 0, 7);
    ctx.fill();
    ctx.save();
    ctx.translate(x, y - hop);
    ctx.scale(cub.side, 1 + breathe);
    ctx.rotate(t < 1 ? Math.sin(t * Math.PI * 2) * 0.06 : 0);
    ctx.drawImage(Beast.cub.canvas, -36, -69, 72, 72);
    ctx.restore();
  },

  /** A yellow ! over whoever has something to say, and over creatures in the way. */
  signs() {
    for (const thing of area.things.values()) {
      const elder = thing.kind === 'elder';
      if (!elder && thing.kind !== 'creature') continue;
      const wants = elder && (!q.asked.includes(thing.mark) || (ELDERS[thing.mark].want && q.stones <= q.area && q.items >= ELDERS[thing.mark].need));
      if (elder && !wants) continue;
      const x = thing.x * TILE + 32;
      const y = thing.y * TILE - (elder ? 34 : 20) + Math.sin(game.clock * 5) * 4;
      this.slab(x - 15, y - 19, 30, 34, 15, elder ? '#FFC629' : '#fff');
      this.text(elder ? '!' : '?', x, y - 1, 26, INK);
    }
  },

  bag() {
    const y = Math.max(this.tall ? 56 : 58, this.tall ? 0 : 52 / view.scale); // under the score pill
    const w = this.tall ? 300 : 400;
    this.slab(10, y, w, 40, 20, '#26203Be6');
    for (let i = 0; i < MOST_HEARTS; i++) this.heart(32 + i * (this.tall ? 23 : 28), y + 20, this.tall ? 9 : 11, i < q.hearts ? '#FF6F91' : '#5A5270');
    let x = this.tall ? 142 : 176;
    const item = (art, count) => {
      ctx.drawImage(art.canvas, x, y + 5, 32, 30);
      this.text(String(count), x + 36, y + 21, this.tall ? 19 : 23, '#fff', 'left');
      x += this.tall ? 58 : 70;
    };
    item(Thing.berry, q.berries);
    item(Thing[area.data.quest], q.items);
    ['#FFC629', '#5FC3E8', '#C9F0D8'].forEach((colour, i) => {
      ctx.fillStyle = i < q.stones ? colour : '#5A5270';
      ctx.beginPath();
      ctx.ellipse(x + (this.tall ? 8 : 14) + i * (this.tall ? 17 : 24), y + 20, this.tall ? 7 : 10, this.tall ? 9 : 12, 0.3, 0, 7);
      ctx.fill();
    });
  },

  toast() {
    const size = this.tall ? 20 : 28;
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui, sans-serif`;
    const fade = Math.min(1, game.toastTime * 3);
    const w = Math.min(view.width - 12, ctx.measureText(game.toast).width + 44);
    const y = this.tall ? 128 : Math.max(140, 52 / view.scale + 76); // under the bag
    ctx.globalAlpha = fade;
    this.slab((view.width - w) / 2, y - 24, w, 48, 24, '#fff');
    const fits = ctx.measureText(game.toast).width > w - 24 ? size * 0.84 : size;
    this.text(game.toast, view.width / 2, y + 1, fits, INK);
    ctx.globalAlpha = 1;
  },

  talk() {
    const m = this.tall ? 12 : 90;
    const h = this.tall ? 210 : 170;
    const y = view.height - h - (this.tall ? 24 : 18);
    const w = view.width - m * 2;
    this.slab(m, y + 6, w, h, 26, '#00000055');
    this.slab(m, y, w, h, 26, '#fff');
    const face = this.tall ? 96 : 136;
    ctx.drawImage(talk.art.canvas, m + 10, y - (this.tall ? 52 : 30) + Math.sin(game.clock * 6) * 2, face, face);
    const tx = this.tall ? m + 22 : m + 164;
    this.text(talk.name, this.tall ? m + 112 : tx, y + 30, this.tall ? 26 : 30, '#9C1452', 'left');
    this.lines(talk.pages[talk.page], tx, y + (this.tall ? 72 : 70), w - (this.tall ? 44 : 190), this.tall ? 20 : 24, INK);
    const bob = Math.sin(game.clock * 6) * 4;
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.moveTo(m + w - 50, y + h - 36 + bob);
    ctx.lineTo(m + w - 22, y + h - 36 + bob);
    ctx.lineTo(m + w - 36, y + h - 18 + bob);
    ctx.fill();
  },

  actionBoxes() {
    if (this.tall) return [0, 1, 2, 3].map((i) => [14 + (i % 2) * 192, 540 + Math.floor(i / 2) * 86, 184, 72]);
    return [0, 1, 2, 3].map((i) => [50 + i * 219, 428, 203, 84]);
  },

  meeting() {
    const { foe, me, size } = spots();
    this.meetingGround(foe);
    const m = meeting;
    const enter = m.phase === 'in' ? (1 - Math.min(1, m.clock * 2)) ** 2 : 0;
    const shake = Math.sin(game.clock * 50) * 7 * m.shiver;
    const leap = Math.abs(Math.sin(m.hop * Math.PI * 2)) * 34;
    const mood = m.phase === 'choose' && m.mood.answer === 'play' ? Math.abs(Math.sin(game.clock * 6)) * 16 : 0;
    const puff = m.phase === 'choose' && m.mood.answer === 'roar' ? 1.1 : m.phase === 'choose' && m.mood.answer === 'listen' ? 0.94 : 1;
    this.beast(Beast[m.creature.art], foe[0] + enter * 500, foe[1] - leap - mood, size, puff + Math.sin(game.clock * 3) * 0.015, 1);
    const brave = m.phase === 'show' && m.good ? Math.sin(Math.min(1, m.clock * 2) * Math.PI) * 40 : 0;
    this.beast(Beast.cub, me[0] - enter * 400 + shake + brave, me[1] - brave * 0.5, size * (this.tall ? 0.76 : 0.9), 1 + Math.sin(game.clock * 4) * 0.02, 1);
    drawBits(true);
    this.trust(m, foe);
    this.cue(m);
    if (m.phase === 'roar') this.roarBar(m);
    else this.actions(m);
  },

  meetingGround([fx, fy]) {
    const { sky, ground } = area.data;
    ctx.fillStyle = sky[0];
    ctx.fillRect(0, 0, view.width, view.height);
    ctx.fillStyle = sky[1];
    for (let i = 0; i < 16; i++) {
      const a = (i / 16) * 6.283 + game.clock * 0.03;
      ctx.beginPath();
      ctx.moveTo(fx, fy - 80);
      ctx.lineTo(fx + Math.cos(a) * 1100, fy - 80 + Math.sin(a) * 1100);
      ctx.lineTo(fx + Math.cos(a + 0.2) * 1100, fy - 80 + Math.sin(a + 0.2) * 1100);
      ctx.fill();
    }
    ctx.fillStyle = ground[1];
    ctx.beginPath();
    ctx.ellipse(view.width / 2, view.height + 40, view.width * 0.9, view.height - fy + 92, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = ground[0];
    ctx.beginPath();
    ctx.ellipse(fx, fy + 2, this.tall ? 120 : 170, 24, 0, 0, 7);
    ctx.fill();
  },

  beast(art, x, bottom, size, stretch, side) {
    ctx.save();
    ctx.translate(x, bottom);
    ctx.scale(side, 1);
    ctx.drawImage(art.canvas, -size / 2, -size * 0.95 * stretch, size, size * stretch);
    ctx.restore();
  },

  trust(m, [fx]) {
    const y = this.tall ? 122 : 62;
    const x = this.tall ? 202 : fx;
    this.text(m.creature.name, x, y, this.tall ? 28 : 34, '#fff', 'center', INK);
    const gap = this.tall ? 28 : 30;
    for (let i = 0; i < m.need; i++) this.heart(x + (i - (m.need - 1) / 2) * gap, y + 32, 11, i < m.trust ? '#FF3D6E' : '#26203B66');
  },

  cue(m) {
    const w = this.tall ? 381 : 420;
    const x = this.tall ? 12 : 40;
    const y = this.tall ? 484 : 116;
    this.slab(x, y - (this.tall ? 8 : 0), w, this.tall ? 48 : 84, 22, '#fff');
    if (this.tall) this.lines(m.words, x + w / 2, y + 16, w - 20, m.words.length > 36 ? 16.5 : 18, INK, 'center');
    else this.lines(m.words, x + w / 2, y + (m.words.length > 32 ? 27 : 42), w - 40, 23, INK, 'center');
  },

  actions(m) {
    const ready = m.phase === 'choose';
    this.actionBoxes().forEach(([x, y, w, h], i) => {
      const [id, label] = ACTIONS[i];
      const on = ready && m.chosen === i;
      if (on) this.slab(x - 5, y - 5, w + 10, h + 16, 27, INK);
      this.slab(x, y + 6, w, h, 22, ready ? '#C98A00' : '#BDB6A8');
      this.slab(x, y, w, h, 22, !ready ? '#E5DFD2' : on ? '#FFE07A' : '#FFC629');
      const s = h * 0.72;
      ctx.drawImage(ACTION_ART[id].canvas, x + 14, y + h * 0.14, s, s);
      this.text(id === 'share' ? `${label} ${q.berries}` : label, x + 24 + s, y + h / 2 + 1, this.tall ? 24 : 28, INK, 'left');
    });
  },

  /** The roar: a needle swings, green is the middle. */
  roarBar(m) {
    const w = this.tall ? 360 : 620;
    const x = (view.width - w) / 2;
    const y = this.tall ? 580 : 448;
    this.slab(x - 8, y - 8, w + 16, 56, 28, INK);
    this.slab(x, y, w, 40, 20, '#FFEDB8');
    this.slab(x + w / 2 - (w / 2) * ROAR_GOOD, y, w * ROAR_GOOD, 40, 8, '#43CF7E');
    const nx = x + w / 2 + (w / 2 - 10) * m.bar;
    this.slab(nx - 8, y - 12, 16, 64, 8, '#E8432E');
  },

  menuBoxes() {
    const w = 300;
    const x = (view.width - w) / 2;
    return [0, 1].map((i) => [x, view.height * 0.42 + i * 96, w, 72]);
  },
  menu() {
    ctx.fillStyle = '#26203Baa';
    ctx.fillRect(0, 0, view.width, view.height);
    this.text('Karibu tena! Welcome back!', view.width / 2, view.height * 0.3, this.tall ? 27 : 42, '#FFE07A', 'center', INK);
    this.menuBoxes().forEach(([x, y, w, h], i) => {
      if (game.pick === i) this.slab(x - 6, y - 6, w + 12, h + 18, 42, '#fff');
      this.slab(x, y + 6, w, h, 36, i ? '#BDD3C9' : '#C98A00');
      this.slab(x, y, w, h, 36, i ? '#DDEBE4' : '#FFC629');
      this.text(i ? 'New quest' : 'Go on', x + w / 2, y + h / 2, 30, INK);
    });
  },
};
