// The open shop: its shelves, the customer, the money tray. rooms.js draws morning and evening.
(function () {
  'use strict';
  const { put, label, clamp } = window.Fx;
  const Shop = window.Shop;
  const INK = '#0C2A30';
  const CREAM = '#FFF6E6';

  function layout(stage) {
    const { width, height } = stage;
    const tall = height > width;
    if (!tall) {
      return {
        width, height, tall, cols: 4, rows: 2,
        shop: { x: 336, w: 606 }, awning: { y: 62, h: 46 }, shelf: { x: 468, y: 118, w: 456, h: 196 },
        counter: 330, keeper: { x: 398, size: 1.5 }, ground: 446,
        goal: { x: 24, y: Math.max(80, Math.round(54 / stage.scale)), w: 290 }, bubble: { x: 34, y: 168, w: 280, h: 120 },
        customer: { x: 236, feet: 508, size: 1.3 }, queue: { x: 118, step: -66, feet: 500, size: 0.92 },
        tray: { x: 346, y: 384, w: 590, h: 150 },
      };
    }
    const extra = height - 640;
    const counter = 338 + Math.round(extra * 0.35);
    return {
      width, height, tall, cols: 3, rows: 3,
      shop: { x: 4, w: width - 8 }, awning: { y: 92, h: 36 }, shelf: { x: 92, y: 132, w: 258, h: counter - 146 },
      counter, keeper: { x: 48, size: 1.02 }, ground: counter + 66,
      goal: { x: 10, y: 58, w: width - 20 }, bubble: { x: 132, y: counter + 44, w: 218, h: 98 },
      customer: { x: 70, feet: counter + 186, size: 0.94 }, queue: { x: 236, step: 66, feet: height - 26, size: 0.66 },
      tray: { x: 6, y: height - 150, w: width - 12, h: 144 },
    };
  }

  const box = (ctx, x, y, w, h, r, colour) => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, r);
    ctx.fill();
  };

  // ---- scenery, painted once for each screen
  let scenery = null;
  function paintScenery(stage, place) {
    const canvas = document.createElement('canvas');
    const dots = stage.canvas.width / stage.width;
    canvas.width = stage.canvas.width;
    canvas.height = stage.canvas.height;
    const ctx = canvas.getContext('2d');
    ctx.scale(dots, dots);
    paintSky(ctx, place);
    paintShop(ctx, place);
    scenery = canvas;
  }

  function paintSky(ctx, { width, height, tall, shop, ground }) {
    ctx.fillStyle = '#FFC629';
    ctx.fillRect(0, 0, width, height);
    ctx.fillStyle = '#FFD24F';
    const cx = tall ? width / 2 : shop.x + shop.w / 2;
    ctx.beginPath();
    for (let i = 0; i < 18; i += 1) {
      const a = (i / 9) * Math.PI + 0.1;
      ctx.moveTo(cx, 210);
      ctx.lineTo(cx + Math.cos(a) * 1100, 210 + Math.sin(a) * 1100);
      ctx.lineTo(cx + Math.cos(a + Math.PI / 18) * 1100, 210 + Math.sin(a + Math.PI / 18) * 1100);
    }
    ctx.fill();
    ctx.fillStyle = '#D9822B';
    ctx.fillRect(0, ground, width, height - ground);
    ctx.fillStyle = '#B8651A';
    ctx.fillRect(0, ground, width, 7);
    for (let i = 0; i < 9; i += 1) ctx.fillRect(((i * 137) % width), ground + 34 + ((i * 53) % Math.max(40, height - ground - 50)), 26, 5);
  }

  function paintShop(ctx, place) {
    const { shop, awning, shelf, counter, ground } = place;
    box(ctx, shop.x, awning.y + 8, shop.w, ground - awning.y + 10, 6, '#0E7C86');
    box(ctx, shop.x + 10, awning.y + 20, shop.w - 20, counter - awning.y - 20, 4, '#06333A');
    const cellH = shelf.h / place.rows;
    for (let row = 1; row <= place.rows; row += 1) box(ctx, shelf.x, shelf.y + row * cellH - 8, shelf.w, 8, 2, '#0E7C86');
    ctx.fillStyle = '#0A5A63';
    ctx.fillRect(shelf.x - 10, awning.y + 20, 6, counter - awning.y - 20);
    paintAwning(ctx, place);
  }

  function paintAwning(ctx, { shop, awning, tall }) {
    const count = tall ? 9 : 13;
    const w = (shop.w + (tall ? 0 : 20)) / count;
    const x0 = shop.x - (tall ? 0 : 10);
    for (let i = 0; i < count; i += 1) {
      ctx.fillStyle = i % 2 ? '#FFF6E6' : '#E23B24';
      ctx.beginPath();
      ctx.moveTo(x0 + i * w, awning.y);
      ctx.lineTo(x0 + (i + 1) * w, awning.y);
      ctx.lineTo(x0 + (i + 1) * w, awning.y + awning.h - w / 2);
      ctx.arc(x0 + (i + 0.5) * w, awning.y + awning.h - w / 2, w / 2, 0, Math.PI);
      ctx.fill();
    }
    ctx.fillStyle = '#00000022';
    ctx.fillRect(x0, awning.y, count * w, 7);
  }

  /** The counter stands before the keeper, so it is drawn after her. */
  function drawCounter(ctx, { shop, counter, ground }) {
    box(ctx, shop.x, counter + 12, shop.w, ground - counter + 4, 6, '#129AA6');
    const base = ground + 4;
    const high = Math.min(40, base - counter - 34);
    for (let i = 0, x = shop.x + 14; x < shop.x + shop.w - 34; i += 1, x += 40) {
      ctx.fillStyle = i % 2 ? '#FFC629' : '#E23B24';
      ctx.beginPath();
      ctx.moveTo(x, base);
      ctx.lineTo(x + 18, base - high);
      ctx.lineTo(x + 36, base);
      ctx.fill();
    }
    box(ctx, shop.x - 4, counter - 4, shop.w + 8, 22, 4, '#8A4B2B');
    box(ctx, shop.x - 4, counter + 11, shop.w + 8, 7, 3, '#6B3820');
  }

  function cell(place, i) {
    const { shelf, cols, rows } = place;
    const w = shelf.w / cols;
    const h = shelf.h / rows;
    return { x: shelf.x + (i % cols) * w, y: shelf.y + Math.floor(i / cols) * h, w, h };
  }

  function drawShelf(ctx, place, shop, ui) {
    for (let i = 0; i < place.cols * place.rows; i += 1) {
      const spot = cell(place, i);
      if (i >= Shop.slots(shop)) {
        drawCrate(ctx, place, spot);
        continue;
      }
      const id = shop.shelf[i];
      if (!id) {
        label(ctx, '+', spot.x + spot.w / 2, spot.y + spot.h / 2 - 6, 26, '#0E7C86');
        continue;
      }
      drawGood(ctx, place, shop, ui, spot, id);
      ui.spot(`good-${id}`, spot.x + 2, spot.y, spot.w - 4, spot.h + 10, () => ui.pick(id));
    }
  }

  /** A closed crate stands where a shelf is not in use yet. */
  function drawCrate(ctx, place, { x, y, w, h }) {
    const side = Math.min(w, h) * 0.56;
    const left = x + w / 2 - side * 0.6;
    const top = y + h - 8 - side;
    box(ctx, left, top, side * 1.2, side, 5, '#0A4650');
    box(ctx, left, top + side * 0.28, side * 1.2, side * 0.1, 0, '#06333A');
    box(ctx, left, top + side * 0.64, side * 1.2, side * 0.1, 0, '#06333A');
  }

  function drawGood(ctx, place, shop, ui, spot, id) {
    const good = Shop.find(id);
    const count = shop.stock[id];
    const size = place.tall ? 0.86 : 1.3;
    const cx = spot.x + spot.w / 2;
    const floor = spot.y + spot.h - 12;
    const bump = ui.bump(id);
    ctx.globalAlpha = count ? 1 : 0.2;
    if (count > 2) put(ctx, id, cx + 18 * size * 0.6, floor - 6, size * 0.8);
    put(ctx, id, cx - (count > 2 ? 8 : 0), floor - 2, size * (1 + bump * 0.18), size * (1 - bump * 0.12));
    ctx.globalAlpha = 1;
    const font = Math.round(Math.max(place.tall ? 15 : 19, window.Fx.least()));
    const half = font * 1.15;
    box(ctx, cx - half, floor - 4, half * 2, font + 5, 5, '#FFF6E6');
    label(ctx, `${good.price}`, cx, floor + font / 2 - 1, font, INK);
    label(ctx, `x${count}`, spot.x + 6, spot.y + 14, font, count ? '#B9D3D0' : '#FF9D66', 'left');
    if (id === shop.hot) label(ctx, '★', spot.x + font * 2.5, spot.y + 13, font + 6, '#FFC629');
  }

  function drawGoal(ctx, place, shop) {
    const { x, y, w } = place.goal;
    const need = Shop.goal(shop);
    const part = clamp(shop.today / need, 0, 1);
    box(ctx, x, y, w, 30, 15, '#0C2A30e6');
    if (part > 0.02) box(ctx, x + 4, y + 4, Math.max(22, (w - 8) * part), 22, 11, part >= 1 ? '#1E9E5A' : '#B8651A');
    label(ctx, part >= 1 ? `Goal reached! ${shop.today}` : `Today ${shop.today} of ${need}`, x + w / 2, y + 16, place.tall ? 18 : 21, '#fff');
  }

  // ---- the customer
  function where(place, one) {
    const { customer } = place;
    const away = customer.x + 120 * customer.size;
    const t = one.phase === 'walk' ? 1 - (1 - clamp(one.age / 0.7, 0, 1)) ** 2 : 1;
    const gone = one.phase === 'gone' || (one.phase === 'happy' && one.age > 0.5) ? clamp((one.age - (one.phase === 'gone' ? 0.2 : 0.5)) / 0.6, 0, 1) ** 2 : 0;
    return customer.x - away * (1 - t) - away * gone;
  }

  function drawCustomer(ctx, place, shop, ui) {
    const { queue, customer } = place;
    shop.queue.slice(0, 2).forEach((who, i) => {
      const x = queue.x + queue.step * i;
      shadow(ctx, x, queue.feet, 28 * queue.size);
      put(ctx, `person${who}`, x, queue.feet, queue.size * (1 - i * 0.06));
    });
    const one = shop.customer;
    if (!one) return;
    const x = where(place, one) + Math.sin(one.slip * 30) * one.slip * 7;
    const walking = one.phase === 'walk' || one.phase === 'gone' || (one.phase === 'happy' && one.age > 0.5);
    const hop = walking ? Math.abs(Math.sin(one.age * 13)) * 8 : one.phase === 'happy' ? Math.abs(Math.sin(one.age * 12)) * 16 : 0;
    const look = one.phase === 'happy' ? 'happy' : one.slip > 0.1 || one.patience < 0.3 ? 'hmm' : one.patience > 0.6 ? 'happy' : 'person';
    shadow(ctx, x, customer.feet, 32 * customer.size);
    put(ctx, `${look}${one.who}`, x, customer.feet - hop, customer.size, customer.size * (1 + Math.sin(ui.time * 3) * 0.012));
    if (one.phase === 'order' || one.phase === 'pay') drawBubble(ctx, place, one, ui);
    if (one.phase === 'change') drawTray(ctx, place, shop, one, ui);
    if (place.tall && one.phase === 'change') drawPaid(ctx, place, one);
  }

  function shadow(ctx, x, y, r) {
    ctx.fillStyle = '#0C2A3033';
    ctx.beginPath();
    ctx.ellipse(x, y, r, r * 0.28, 0, 0, Math.PI * 2);
    ctx.fill();
  }

  function bubble(ctx, place) {
    const { x, y, w, h } = place.bubble;
    box(ctx, x, y, w, h, 22, '#fff');
    ctx.beginPath();
    if (place.tall) {
      ctx.moveTo(x + 4, y + 30);
      ctx.lineTo(x - 16, y + 46);
      ctx.lineTo(x + 4, y + 56);
    } else {
      ctx.moveTo(x + w * 0.55, y + h - 2);
      ctx.lineTo(x + w * 0.63, y + h + 24);
      ctx.lineTo(x + w * 0.72, y + h - 2);
    }
    ctx.fill();
  }

  function drawBubble(ctx, place, one, ui) {
    const { x, y, w, h } = place.bubble;
    bubble(ctx, place);
    const size = place.tall ? 0.98 : 1.3;
    const step = Math.min(60 * size, (w - 16) / one.wants.length);
    one.wants.forEach((want, i) => {
      const cx = x + w / 2 + (i - (one.wants.length - 1) / 2) * step;
      const base = y + h * 0.6;
      ctx.globalAlpha = want.got ? 0.3 : 1;
      put(ctx, want.id, cx, base + (want.got ? 0 : Math.sin(ui.time * 5 + i) * 2), size);
      ctx.globalAlpha = 1;
      if (want.got) label(ctx, '✓', cx, base - 16, place.tall ? 30 : 38, '#1E9E5A');
    });
    patience(ctx, x + 18, y + h - 22, w - 36, one);
    if (ui.first && one.phase === 'order') {
      box(ctx, x + w / 2 - 110, y + h + (place.tall ? 12 : -h - 46), 220, 36, 18, INK);
      label(ctx, 'Tap it on the shelf', x + w / 2, y + h + (place.tall ? 31 : -h - 27), 19, '#fff');
    }
  }

  function patience(ctx, x, y, w, one) {
    const part = clamp(one.patience, 0, 1);
    box(ctx, x, y, w, 11, 5.5, '#DDEBE4');
    if (part > 0.02) box(ctx, x, y, Math.max(11, w * part), 11, 5.5, part > 0.6 ? '#4CC26A' : part > 0.3 ? '#FFC629' : '#E8552F');
  }

  const money = (ctx, value, x, y, size) => {
    put(ctx, `money${value}`, x, y, size);
    label(ctx, `${value}`, x, y + 1, (value > 20 ? 22 : 20) * size, INK);
  };

  /** What a customer hands over, as the fewest notes and coins. */
  function pieces(sum) {
    const out = [];
    let left = sum;
    for (const value of [500, 200, 100, 50, 20, 10, 5]) {
      while (left >= value && out.length < 6) {
        out.push(value);
        left -= value;
      }
    }
    return out;
  }

  function drawPaid(ctx, place, one) {
    const { x, y, w, h } = place.bubble;
    bubble(ctx, place);
    label(ctx, 'I pay with', x + w / 2, y + 19, 17, '#344D54');
    const list = pieces(one.paid);
    const size = place.tall ? 0.78 : 1.05;
    const step = Math.min(70 * size, (w - 20) / list.length);
    list.forEach((value, i) => money(ctx, value, x + w / 2 + (i - (list.length - 1) / 2) * step, y + (place.tall ? 53 : 66), size));
    patience(ctx, x + 18, y + h - 18, w - 36, one);
  }

  function drawTray(ctx, place, shop, one, ui) {
    const { x, y, w, h } = place.tray;
    const rise = (1 - clamp(one.age * 6, 0, 1)) * 60;
    const top = y + rise;
    box(ctx, x, top, w, h, 22, INK);
    const sum = shop.day <= Shop.SHOW_SUM_DAYS ? `${Shop.change(one)}` : '?';
    label(ctx, `${one.paid} - ${one.total} = ${sum}`, x + 20, top + 32, place.tall ? 24 : 30, '#FFC629', 'left');
    label(ctx, `You give ${one.given}`, x + w - (one.coins.length ? 78 : 20), top + 32, place.tall ? 18 : 24, '#fff', 'right');
    if (one.coins.length) {
      box(ctx, x + w - 68, top + 12, 56, 40, 14, '#1B434B');
      label(ctx, '↩', x + w - 40, top + 33, 24, '#fff');
      ui.spot('back', x + w - 70, top + 8, 62, 48, ui.takeBack);
    }
    const step = (w - 20) / Shop.COINS.length;
    Shop.COINS.forEach((value, i) => {
      const cx = x + 10 + step * (i + 0.5);
      const cy = top + h - 48;
      const size = (place.tall ? 0.9 : 1.25) * (1 - ui.bump(`coin${value}`) * 0.15);
      money(ctx, value, cx, cy, size);
      ui.spot(`coin-${value}`, cx - step / 2, cy - 42, step, 86, () => ui.give(value));
    });
    if (!place.tall) drawPaid(ctx, place, one);
  }

  /** The sign over the awning; the upgrade gives it lamps. */
  function drawSign(ctx, { shop: { x, w } }, shop, ui) {
    const cx = x + w / 2 - 60;
    box(ctx, cx - 92, 10, 184, 58, 14, INK);
    box(ctx, cx - 86, 16, 172, 46, 10, '#E23B24');
    label(ctx, 'DUKA', cx, 41, 36, CREAM);
    for (let i = 0; shop.up.sign && i < 10; i += 1) {
      ctx.fillStyle = (i + Math.floor(ui.time * 3)) % 2 ? '#FFC629' : CREAM;
      ctx.beginPath();
      ctx.arc(cx - 81 + i * 18, i % 2 ? 13 : 65, 4.5, 0, Math.PI * 2);
      ctx.fill();
    }
  }

  function drawShop(ctx, place, shop, ui) {
    ctx.drawImage(scenery, 0, 0, place.width, place.height);
    drawShelf(ctx, place, shop, ui);
    const { keeper, counter } = place;
    if (!place.tall) drawSign(ctx, place, shop, ui);
    put(ctx, 'keeper', keeper.x, counter + 2, keeper.size, keeper.size * (1 + Math.sin(ui.time * 3.4) * 0.015), Math.sin(ui.cheer * 20) * ui.cheer * 0.12);
    drawCounter(ctx, place);
    if (shop.up.radio) put(ctx, 'radio', place.shop.x + place.shop.w - 40, place.tall ? counter + 8 : counter - 2, place.tall ? 0.8 : 1.2);
    drawGoal(ctx, place, shop);
    drawCustomer(ctx, place, shop, ui);
  }

  window.DukaDraw = { INK, layout, paintScenery, drawShop, cell, box, money, backdrop: (ctx, place) => ctx.drawImage(scenery, 0, 0, place.width, place.height) };
})();
