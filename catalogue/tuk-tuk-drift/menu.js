// Choosing a track: six cards with the shape of the road, the best lap and the medal.
(function () {
  'use strict';
  const { TRACKS, MEDALS } = window.Tracks;
  const MEDAL_COLOURS = ['#C9813F', '#C8D3DC', '#FFC629'];
  const INK = '#0C2A30';
  let boxes = [];
  let shapes = null;
  let chosen = 0;
  let across = 3;

  function lay(view) {
    const upright = view.height > view.width;
    across = upright ? 2 : 3;
    const rows = TRACKS.length / across;
    const gap = upright ? 16 : 18;
    const left = upright ? 20 : Math.max(40, view.width / 2 - 520);
    const top = upright ? 206 : Math.max(116, 118 / view.scale);
    const foot = upright ? 118 : 106;
    const w = (view.width - left * 2 - gap * (across - 1)) / across;
    const h = Math.min(upright ? 280 : 240, (view.height - top - foot - gap * (rows - 1)) / rows);
    boxes = TRACKS.map((_, i) => ({ x: left + (i % across) * (w + gap), y: top + Math.floor(i / across) * (h + gap), w, h }));
    shapes = TRACKS.map((track) => window.Ground.outline(track.line));
  }

  const hit = (p) => boxes.findIndex((b) => p.x > b.x && p.x < b.x + b.w && p.y > b.y && p.y < b.y + b.h);

  function keys() {
    const press = Kiddo.input.pressed;
    const step = press('ArrowRight') ? 1 : press('ArrowLeft') ? -1 : press('ArrowDown') ? across : press('ArrowUp') ? -across : 0;
    const next = chosen + step;
    if (!step || next < 0 || next >= TRACKS.length) return false;
    chosen = next;
    return true;
  }

  function draw(ctx, view, best, open, time, told) {
    cloth(ctx, view);
    const upright = view.height > view.width;
    const titleY = boxes[0].y - (upright ? 34 : 26);
    ctx.textAlign = 'center';
    ctx.fillStyle = '#fff';
    ctx.font = Art.font(upright ? 40 : 42);
    ctx.fillText('Choose a track', view.width / 2, titleY);
    const half = ctx.measureText('Choose a track').width / 2;
    Art.draw(ctx, 'tuktuk', view.width / 2 - half - 56, titleY - 12, -0.25 + Math.sin(time * 2) * 0.06, 0.8);
    boxes.forEach((b, i) => card(ctx, b, i, best[i], i <= open, time));
    footer(ctx, view, best, open, told);
  }

  /** Night-blue cloth with a bright hem, as on the seats of a tuk-tuk. */
  function cloth(ctx, view) {
    ctx.fillStyle = '#0F4A54';
    ctx.fillRect(0, 0, view.width, view.height);
    ctx.fillStyle = '#13555F';
    for (let y = 90; y < view.height; y += 120) zigzag(ctx, view.width, y, 30, 40);
    ctx.fillStyle = '#E23B24';
    ctx.fillRect(0, view.height - 12, view.width, 12);
    ctx.fillStyle = '#FFC629';
    zigzag(ctx, view.width, view.height - 22, 12, 12);
  }
  function zigzag(ctx, width, y, high, thick) {
    ctx.beginPath();
    for (let x = 0, i = 0; x <= width + 40; x += high * 1.2, i++) ctx.lineTo(x, y + (i % 2 ? 0 : high));
    for (let x = Math.ceil((width + 40) / (high * 1.2)) * high * 1.2, i = Math.round(x / (high * 1.2)); x >= 0; x -= high * 1.2, i--) ctx.lineTo(x, y + thick + (i % 2 ? 0 : high));
    ctx.fill();
  }

  function card(ctx, b, i, best, open, time) {
    const on = i === chosen;
    const lift = on ? -4 + Math.sin(time * 5) * 1.5 : 0;
    const track = TRACKS[i];
    const look = window.Ground.LOOKS[track.look];
    ctx.fillStyle = '#062A31';
    Art.box(ctx, b.x, b.y + 7, b.w, b.h, 22);
    if (on) {
      ctx.fillStyle = '#FFC629';
      Art.box(ctx, b.x - 6, b.y - 6 + lift, b.w + 12, b.h + 12, 27);
    }
    ctx.fillStyle = open ? '#fff' : '#1B626D';
    Art.box(ctx, b.x, b.y + lift, b.w, b.h, 22);
    const high = b.h - 84;
    ctx.globalAlpha = open ? 1 : 0.5;
    ctx.fillStyle = look.ground;
    Art.box(ctx, b.x + 9, b.y + 9 + lift, b.w - 18, high, 15);
    map(ctx, i, b.x + 9, b.y + 9 + lift, b.w - 18, high, look.road);
    ctx.globalAlpha = 1;
    if (!open) lock(ctx, b.x + b.w / 2, b.y + 9 + lift + high / 2);
    ctx.textAlign = 'left';
    ctx.fillStyle = open ? INK : '#fff';
    ctx.font = Art.font(27);
    ctx.fillText(track.name, b.x + 18, b.y + b.h - 44 + lift, b.w - 36);
    ctx.font = Art.font(21);
    ctx.fillStyle = open ? '#24434B' : '#CFE6E2';
    ctx.fillText(best ? `Best ${best.toFixed(2)} s` : track.place, b.x + 18, b.y + b.h - 15 + lift, b.w - (open ? 84 : 36));
    if (!open) return;
    const medal = medalOf(i, best);
    if (medal >= 0) drawMedal(ctx, b.x + b.w - 38, b.y + 40 + lift, medal);
    go(ctx, b.x + b.w - 40, b.y + b.h - 38 + lift, on ? 27 : 22, on);
  }
  /** The sign that says: this starts it. */
  function go(ctx, x, y, r, on) {
    for (const [colour, dy] of [[on ? '#C98A00' : '#BDD3C9', 4], [on ? '#FFC629' : '#DDEBE4', 0]]) {
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.arc(x, y + dy, r, 0, 7);
      ctx.fill();
    }
    ctx.fillStyle = INK;
    ctx.beginPath();
    ctx.moveTo(x - r * 0.28, y - r * 0.42);
    ctx.lineTo(x + r * 0.46, y);
    ctx.lineTo(x - r * 0.28, y + r * 0.42);
    ctx.fill();
  }
  function lock(ctx, x, y) {
    ctx.fillStyle = '#0C2A30E6';
    ctx.beginPath();
    ctx.arc(x, y, 36, 0, 7);
    ctx.fill();
    ctx.strokeStyle = '#fff';
    ctx.lineWidth = 6;
    ctx.beginPath();
    ctx.arc(x, y - 4, 10, Math.PI, 0);
    ctx.stroke();
    ctx.fillStyle = '#FFC629';
    Art.box(ctx, x - 16, y - 5, 32, 24, 6);
  }

  /** Under the cards: the lap times that win a medal on the chosen track, or what was told. */
  function footer(ctx, view, best, open, told) {
    const y = boxes[boxes.length - 1].y + boxes[0].h + (view.height - 22 - boxes[boxes.length - 1].y - boxes[0].h) / 2;
    const locked = chosen > open ? `First win a medal on ${TRACKS[open].name}` : '';
    const words = told || locked;
    ctx.fillStyle = '#0C2A30E6';
    const wide = Math.min(520, view.width - 40);
    Art.box(ctx, view.width / 2 - wide / 2, y - 28, wide, 56, 28);
    ctx.textAlign = 'center';
    ctx.font = Art.font(23);
    if (words) {
      ctx.fillStyle = '#FFC629';
      ctx.fillText(words, view.width / 2, y + 8, wide - 40);
      return;
    }
    ctx.textAlign = 'left';
    ctx.fillStyle = '#fff';
    ctx.fillText('One lap in', view.width / 2 - wide / 2 + 24, y + 8, wide * 0.24);
    TRACKS[chosen].medals.forEach((limit, k) => {
      const x = view.width / 2 - wide / 2 + wide * (0.37 + k * 0.215);
      drawMedal(ctx, x, y - 4, k, 0.72);
      ctx.textAlign = 'left';
      ctx.font = Art.font(23);
      ctx.fillStyle = '#fff';
      ctx.fillText(`${limit} s`, x + 18, y + 8, wide * 0.16);
    });
  }

  function map(ctx, i, x, y, w, h, colour) {
    const { size } = TRACKS[i];
    const scale = Math.min((w - 24) / size.w, (h - 12) / size.h);
    ctx.save();
    ctx.translate(x + w / 2 - (size.w * scale) / 2, y + h / 2 - (size.h * scale) / 2);
    ctx.scale(scale, scale);
    ctx.lineJoin = 'round';
    ctx.strokeStyle = '#FFFFFF';
    ctx.lineWidth = 13 / scale;
    ctx.stroke(shapes[i]);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 8 / scale;
    ctx.stroke(shapes[i]);
    ctx.restore();
  }

  /** 0 bronze, 1 silver, 2 gold, -1 none. */
  function medalOf(i, time) {
    let medal = -1;
    TRACKS[i].medals.forEach((limit, k) => {
      if (time && time <= limit) medal = k;
    });
    return medal;
  }

  function drawMedal(ctx, x, y, medal, scale = 1) {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(scale, scale);
    ctx.fillStyle = '#D8341C';
    ctx.beginPath();
    ctx.moveTo(-13, -24);
    ctx.lineTo(13, -24);
    ctx.lineTo(6, 4);
    ctx.lineTo(-6, 4);
    ctx.fill();
    [[18, '#00000030', 2], [18, MEDAL_COLOURS[medal], 0], [12, '#FFFFFF55', 0]].forEach(([r, colour, dy]) => {
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.arc(0, 8 + dy, r, 0, 7);
      ctx.fill();
    });
    ctx.restore();
  }

  window.Menu = { MEDALS, lay, hit, keys, draw, map, medalOf, drawMedal, get chosen() { return chosen; }, set chosen(value) { chosen = value; } };
})();
