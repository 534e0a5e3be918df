// The screens around a fight: who plays, the workshop where robots are built, and the line-up before a bout.
'use strict';

/** Small drawing helpers every screen shares, and the list of places a finger can press. */
const Paper = {
  spots: [], // { x, y, w, h, act }
  begin() { this.spots.length = 0; },
  spot(x, y, w, h, act) { this.spots.push({ x, y, w, h, act }); },
  press(point) {
    const spot = this.spots.find((s) => point.x >= s.x && point.x <= s.x + s.w && point.y >= s.y && point.y <= s.y + s.h);
    if (spot) spot.act();
  },
  text(words, x, y, size, colour = '#fff', align = 'center', edge = null) {
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui, sans-serif`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    if (edge) {
      ctx.lineJoin = 'round';
      ctx.lineWidth = size * 0.22;
      ctx.strokeStyle = edge;
      ctx.strokeText(words, x, y);
    }
    ctx.fillStyle = colour;
    ctx.fillText(words, x, y);
  },
  /** The smallest letters that still are 14 px on this screen. */
  small: (size) => Math.max(size, 14.2 / view.scale),
  note(words, x, y, size, colour, align = 'center', most = undefined) {
    ctx.font = `600 ${size}px Lexend, system-ui, Roboto, sans-serif`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    ctx.fillStyle = colour;
    ctx.fillText(words, x, y, most);
  },
  button(words, x, y, w, h, act, chosen = true) {
    Robot.rect(ctx, x, y + 5, w, h, h / 2, chosen ? '#C98A00' : '#BDD3C9');
    Robot.rect(ctx, x, y, w, h, h / 2, chosen ? '#FFC629' : '#DDEBE4');
    this.text(words, x + w / 2, y + h / 2 + 1, Math.min(30, h * 0.46), '#0C2A30');
    this.spot(x, y, w, h + 5, act);
  },
  robot(build, paint, x, y, scale, face, pose) {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(scale * face, scale);
    Robot.draw(ctx, build, paint, pose);
    ctx.restore();
  },
};

const restPose = (time, extra) => ({ walk: 0, bob: Math.sin(time * 4) * 2.5, lean: 0, reach: 0, wind: 0, block: false, hurt: false, dizzy: false, time, air: false, glow: false, backPunch: false, ...extra });

const Screens = {
  mode(game, pick) {
    const tall = view.height > view.width;
    const cards = [['1 player', 'Climb the ladder'], ['2 players', 'One keyboard']];
    Paper.text('Who plays?', view.width / 2, tall ? 118 : 96, 46, '#fff', 'center', '#0C1530');
    const w = tall ? 380 : 360;
    const h = tall ? 250 : 320;
    cards.forEach(([title, note], i) => {
      const x = tall ? (view.width - w) / 2 : view.width / 2 - w - 20 + i * (w + 40);
      const y = tall ? 170 + i * (h + 34) : 150;
      const on = game.pick === i;
      if (on) Robot.rect(ctx, x - 8, y - 8, w + 16, h + 22, 34, '#FFC629');
      Robot.rect(ctx, x, y + 6, w, h, 26, '#BDD3C9');
      Robot.rect(ctx, x, y, w, h, 26, '#fff');
      Paper.text(title, x + w / 2, y + h - 74, 36, '#0C2A30');
      Paper.note(note, x + w / 2, y + h - 34, Paper.small(21), '#344D54');
      const size = tall ? 0.78 : 1;
      const foot = y + h - 104;
      const pose = restPose(game.clock + i, { reach: on ? Math.max(0, Math.sin(game.clock * 5)) * 0.4 : 0 });
      if (i === 0) Paper.robot([1, 0, 1], 'mango', x + w / 2 - 10, foot, size, 1, pose);
      else {
        Paper.robot([1, 0, 0], 'mango', x + w / 2 - 76, foot, size * 0.84, 1, pose);
        Paper.robot([2, 1, 1], 'ice', x + w / 2 + 76, foot, size * 0.84, -1, restPose(game.clock + 1));
      }
      Paper.spot(x, y, w, h, () => pick(i));
    });
  },

  workshop(game, change, done) {
    const tall = view.height > view.width;
    const build = game.builds[game.builder];
    const paint = game.builder ? 'ice' : 'mango';
    const who = game.twoPlayers ? `Player ${game.builder + 1}: build` : 'Build your robot';
    Paper.text(who, tall ? view.width / 2 : 230, tall ? 96 : 88, tall ? 34 : 38, '#fff', 'center', '#0C1530');
    const stand = tall ? [116, 384] : [230, 406];
    Robot.rect(ctx, stand[0] - 100, stand[1] - 6, 200, 26, 13, '#0C1530');
    Robot.rect(ctx, stand[0] - 100, stand[1] - 12, 200, 20, 10, '#FFC629');
    const pop = 1 + Math.max(0, 0.12 - game.sinceChange) * 1.2;
    Paper.robot(build, paint, stand[0] - 8, stand[1] - 8, (tall ? 1.05 : 1.4) * pop, 1, restPose(game.clock, { reach: game.slot === 0 ? Math.max(0, Math.sin(game.clock * 4)) * 0.5 : 0, walk: game.slot === 1 ? game.clock * 90 : 0, glow: true }));
    this.bars(build, tall ? 238 : 70, tall ? 196 : 0, tall);
    const x = tall ? 20 : 450;
    const w = tall ? view.width - 40 : 480;
    const top = tall ? 420 : Math.max(76, 60 / view.scale); // below the buttons on top
    const more = tall ? view.height - 800 : 0;
    const row = tall ? 98 + more * 0.22 : 104;
    const low = 722 + more * 0.75;
    if (tall) Robot.rect(ctx, -20, top - 14, view.width + 40, view.height, 30, '#101830'); // the ring's flags do not show between the cards
    SLOTS.forEach((slot, i) => this.slot(slot, build[i], i, x, top + i * row, w, row - 12, game, change));
    Paper.button(game.twoPlayers && game.builder === 0 ? 'Next player' : 'Fight!', tall ? 75 : 540, tall ? low : 448, 300, 58, done, true);
    if (game.slot === 3) {
      ctx.strokeStyle = '#fff';
      ctx.lineWidth = 5;
      ctx.beginPath();
      ctx.roundRect((tall ? 75 : 540) - 6, (tall ? low : 448) - 6, 312, 75, 37);
      ctx.stroke();
    }
  },

  slot(slot, index, i, x, y, w, h, game, change) {
    const on = game.slot === i;
    const part = slot.list[index];
    if (on) Robot.rect(ctx, x - 5, y - 5, w + 10, h + 10, 25, '#FFC629');
    Robot.rect(ctx, x, y, w, h, 20, '#fff');
    for (const [side, sign] of [[x + 8, -1], [x + w - 64, 1]]) {
      Robot.rect(ctx, side, y + (h - 56) / 2 + 4, 56, 56, 28, '#BDD3C9');
      Robot.rect(ctx, side, y + (h - 56) / 2, 56, 56, 28, '#DDEBE4');
      ctx.fillStyle = '#0C2A30';
      ctx.beginPath();
      const mx = side + 28;
      const my = y + h / 2;
      ctx.moveTo(mx + sign * 11, my);
      ctx.lineTo(mx - sign * 8, my - 13);
      ctx.lineTo(mx - sign * 8, my + 13);
      ctx.fill();
      Paper.spot(side - 8, y, 72, h, () => change(i, sign));
    }
    Paper.spot(x, y, w, h, () => change(i, 1));
    const tall = view.height > view.width;
    const size = Paper.small(tall ? 17.5 : 18);
    // a long note takes two lines on a phone
    const cut = view.scale < 0.9 && part.note.length > 26 ? Math.max(part.note.indexOf('Special'), part.note.lastIndexOf(', ') + 1) : -1;
    const words = cut > 0 ? [part.note.slice(0, cut).trim(), part.note.slice(cut).trim()] : [part.note];
    Paper.text(part.name, x + w / 2, y + h * (words.length > 1 ? 0.24 : 0.34), 28, '#0C2A30');
    words.forEach((line, n) => Paper.note(line, x + w / 2, y + h * (words.length > 1 ? 0.56 : 0.7) + n * (size + 3), size, '#344D54', 'center', w - 144));
  },

  bars(build, x, y, tall) {
    const list = barsOf(build);
    if (tall) Robot.rect(ctx, x - 14, y - 66, 216, 268, 20, '#101830');
    else Robot.rect(ctx, 22, 428, 424, 102, 20, '#101830');
    list.forEach(([name, value], i) => {
      const column = tall ? 0 : i % 4;
      const bx = tall ? x : 36 + column * 104;
      const by = tall ? y - 44 + i * 36 : 450 + Math.floor(i / 4) * 44;
      const w = tall ? 190 : 94;
      Paper.note(name, bx, by, Paper.small(tall ? 17.5 : 16.5), '#fff', 'left', w);
      Robot.rect(ctx, bx, by + 11, w, 11, 6, '#2A3761');
      Robot.rect(ctx, bx, by + 11, Math.max(11, w * value), 11, 6, '#FFC629');
    });
  },

  lineUp(game, names, builds, paints, go) {
    const tall = view.height > view.width;
    const t = Math.min(1, game.clock * 3);
    const ease = 1 - (1 - t) ** 3;
    const y = tall ? 470 : 392;
    const size = tall ? 1.02 : 1.4;
    Paper.robot(builds[0], paints[0], view.width * 0.25 * ease - (1 - ease) * 200, y, size, 1, restPose(game.clock, { reach: 0.2 }));
    Paper.robot(builds[1], paints[1], view.width - (view.width * 0.25 * ease - (1 - ease) * 200), y, size, -1, restPose(game.clock + 1, { reach: 0.2 }));
    Robot.star(ctx, view.width / 2, y - 110, (tall ? 62 : 84) * ease, game.clock * 0.3, '#0C1530');
    Robot.star(ctx, view.width / 2, y - 110, (tall ? 52 : 72) * ease, game.clock * 0.3, '#fff');
    Paper.text('VS', view.width / 2, y - 110, tall ? 40 : 54, '#E23B24');
    Paper.text(game.twoPlayers ? 'Best of 3' : `Robot ${game.rung + 1} of ${LADDER.length}`, view.width / 2, tall ? 116 : 100, tall ? 34 : 40, '#FFE07A', 'center', '#0C1530');
    names.forEach(([name, means], i) => {
      const x = view.width * (i ? 0.75 : 0.25);
      Paper.text(name, x, y + 36, tall ? 30 : 34, '#fff', 'center', '#0C1530');
      if (means) Paper.note(means, x, y + 68, Paper.small(20), '#DCEBE8');
    });
    Paper.button('Fight!', view.width / 2 - 110, tall ? 620 : 458, 220, 60, go);
  },
};
