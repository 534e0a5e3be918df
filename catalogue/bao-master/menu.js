// The first screen of Bao Master: four opponents to climb past, a game for two, a lesson.
(function () {
  'use strict';
  // skill.depth: how many moves the animal looks ahead; slips: how often it plays without thinking
  const OPPONENTS = [
    { face: 'monkey', name: 'Tumbili', kind: 'Monkey', says: 'Plays for fun', skill: { depth: 1, slips: 0.55, time: 200 } },
    { face: 'hare', name: 'Sungura', kind: 'Hare', says: 'Quick and keen', skill: { depth: 2, slips: 0.2, time: 200 } },
    { face: 'elephant', name: 'Tembo', kind: 'Elephant', says: 'Never forgets', skill: { depth: 4, slips: 0.05, time: 250 } },
    { face: 'tortoise', name: 'Kobe', kind: 'Tortoise', says: 'The Bao master', skill: { depth: 7, slips: 0, time: 300 } },
  ];
  const TWO = 4;
  const LEARN = 5;
  const ITEMS = 6;

  let boxes = [];
  let chosen = 0;

  function lay(view) {
    boxes = [];
    if (view.height > view.width) {
      const w = view.width - 48;
      const h = Math.min(124, (view.height - 330) / 4 - 14);
      for (let i = 0; i < 4; i++) boxes.push({ x: 24, y: 182 + i * (h + 14), w, h });
      const y = 182 + 4 * (h + 14) + 6;
      [0, 1].forEach((i) => boxes.push({ x: 24 + i * (w / 2 + 7), y, w: w / 2 - 7, h: 84 }));
      return;
    }
    const w = 214;
    const left = view.width / 2 - (w * 4 + 22 * 3) / 2;
    for (let i = 0; i < 4; i++) boxes.push({ x: left + i * (w + 22), y: 158, w, h: 292 });
    [0, 1].forEach((i) => boxes.push({ x: left + i * (w * 2 + 44), y: 482, w: w * 2 + 22, h: 84 }));
  }

  const hit = (p) => boxes.findIndex((b) => p.x > b.x && p.x < b.x + b.w && p.y > b.y && p.y < b.y + b.h);

  /** Arrow keys: along the list on a phone, over rows on a wide screen. Returns true when the choice moved. */
  function keys(upright) {
    const press = Kiddo.input.pressed;
    const before = chosen;
    if (press('ArrowRight')) chosen += 1;
    if (press('ArrowLeft')) chosen -= 1;
    if (press('ArrowDown')) chosen = upright ? chosen + 1 : chosen < 4 ? (chosen < 2 ? TWO : LEARN) : chosen;
    if (press('ArrowUp')) chosen = upright ? chosen - 1 : chosen === TWO ? 0 : chosen === LEARN ? 2 : chosen;
    chosen = Math.max(0, Math.min(ITEMS - 1, chosen));
    return chosen !== before;
  }

  function draw(ctx, view, rung, time, first) {
    ctx.textAlign = 'center';
    ctx.fillStyle = '#fff';
    ctx.font = Art.font(view.height > view.width ? 34 : 40);
    ctx.fillText(first ? 'Karibu! Welcome' : 'Who will you play?', view.width / 2, view.height > view.width ? 152 : 122);
    boxes.forEach((b, i) => {
      const on = i === chosen;
      const open = i > 3 || i <= rung;
      const lift = on ? -4 + Math.sin(time * 5) * 1.5 : 0;
      ctx.fillStyle = on ? '#C98A00' : '#BDD3C9'; // the lip under a thing you can press
      Art.box(ctx, b.x, b.y + 6, b.w, b.h, 22);
      ctx.fillStyle = on ? '#FFC629' : open ? '#FFFFFF' : '#DDEBE4';
      Art.box(ctx, b.x, b.y + lift, b.w, b.h, 22);
      if (i < 4) opponent(ctx, b, i, lift, rung, open);
      else extra(ctx, b, i, lift, first);
    });
  }

  function opponent(ctx, b, i, lift, rung, open) {
    const foe = OPPONENTS[i];
    const wide = b.w > b.h * 1.6;
    const x = wide ? b.x + 66 : b.x + b.w / 2;
    const y = wide ? b.y + b.h / 2 + lift : b.y + 92 + lift;
    ctx.globalAlpha = open ? 1 : 0.45;
    Art.draw(ctx, foe.face, x, y, wide ? Math.min(0.92, b.h / 128) : 1.3);
    ctx.globalAlpha = 1;
    ctx.textAlign = wide ? 'left' : 'center';
    const tx = wide ? b.x + 132 : x;
    const ty = wide ? b.y + b.h / 2 - 12 + lift : b.y + 196 + lift;
    ctx.fillStyle = '#0C2A30';
    ctx.font = Art.font(30);
    ctx.fillText(foe.name, tx, ty);
    ctx.font = Art.font(21);
    ctx.fillStyle = '#344D54';
    ctx.fillText(wide ? `${foe.kind}. ${foe.says}` : foe.kind, tx, ty + 31);
    if (!wide) ctx.fillText(foe.says, tx, ty + 62, b.w - 16);
    const mark = { x: b.x + b.w - 34, y: b.y + 36 + lift };
    if (!open) Art.draw(ctx, 'lock', mark.x, mark.y, 1);
    else if (i < rung) Art.draw(ctx, 'star', mark.x, mark.y, 1.1);
  }

  function extra(ctx, b, i, lift, first) {
    ctx.textAlign = 'center';
    ctx.fillStyle = '#0C2A30';
    const y = b.y + b.h / 2 + lift;
    const narrow = b.w < 300;
    ctx.font = Art.font(narrow ? 25 : 30);
    const text = i === TWO ? '2 players' : first ? 'Learn it' : 'How to play';
    ctx.fillText(text, b.x + b.w / 2 + 26, y + 9);
    const faces = i === TWO ? ['child', 'friend'] : ['tortoise'];
    faces.forEach((face, k) => Art.draw(ctx, face, b.x + (narrow ? 34 : 70) + k * (narrow ? 22 : 46), y, narrow ? 0.46 : 0.62));
  }

  window.Menu = {
    OPPONENTS, TWO, LEARN, lay, hit, keys, draw,
    get chosen() { return chosen; },
    set chosen(value) { chosen = value; },
  };
})();
