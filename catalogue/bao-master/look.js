// Draws everything of Bao Master that is not wood or seed: rings, faces, words.
(function () {
  'use strict';
  const { STORE, path, moves } = window.Kalah;
  const { OPPONENTS } = window.Menu;
  const INK = '#0C2A30';
  const SIDE_COLOURS = ['#FF8A6B', '#FFD873'];

  let ctx;
  let view;
  let G;

  function draw(givenView, state, lesson) {
    view = givenView;
    ctx = view.ctx;
    G = state;
    Table.draw(ctx);
    if (G.screen === 'menu') {
      if (Kiddo.state === 'title') Table.drawSeeds(ctx);
      else {
        ctx.fillStyle = '#083f3de6';
        ctx.fillRect(0, 0, view.width, view.height);
        Menu.draw(ctx, view, G.rung, G.time, G.first);
      }
      banner();
      return;
    }
    rings(lesson);
    Table.drawSeeds(ctx);
    Table.numbers(ctx);
    sparks();
    if (G.screen === 'match') players();
    else lessonText(lesson[G.step].text);
    banner();
  }

  /** The chosen pit, all pits one may sow, and where the last seed would land. */
  function rings(lesson) {
    const pulse = 3 + Math.sin(G.time * 6) * 2;
    if (G.sowing) return Table.ring(ctx, G.sowing.pit, '#FFFFFF80', 4, 2);
    if (G.screen === 'lesson') {
      const { pit } = lesson[G.step];
      if (pit < 0) return null;
      Table.ring(ctx, pit, '#FFC629', 8, pulse);
      return preview(pit);
    }
    if (G.over || G.wait > 0) return null;
    if (!G.two && G.turn === 1) return null;
    moves(G.board, G.turn).forEach((pit) => Table.ring(ctx, pit, '#FFFFFF66', 3, 0));
    Table.ring(ctx, G.chosen, '#FFC629', 7, pulse);
    return preview(G.chosen);
  }

  function preview(pit) {
    if (!G.board[pit]) return;
    const stops = path(G.board, pit);
    const last = stops[stops.length - 1];
    ctx.lineDashOffset = -G.time * 20;
    Table.ring(ctx, last, STORE.includes(last) ? '#FFE28A' : '#FFFFFF', 4, STORE.includes(last) ? 2 : -3, [10, 9]);
    ctx.lineDashOffset = 0;
  }

  // ---- who plays
  function players() {
    const board = Table.boardBox();
    const up = Table.upright;
    const foe = G.two ? { face: 'friend', name: 'Gold' } : OPPONENTS[G.foe];
    const me = { face: 'child', name: G.two ? 'Red' : 'You' };
    const scale = up ? 0.92 : 0.84;
    const far = up ? { x: 62, y: board.y + 44 } : { x: board.x + 54, y: board.y - 70 };
    const near = up ? { x: 62, y: board.y + board.h - 64 } : { x: board.x + 54, y: board.y + board.h + 74 };
    face(far, foe, 1, scale);
    face(near, me, 0, scale);
    if (G.bubble) speech(G.bubble, far);
    else if (!G.two && G.turn === 1 && !G.sowing && !G.over) speech({ text: 'Hmm...', age: 0.3 }, far);
  }

  function face(at, who, side, scale) {
    const on = G.turn === side && !G.over;
    const hop = on ? Math.abs(Math.sin(G.time * 4)) * 5 : 0;
    if (on) {
      ctx.fillStyle = '#FFC629';
      ctx.beginPath();
      ctx.arc(at.x, at.y - hop, 60 * scale, 0, 7);
      ctx.fill();
    }
    Art.draw(ctx, who.face, at.x, at.y - hop, scale);
    ctx.font = Art.font(22);
    ctx.fillStyle = G.two ? SIDE_COLOURS[side] : '#fff';
    if (Table.upright) {
      ctx.textAlign = 'center';
      ctx.fillText(who.name, at.x, at.y + 74);
    } else {
      ctx.textAlign = 'left';
      const doing = on ? (side === 0 || G.two ? 'Your turn: choose a pit' : 'is playing') : '';
      ctx.fillText(who.name, at.x + 62, at.y + (doing ? -4 : 8));
      ctx.fillStyle = '#CFE9E4';
      ctx.font = Art.font(20);
      ctx.fillText(doing, at.x + 62, at.y + 24);
    }
  }

  function speech({ text, age }, at) {
    ctx.font = Art.font(22);
    const w = ctx.measureText(text).width + 30;
    const grow = Math.min(1, age * 6);
    const x = Table.upright ? at.x - 46 : at.x + 190;
    const y = Table.upright ? at.y + 100 : at.y - 26;
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(grow, grow);
    ctx.fillStyle = '#fff';
    Art.box(ctx, 0, 0, w, 44, 18);
    ctx.beginPath();
    if (Table.upright) {
      ctx.moveTo(34, 4);
      ctx.lineTo(46, -14);
      ctx.lineTo(60, 4);
    } else {
      ctx.moveTo(4, 14);
      ctx.lineTo(-16, 28);
      ctx.lineTo(4, 34);
    }
    ctx.fill();
    ctx.fillStyle = INK;
    ctx.textAlign = 'left';
    ctx.fillText(text, 15, 30);
    ctx.restore();
  }

  function lessonText(lines) {
    const up = Table.upright;
    const w = Math.min(view.width - 24, 520);
    const x = view.width / 2 - w / 2;
    const y = 84;
    const size = up ? 22 : 23;
    ctx.fillStyle = '#fff';
    Art.box(ctx, x, y, w, size * 2 + 20, 18);
    ctx.fillStyle = INK;
    ctx.font = Art.font(size);
    ctx.textAlign = 'center';
    lines.forEach((text, i) => ctx.fillText(text, view.width / 2, y + size + 4 + i * (size + 4)));
  }

  function sparks() {
    G.sparks.forEach((s) => {
      ctx.globalAlpha = 1 - s.age / 0.5;
      ctx.fillStyle = s.colour;
      ctx.beginPath();
      ctx.arc(s.x, s.y, 5, 0, 7);
      ctx.fill();
    });
    ctx.globalAlpha = 1;
  }

  function banner() {
    if (!G.banner || Kiddo.state === 'title') return;
    const { text, age } = G.banner;
    const grow = Math.min(1, 0.7 + age * 3) * (1 + Math.max(0, 0.12 - Math.abs(age - 0.12)));
    ctx.save();
    ctx.globalAlpha = Math.max(0, Math.min(1, (1.5 - age) * 4));
    ctx.translate(Table.centre.x, Table.centre.y);
    ctx.scale(grow, grow);
    ctx.font = Art.font(38);
    ctx.textAlign = 'center';
    const w = Math.min(view.width - 10, ctx.measureText(text).width + 56);
    ctx.fillStyle = '#0C2A30F0';
    Art.box(ctx, -w / 2, -36, w, 72, 36);
    ctx.fillStyle = '#FFC629';
    ctx.fillText(text, 0, 13, w - 30);
    ctx.restore();
  }

  window.Look = { draw };
})();
