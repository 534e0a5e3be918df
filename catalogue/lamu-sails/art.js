// What is on the water: sea, islands, dhows, buoys. The sailor's instruments are in instruments.js. Colours are the cover's.
'use strict';
window.Art = (function () {
  const { clamp, turnTo, MARK_RADIUS } = window.Sailing;
  const SEA = '#0E8F9B';
  const LOOKS = [
    { hull: '#8A4B2B', deck: '#B96A3A', band: '#E23B24', band2: '#FFC629', crew: '#FF5C8A' },
    { hull: '#5A3A5E', deck: '#80588A', band: '#2F63E6', band2: '#8FD0FF', crew: '#FFC629' },
    { hull: '#2E6B5C', deck: '#4A927F', band: '#1E9E5A', band2: '#C9EFA4', crew: '#FF8A3D' },
    { hull: '#54301F', deck: '#7D4C33', band: '#9C1452', band2: '#FF9DBE', crew: '#45C9C1' },
  ];
  const HULL = new Path2D('M56 0Q34-19-8-20Q-44-19-52-9V9Q-44 19-8 20Q34 19 56 0Z');
  const DECK = new Path2D('M44 0Q26-13-8-14Q-38-13-44-6V6Q-38 13-8 14Q26 13 44 0Z');
  const PALM = new Path2D('M0 0Q4-14 0-30M0-30q-14-6-20 6M0-30q14-6 20 6M0-30q-4-12-17-11M0-30q6-12 17-10');
  const WAVE = new Path2D('M-14 0q7-6 14 0q7 6 14 0');
  const GRID = 150;

  const circles = (ctx, list, grow, colour) => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    for (const [x, y, r] of list) {
      if (r + grow <= 0) continue;
      ctx.moveTo(x + r + grow, y);
      ctx.arc(x, y, r + grow, 0, 7);
    }
    ctx.fill();
  };

  function sea(ctx, view, world) {
    ctx.fillStyle = SEA;
    ctx.fillRect(view.left, view.top, view.w, view.h);
    // A woven ground of broad, darker swells that never moves, and small waves that drift with the tide.
    ctx.fillStyle = '#0B8692';
    const row = 220;
    for (let y = Math.floor(view.top / row) * row; y < view.top + view.h + row; y += row) {
      ctx.beginPath();
      ctx.moveTo(view.left, y);
      const from = Math.floor(view.left / 160) * 160;
      for (let x = from; x < view.left + view.w + 160; x += 160) ctx.quadraticCurveTo(x + 40, y - 26, x + 80, y), ctx.quadraticCurveTo(x + 120, y + 26, x + 160, y);
      ctx.lineTo(view.left + view.w + 160, y + 96);
      for (let x = from + Math.ceil((view.w + 320) / 160) * 160; x > view.left - 160; x -= 160) ctx.quadraticCurveTo(x - 40, y + 122, x - 80, y + 96), ctx.quadraticCurveTo(x - 120, y + 70, x - 160, y + 96);
      ctx.fill();
    }
    ctx.strokeStyle = '#4FBFC4';
    ctx.lineWidth = 4;
    ctx.lineCap = 'round';
    const driftX = world.drift.x;
    const driftY = world.drift.y;
    const x0 = Math.floor((view.left - driftX) / GRID);
    const y0 = Math.floor((view.top - driftY) / GRID);
    const columns = Math.ceil(view.w / GRID) + 1;
    const rows = Math.ceil(view.h / GRID) + 1;
    for (let i = x0; i <= x0 + columns; i++) {
      for (let j = y0; j <= y0 + rows; j++) {
        const hash = ((i * 73856093) ^ (j * 19349663)) >>> 0;
        if (hash % 3 === 0) continue;
        const x = i * GRID + (hash % 97) + driftX;
        const y = j * GRID + (hash % 89) + driftY;
        ctx.translate(x, y);
        ctx.stroke(WAVE);
        ctx.translate(-x, -y);
      }
    }
  }

  function gusts(ctx, world) {
    for (const gust of world.gusts) {
      ctx.save();
      ctx.translate(gust.x, gust.y);
      ctx.rotate(world.wind.dir);
      ctx.globalAlpha = 0.34;
      ctx.fillStyle = '#06505C';
      ctx.beginPath();
      ctx.ellipse(0, 0, gust.r, gust.r * 0.8, 0, 0, 7);
      ctx.fill();
      ctx.globalAlpha = 0.55;
      ctx.strokeStyle = '#BFEAEA';
      ctx.lineWidth = 3;
      ctx.beginPath();
      for (let i = -2; i <= 2; i++) {
        const slide = ((world.time * 60 + i * 37) % 80) - 40;
        ctx.moveTo(slide - 26, i * gust.r * 0.27);
        ctx.lineTo(slide + 26, i * gust.r * 0.27);
      }
      ctx.stroke();
      ctx.restore();
    }
  }

  /** What stands on each island, chosen once a course so that it never flickers. */
  function plant(course) {
    const chance = window.Kiddo.rng(course.name.length * 977 + course.wind);
    const things = [];
    for (const [x, y, r] of course.islands) {
      const count = Math.round(r / 30);
      for (let i = 0; i < count; i++) {
        const angle = chance() * 7;
        const far = Math.sqrt(chance()) * (r - 46);
        things.push({ x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far * 0.9, kind: chance() < 0.26 ? 'house' : 'palm', size: 1.25 + chance() * 0.5, tone: chance() < 0.5 });
      }
    }
    return things.sort((a, b) => a.y - b.y);
  }

  function islands(ctx, world) {
    const { course } = world;
    // Sandbanks: a pale shape under high water, dry sand at low tide.
    const dry = clamp(0.5 - world.tide * 1.4, 0, 1);
    for (const [x, y, rx, ry] of course.banks) {
      ctx.fillStyle = '#3FB3B3';
      ctx.beginPath();
      ctx.ellipse(x, y, rx + 16, ry + 14, 0, 0, 7);
      ctx.fill();
      ctx.globalAlpha = 0.25 + 0.75 * dry;
      ctx.fillStyle = '#FFDD94';
      ctx.beginPath();
      ctx.ellipse(x, y, rx * (0.7 + 0.3 * dry), ry * (0.7 + 0.3 * dry), 0, 0, 7);
      ctx.fill();
      ctx.globalAlpha = 1;
    }
    circles(ctx, course.islands, 74, '#1B9CA5');
    circles(ctx, course.islands, 40, '#45B8B5');
    circles(ctx, course.islands, 12 + 4 * Math.sin(world.time * 1.4), '#D8F3E6');
    circles(ctx, course.islands, 4, '#F0C067');
    circles(ctx, course.islands.map(([x, y, r]) => [x - 5, y - 6, r]), -1, '#FFDD94');
    circles(ctx, course.islands, -36, '#2E7D63');
    circles(ctx, course.islands.map(([x, y, r]) => [x - 8, y - 9, r]), -50, '#3B9671');
    for (const thing of world.things) (thing.kind === 'palm' ? palm : house)(ctx, thing);
  }
  function palm(ctx, thing) {
    ctx.save();
    ctx.translate(thing.x, thing.y);
    ctx.fillStyle = '#1F5A4A';
    ctx.beginPath();
    ctx.ellipse(10, 4, 22, 8, 0, 0, 7);
    ctx.fill();
    ctx.scale(thing.tone ? thing.size : -thing.size, thing.size);
    ctx.lineWidth = 5.5;
    ctx.lineCap = 'round';
    ctx.strokeStyle = thing.tone ? '#175143' : '#1D6450';
    ctx.stroke(PALM);
    ctx.restore();
  }
  function house(ctx, thing) {
    ctx.save();
    ctx.translate(thing.x, thing.y);
    ctx.scale(thing.size, thing.size);
    ctx.fillStyle = '#1F5A4A';
    ctx.fillRect(-16, -4, 46, 8);
    ctx.fillStyle = '#FFF6E6';
    ctx.fillRect(-18, -26, 38, 28);
    ctx.fillStyle = '#F3DDBB';
    ctx.fillRect(8, -26, 12, 28);
    ctx.fillStyle = thing.tone ? '#B5562B' : '#C9813F';
    ctx.beginPath();
    ctx.moveTo(-24, -24);
    ctx.lineTo(-12, -42);
    ctx.lineTo(14, -42);
    ctx.lineTo(26, -24);
    ctx.fill();
    ctx.fillStyle = '#54301F';
    ctx.fillRect(-10, -14, 9, 16);
    ctx.restore();
  }

  function mark(ctx, x, y, state, time, number) {
    ctx.save();
    ctx.translate(x, y);
    if (state === 'next') {
      ctx.strokeStyle = '#FFE28A';
      ctx.lineWidth = 6;
      ctx.setLineDash([18, 16]);
      ctx.lineDashOffset = -time * 30;
      ctx.beginPath();
      ctx.arc(0, 0, MARK_RADIUS, 0, 7);
      ctx.stroke();
      ctx.setLineDash([]);
    }
    const bob = Math.sin(time * 2.4 + x) * 3;
    ctx.globalAlpha = state === 'past' ? 0.45 : 1;
    ctx.fillStyle = '#06505C';
    ctx.beginPath();
    ctx.ellipse(6, 16, 30, 12, 0, 0, 7);
    ctx.fill();
    ctx.translate(0, bob);
    ctx.rotate(Math.sin(time * 1.7 + y) * 0.07);
    const colour = state === 'past' ? '#7FB7B9' : '#E23B24';
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.ellipse(0, 10, 26, 13, 0, 0, 7);
    ctx.moveTo(-18, 8);
    ctx.lineTo(-8, -44);
    ctx.lineTo(8, -44);
    ctx.lineTo(18, 8);
    ctx.fill();
    ctx.fillStyle = '#FFF6E6';
    ctx.fillRect(-14, -20, 28, 13);
    ctx.fillStyle = state === 'next' ? '#FFC629' : '#FFF6E6';
    ctx.fillRect(-2, -86, 5, 46);
    ctx.beginPath();
    ctx.moveTo(3, -88);
    ctx.lineTo(46, -74 + Math.sin(time * 5) * 3);
    ctx.lineTo(3, -58);
    ctx.fill();
    ctx.fillStyle = '#0C2A30';
    ctx.font = '400 20px "Bagel Fat One", system-ui';
    ctx.textAlign = 'center';
    if (number) ctx.fillText(number, 15, -66);
    else for (let i = 0; i < 6; i++) ctx.fillRect(5 + (i % 3) * 11, -83 + ((i + (i > 2 ? 1 : 0)) % 2) * 9, 9, 8); // the finish: a check
    ctx.restore();
  }

  /** The sail from above: a crescent that swells to leeward, with the cover's two bands across it. */
  function sailShape(ctx, from, to, belly) {
    const edge = (x, depth) => depth * (1 - ((x + 19) / 49) ** 2);
    const steps = 8;
    ctx.beginPath();
    for (let i = 0; i <= steps; i++) {
      const x = from + ((to - from) * i) / steps;
      ctx.lineTo(x, edge(x, belly));
    }
    for (let i = steps; i >= 0; i--) {
      const x = from + ((to - from) * i) / steps;
      ctx.lineTo(x, edge(x, -belly * 0.34));
    }
    ctx.fill();
  }

  function boat(ctx, craft, world) {
    const look = LOOKS[craft.look];
    ctx.save();
    ctx.translate(craft.x + 7, craft.y + 11);
    ctx.rotate(craft.heading);
    ctx.globalAlpha = 0.35;
    ctx.fillStyle = '#043C45';
    ctx.fill(HULL);
    ctx.restore();
    ctx.save();
    ctx.translate(craft.x, craft.y);
    ctx.rotate(craft.heading);
    const squash = 1 + craft.bump * 0.12 * Math.sin(world.time * 30);
    ctx.scale(squash, 2 - squash);
    ctx.fillStyle = look.hull;
    ctx.fill(HULL);
    ctx.fillStyle = look.deck;
    ctx.fill(DECK);
    ctx.fillStyle = look.hull;
    ctx.fillRect(-22, -14, 4, 28);
    ctx.fillRect(22, -11, 4, 22);
    for (let i = 0; i < 4; i++) diamond(ctx, -34 + i * 18, 0, i % 2 ? look.band2 : '#FFF6E6');
    person(ctx, -36, 0, '#54301F', '#FFFFFF', '#FFFFFF');
    person(ctx, 30, 3, '#7A4528', look.crew, '#1b1020');
    ctx.translate(12, 0);
    ctx.rotate(-craft.boom);
    const swell = (15 + craft.pull * 22) * (craft.boom >= 0 ? 1 : -1);
    const belly = craft.pull ? swell : swell * (0.8 + Math.sin(world.time * 16) * 0.3);
    ctx.globalAlpha = 0.28;
    ctx.fillStyle = '#04303A';
    ctx.translate(5, 8);
    sailShape(ctx, 30, -68, belly);
    ctx.translate(-5, -8);
    ctx.globalAlpha = 1;
    ctx.fillStyle = '#FFF6E6';
    sailShape(ctx, 30, -68, belly);
    ctx.fillStyle = look.band;
    sailShape(ctx, -12, -30, belly);
    ctx.fillStyle = look.band2;
    sailShape(ctx, -30, -42, belly);
    ctx.strokeStyle = '#6B3820';
    ctx.lineWidth = 6;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(36, 0);
    ctx.lineTo(-72, 0);
    ctx.stroke();
    ctx.fillStyle = '#54301F';
    ctx.beginPath();
    ctx.arc(0, 0, 6, 0, 7);
    ctx.fill();
    ctx.restore();
  }
  function diamond(ctx, x, y, colour) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(x, y - 5);
    ctx.lineTo(x + 5, y);
    ctx.lineTo(x, y + 5);
    ctx.lineTo(x - 5, y);
    ctx.fill();
  }
  function person(ctx, x, y, skin, shirt, hat) {
    ctx.fillStyle = shirt;
    ctx.beginPath();
    ctx.ellipse(x, y, 7, 11, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = skin;
    ctx.beginPath();
    ctx.arc(x, y, 7.5, 0, 7);
    ctx.fill();
    ctx.fillStyle = hat;
    ctx.beginPath();
    ctx.arc(x - 1, y - 1, 5, 0, 7);
    ctx.fill();
  }

  return { LOOKS, circles, sea, gusts, plant, islands, mark, boat, turnTo };
})();
