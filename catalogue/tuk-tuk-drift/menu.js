// Choosing a track: six cards with the shape of the road, the best lap and the medal.
(function () {
  'use strict';
  const { TRACKS, MEDALS } = window.Tracks;
  const MEDAL_COLOURS = ['#C9813F', '#C8D3DC', '#FFC629'];
  let boxes = [];
  let shapes = null;
  let chosen = 0;
  let across = 3;

  function lay(view) {
    const upright = view.height > view.width;
    across = upright ? 2 : 3;
    const rows = TRACKS.length / across;
    const gap = 16;
    const left = upright ? 20 : Math.max(40, view.width / 2 - 480);
    const top = upright ? 166 : 128;
    const w = (view.width - left * 2 - gap * (across - 1)) / across;
    const h = Math.min(upright ? 230 : 232, (view.height - top - 28 - gap * (rows - 1)) / rows);
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

  function draw(ctx, view, best, open, time) {
    ctx.fillStyle = '#0C2A30';
    ctx.fillRect(0, 0, view.width, view.height);
    ctx.fillStyle = '#153B43';
    for (let i = 0; i < 9; i++) { // zigzag cloth
      ctx.beginPath();
      for (let x = 0; x <= view.width + 40; x += 40) ctx.lineTo(x, i * 130 + ((x / 40) % 2 ? 0 : 34));
      for (let x = view.width + 40; x >= 0; x -= 40) ctx.lineTo(x, i * 130 + 42 + ((x / 40) % 2 ? 0 : 34));
      ctx.fill();
    }
    ctx.fillStyle = '#fff';
    ctx.textAlign = 'center';
    ctx.font = Art.font(view.height > view.width ? 34 : 38);
    ctx.fillText('Choose a track', view.width / 2, view.height > view.width ? 144 : 104);
    boxes.forEach((b, i) => card(ctx, b, i, best[i], i <= open, time));
  }

  function card(ctx, b, i, best, open, time) {
    const on = i === chosen;
    const lift = on ? -4 + Math.sin(time * 5) * 1.5 : 0;
    const track = TRACKS[i];
    ctx.fillStyle = on ? '#C98A00' : '#030F11';
    Art.box(ctx, b.x, b.y + 6, b.w, b.h, 20);
    ctx.fillStyle = on ? '#FFC629' : open ? '#fff' : '#8FA9AB';
    Art.box(ctx, b.x, b.y + lift, b.w, b.h, 20);
    const mapTop = b.y + 10 + lift;
    const mapHeight = b.h - 90;
    ctx.fillStyle = window.Ground.LOOKS[track.look].ground;
    ctx.globalAlpha = open ? 1 : 0.45;
    Art.box(ctx, b.x + 10, mapTop, b.w - 20, mapHeight, 14);
    map(ctx, i, b.x + 10, mapTop, b.w - 20, mapHeight, window.Ground.LOOKS[track.look].road);
    ctx.globalAlpha = 1;
    ctx.fillStyle = '#0C2A30';
    ctx.textAlign = 'left';
    ctx.font = Art.font(26);
    ctx.fillText(track.name, b.x + 18, b.y + b.h - 47 + lift);
    ctx.font = Art.font(20);
    ctx.fillStyle = '#24434B';
    ctx.fillText(best ? `Best ${best.toFixed(2)}` : open ? track.place : 'Win a medal first', b.x + 18, b.y + b.h - 15 + lift, b.w - 30);
    const medal = medalOf(i, best);
    if (medal >= 0) drawMedal(ctx, b.x + b.w - 36, b.y + b.h - 42 + lift, medal);
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
