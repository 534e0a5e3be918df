// Draws the farm. The planet turns under the farmer, so she is always on top.
(function () {
  'use strict';
  const { put, label, clamp } = window.Fx;
  const { PAD, BARN, way } = window.Farm;
  const { SEASONS } = window.FarmArt;
  const INK = '#0C2A30';
  const TURN = Math.PI / 6; // one place round the planet
  const GROUND = 156; // the planet's radius in art units
  const CROP = 150; // where crops have their foot

  function layout(stage) {
    const { width, height } = stage;
    const tall = height > width;
    const size = tall ? 0.83 : 1.06;
    const cy = tall ? Math.max(388, Math.round(height * 0.615)) : 352;
    return {
      width, height, tall, cx: width / 2, cy, size,
      card: tall ? { x: 10, y: 60, w: width - 20, h: 82 } : { x: 18, y: Math.max(76, Math.round(56 / stage.scale)), w: 292, h: 132 },
      core: 86 * size,
    };
  }

  /** Where each seed's token sits in the planet's heart. */
  function tokens(place, count) {
    const gap = 54 * place.size;
    return Array.from({ length: count }, (_, i) => ({ x: place.cx + (i - (count - 1) / 2) * gap, y: place.cy - 4 * place.size, r: 26 * place.size }));
  }

  const STARS = Array.from({ length: 26 }, (_, i) => ({ x: (i * 0.381 + 0.07) % 1, y: (i * 0.617 + 0.11) % 1, r: 3 + (i % 3) * 2 }));
  function drawSky(ctx, place, season, time) {
    ctx.fillStyle = season.sky;
    ctx.fillRect(0, 0, place.width, place.height);
    ctx.strokeStyle = ctx.fillStyle = season.light;
    ctx.lineWidth = 50 * place.size;
    ctx.beginPath();
    ctx.arc(place.cx, place.cy, 275 * place.size, 0, Math.PI * 2);
    ctx.stroke();
    circle(ctx, place.width * 0.06, place.height * 0.1, 150);
    ctx.fillStyle = '#FFF2C4';
    ctx.beginPath();
    for (const star of STARS) {
      const x = star.x * place.width;
      const y = star.y * place.height;
      const r = star.r * (0.8 + 0.3 * Math.sin(time * 2 + star.x * 40));
      ctx.moveTo(x, y - r);
      ctx.quadraticCurveTo(x, y, x + r, y);
      ctx.quadraticCurveTo(x, y, x, y + r);
      ctx.quadraticCurveTo(x, y, x - r, y);
      ctx.quadraticCurveTo(x, y, x, y - r);
    }
    ctx.fill();
    put(ctx, 'ringed', place.width * 0.86, place.tall ? place.height * 0.3 : 170, place.tall ? 0.75 : 1.2);
    put(ctx, 'saucer', place.width * (place.tall ? 0.13 : 0.16) + Math.sin(time * 0.5) * 14, (place.tall ? place.height * 0.34 : 330) + Math.sin(time * 1.3) * 6, place.tall ? 0.7 : 1);
  }

  /** Runs paint() with 0,0 on the ground of a place round the planet, up being away from its middle. */
  function stand(ctx, place, farm, where, high, paint) {
    ctx.save();
    ctx.translate(place.cx, place.cy);
    ctx.rotate(way(farm.at, where) * TURN);
    ctx.translate(0, -high * place.size);
    ctx.scale(place.size, place.size);
    paint();
    ctx.restore();
  }

  function drawPlot(ctx, place, farm, i, time) {
    const plot = farm.plots[i];
    const swell = 1 + plot.bump * 0.25;
    stand(ctx, place, farm, i, CROP, () => {
      if (plot.rock) return put(ctx, 'rock', 0, 0, swell * (plot.rock / 2 + 0.5) * 0.85);
      if (plot.kind < 0) return undefined;
      put(ctx, plot.wet ? 'wet' : 'mound', 0, 4);
      if (plot.stage === 1) put(ctx, `sprout${plot.kind}`, 0, -2, swell * (1 + (plot.wet ? (1 - plot.wet) * 0.35 : 0)), swell, Math.sin(time * 3 + i) * 0.06);
      if (plot.stage === 2) put(ctx, `ripe${plot.kind}`, 0, 0, swell, swell * (1 + Math.sin(time * 4 + i) * 0.03), Math.sin(time * 2.4 + i) * 0.07);
      if (plot.stage < 2 && !plot.wet) put(ctx, 'drop', 0, (plot.stage ? -52 : -34) + Math.sin(time * 4 + i) * 3);
      else if (plot.wet) ring(ctx, 0, plot.stage ? -50 : -32, 1 - plot.wet);
      return undefined;
    });
  }

  /** A small dial that fills while a crop grows. */
  function ring(ctx, x, y, part) {
    ctx.fillStyle = '#ffffff';
    ctx.beginPath();
    ctx.arc(x, y, 11, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = '#4CC26A';
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.arc(x, y, 8.5, -Math.PI / 2, -Math.PI / 2 + part * Math.PI * 2);
    ctx.fill();
  }

  function drawRocket(ctx, place, farm, time) {
    const gone = farm.flying > 0;
    const high = gone ? farm.flying ** 2 * 260 : farm.arrive ** 2 * 420;
    stand(ctx, place, farm, PAD, GROUND - 2, () => {
      put(ctx, 'pad', 0, 0);
      if (gone && high > 700) return;
      const shiver = !gone && farm.clock < 10 && farm.arrive === 0 ? Math.sin(time * 50) * 1.5 : 0;
      if (gone || farm.arrive > 0) put(ctx, 'flame', 0, -high - 4, 1.2, 1 + Math.sin(time * 40) * 0.25);
      put(ctx, 'rocket', shiver, -high - 4, 0.92);
    });
  }

  function drawHens(ctx, place, farm, time) {
    for (const hen of farm.hens) {
      if (hen.home > 0) continue;
      const hop = hen.away ? (1 - hen.away) * 260 : Math.abs(Math.sin(time * 8 + hen.place * 4)) * 5;
      const nod = hen.peck ? 0.35 + Math.sin(time * 14) * 0.3 : 0;
      stand(ctx, place, farm, hen.place, GROUND - 4, () => {
        put(ctx, 'hen', hen.away ? (1 - hen.away) * 90 : hen.peck ? -14 : 0, -hop, (hen.peck ? 1 : hen.face) * 0.95, 0.95, nod);
        if (hen.peck) ring(ctx, -14, -62, hen.peck);
      });
    }
  }

  function drawComet(ctx, place, farm, time) {
    if (!farm.comet) return;
    const { fall } = farm.comet;
    stand(ctx, place, farm, farm.comet.place, GROUND, () => {
      ctx.strokeStyle = Math.sin(time * 16) > 0 ? '#E23B24' : '#FFC629';
      ctx.lineWidth = 5;
      ctx.beginPath();
      ctx.ellipse(0, 4, 34, 12, 0, 0, Math.PI * 2);
      ctx.stroke();
      label(ctx, '!', 0, -66 - Math.abs(Math.sin(time * 8)) * 8, 34, '#FFC629', 'center', '#96200D');
      put(ctx, 'comet', 0, -14 - (1 - fall) * 330, 1);
    });
  }

  const POSES = { hoe: 0.32, can: 0.5 };
  function drawFarmer(ctx, place, farm, time) {
    const d = way(farm.at, farm.target);
    const moving = Math.abs(d) > 0.04;
    const length = POSES[farm.pose] || 0;
    const t = farm.poseAge < length ? Math.sin((farm.poseAge / length) * Math.PI) : 0;
    const hop = moving ? Math.abs(Math.sin(time * 16)) * 7 : 0;
    const x = place.cx;
    const y = place.cy - (GROUND - 2) * place.size - hop;
    const size = place.size * 1.05;
    const lean = moving ? Math.sign(d) * 0.13 : t * 0.14;
    if (farm.pose === 'can' && t) put(ctx, 'can', x + 34 * size, y - 46 * size, size, size, 0.2 + t * 0.55);
    else put(ctx, 'hoe', x + 29 * size, y - 26 * size, size, size, t * 1.5 + lean);
    put(ctx, 'farmer', x, y, size, size * (1 + (moving ? 0 : Math.sin(time * 3) * 0.015)), lean);
  }

  /** What the button would do here, in a word. */
  function word(farm) {
    const here = farm.target;
    if (farm.hens.some((hen) => hen.home <= 0 && !hen.away && Math.abs(way(hen.place, here)) < 0.75)) return 'Shoo!';
    if (here === PAD) return farm.basket.some((count, kind) => count && farm.loaded[kind] < window.Farm.order(farm).need[kind]) ? 'Load' : '';
    if (here === BARN) return '';
    const plot = farm.plots[here];
    if (plot.rock) return 'Clear';
    if (plot.kind < 0) return 'Plant';
    return plot.stage === 2 ? 'Pick' : plot.wet ? '' : 'Water';
  }

  function drawWord(ctx, place, farm) {
    const text = window.Kiddo.state === 'title' ? '' : word(farm);
    if (!text) return;
    const y = place.cy - (GROUND + 122) * place.size;
    const size = place.tall ? 20 : 24;
    ctx.font = `400 ${size}px "Bagel Fat One", system-ui, sans-serif`;
    const half = ctx.measureText(text).width / 2 + 14;
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.roundRect(place.cx - half, y - 17, half * 2, 34, 17);
    ctx.moveTo(place.cx - 8, y + 16);
    ctx.lineTo(place.cx + 8, y + 16);
    ctx.lineTo(place.cx, y + 25);
    ctx.fill();
    label(ctx, text, place.cx, y + 1, size, INK);
  }

  function drawTokens(ctx, place, farm) {
    const count = window.Farm.kinds(farm);
    tokens(place, count).forEach((token, kind) => {
      const on = farm.seed === kind;
      ctx.fillStyle = on ? '#FFC629' : '#0C2A30cc';
      circle(ctx, token.x, token.y, token.r * (on ? 1.06 : 0.96));
      ctx.fillStyle = on ? '#FFF2C4' : '#1B434B';
      circle(ctx, token.x, token.y, token.r * 0.84);
      put(ctx, `icon${kind}`, token.x, token.y, place.size * 0.72);
      label(ctx, `x${farm.basket[kind]}`, token.x, token.y + token.r + 14 * place.size, place.tall ? 17 : 21, '#fff', 'center', INK);
    });
    label(ctx, 'Seeds', place.cx, place.cy - 50 * place.size, place.tall ? 17 : 21, '#fff', 'center', INK);
  }

  function circle(ctx, x, y, r) {
    ctx.beginPath();
    ctx.arc(x, y, r, 0, Math.PI * 2);
    ctx.fill();
  }

  /** The card with what the rocket wants, its time and your hearts. */
  function drawCard(ctx, place, farm) {
    const { x, y, w, h } = place.card;
    const now = window.Farm.order(farm);
    const wants = now.need.map((need, kind) => ({ need, kind })).filter((want) => want.need);
    ctx.fillStyle = '#0C2A30e6';
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, 20);
    ctx.fill();
    const top = place.tall ? y + 29 : y + 70;
    if (!place.tall) label(ctx, 'Rocket wants', x + 18, y + 28, 22, '#B9D3D0', 'left');
    wants.forEach(({ need, kind }, i) => {
      const left = x + 26 + i * (place.tall ? 82 : 80);
      const have = Math.min(need, farm.loaded[kind]);
      put(ctx, `icon${kind}`, left, top, place.tall ? 0.66 : 0.72);
      label(ctx, have >= need ? 'OK' : `${have}/${need}`, left + 20, top + 1, 21, have >= need ? '#9BDB5B' : '#fff', 'left');
    });
    for (let i = 0; i < window.Farm.HEARTS; i += 1) {
      ctx.globalAlpha = i < farm.hearts ? 1 : 0.22;
      put(ctx, 'heart', x + w - 24 - i * 27, place.tall ? top : y + 28, 0.85);
    }
    ctx.globalAlpha = 1;
    drawTime(ctx, farm, now, x + 16, y + h - 25, w - 32);
  }

  function drawTime(ctx, farm, now, x, y, w) {
    const part = clamp(farm.clock / now.time, 0, 1);
    ctx.fillStyle = '#1B434B';
    ctx.beginPath();
    ctx.roundRect(x, y, w, 14, 7);
    ctx.fill();
    ctx.fillStyle = part > 0.5 ? '#9BDB5B' : part > 0.22 ? '#FFC629' : '#FF6A4D';
    ctx.beginPath();
    ctx.roundRect(x, y, Math.max(14, w * part), 14, 7);
    ctx.fill();
  }

  /** News takes the card's place while the next rocket comes down. */
  function drawBanner(ctx, place, banner) {
    const { x, y, w, h } = place.card;
    const t = Math.min(1, banner.age * 5);
    const pop = 1 + Math.sin(t * Math.PI) * 0.06;
    ctx.save();
    ctx.translate(x + w / 2, y + h / 2);
    ctx.scale(pop, pop);
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.roundRect(-w / 2, -h / 2, w, h, 20);
    ctx.fill();
    label(ctx, banner.title, 0, -15, place.tall ? 32 : 36, INK);
    label(ctx, banner.text, 0, 22, place.tall ? 18 : 20, INK);
    ctx.restore();
  }
  const BANNER_TIME = 2.4;

  window.FarmDraw = {
    layout, tokens, TURN, GROUND,
    drawAll(ctx, place, farm, time, banner, jolt) {
      const now = window.Farm.order(farm);
      ctx.save();
      if (jolt > 0.2) ctx.translate(Math.sin(time * 90) * jolt, Math.cos(time * 77) * jolt);
      drawSky(ctx, place, SEASONS[now.season], time);
      put(ctx, `planet${now.season}`, place.cx, place.cy, place.size, place.size, -farm.at * TURN);
      drawRocket(ctx, place, farm, time);
      stand(ctx, place, farm, BARN, GROUND - 2, () => put(ctx, 'barn', 0, 0, 0.95));
      for (let i = 0; i < farm.plots.length; i += 1) if (window.Farm.isPlot(i)) drawPlot(ctx, place, farm, i, time);
      drawHens(ctx, place, farm, time);
      drawFarmer(ctx, place, farm, time);
      drawComet(ctx, place, farm, time);
      drawTokens(ctx, place, farm);
      window.Fx.drawBits(ctx);
      drawWord(ctx, place, farm);
      window.Fx.drawNotes(ctx);
      ctx.restore();
      if (window.Kiddo.state === 'title') return;
      if (banner.age < BANNER_TIME) drawBanner(ctx, place, banner);
      else drawCard(ctx, place, farm);
    },
  };
})();
