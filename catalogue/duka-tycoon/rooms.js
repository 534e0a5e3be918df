// Morning (buy stock, set the shelves, better the shop) and evening (how the day went).
(function () {
  'use strict';
  const { put, label } = window.Fx;
  const { box, INK } = window.DukaDraw;
  const Shop = window.Shop;
  const CREAM = '#FFF6E6';

  function button(ctx, ui, key, text, x, y, w, h, act, colours = ['#FFC629', '#C98A00', INK]) {
    box(ctx, x, y + 4, w, h, h / 2, colours[1]);
    box(ctx, x, y, w, h, h / 2, colours[0]);
    label(ctx, text, x + w / 2, y + h / 2 + 1, Math.min(24, h * 0.42, w / 6.2), colours[2]);
    ui.spot(key, x, y, w, h + 4, act);
  }

  // ---- morning
  function drawMorning(ctx, place, shop, ui) {
    window.DukaDraw.backdrop(ctx, place);
    ctx.fillStyle = '#0C2A30c8';
    ctx.fillRect(0, 0, place.width, place.height);
    if (place.tall) tallMorning(ctx, place, shop, ui);
    else wideMorning(ctx, place, shop, ui);
  }

  function heading(ctx, shop, x, y, size) {
    if (window.Fx.least() <= 19) label(ctx, `Habari! Day ${shop.day}`, x, y, size, '#FFC629', 'left'); // on a low screen the pills stand there
    const good = Shop.find(shop.hot);
    const text = Math.max(18, window.Fx.least());
    label(ctx, `Everybody wants`, x, y + 30, text, '#fff', 'left');
    put(ctx, good.id, x + text * 9.2, y + 42, 0.62);
    label(ctx, `${good.name} +10`, x + text * 10.4, y + 30, text, '#FFC629', 'left');
  }

  function tallMorning(ctx, place, shop, ui) {
    const { width, height } = place;
    heading(ctx, shop, 14, 76, 28);
    const tab = (name, text, i) => {
      const on = ui.tab === name;
      box(ctx, 10 + i * 172, 126, 168, 44, 16, on ? CREAM : '#1B434B');
      label(ctx, text, 10 + i * 172 + 84, 149, 19, on ? INK : '#fff');
      ui.spot(`tab-${name}`, 10 + i * 172, 126, 168, 44, () => ui.setTab(name));
    };
    tab('stock', `Shelves ${shop.shelf.length}/${Shop.slots(shop)}`, 0);
    tab('better', 'Upgrades', 1);
    const top = 178;
    const foot = height - 74;
    if (ui.tab === 'stock') {
      const list = Shop.onSale(shop);
      const rows = Math.max(4, Math.ceil(list.length / 2));
      const h = Math.min(92, (foot - top - 8) / rows);
      list.forEach((good, i) => goodCard(ctx, shop, ui, good, 10 + (i % 2) * 172, top + Math.floor(i / 2) * h, 168, h - 8));
    } else Shop.UPGRADES.forEach((item, i) => upgradeRow(ctx, shop, ui, item, 10, top + i * 74, width - 20, 66));
    footer(ctx, place, shop, ui, 10, foot, width - 20);
  }

  function wideMorning(ctx, place, shop, ui) {
    heading(ctx, shop, 30, 82, 34);
    label(ctx, `Shelves ${shop.shelf.length}/${Shop.slots(shop)}`, 600, 112, 20, '#fff', 'right');
    Shop.onSale(shop).forEach((good, i) => goodCard(ctx, shop, ui, good, 24 + (i % 3) * 196, 136 + Math.floor(i / 3) * 98, 188, 90));
    label(ctx, 'Upgrades', 640, 112, 24, '#FFC629', 'left');
    Shop.UPGRADES.forEach((item, i) => upgradeRow(ctx, shop, ui, item, 634, 136 + i * 64, 302, 57));
    footer(ctx, place, shop, ui, 634, 466, 302);
  }

  function footer(ctx, place, shop, ui, x, y, w) {
    const small = shop.day > 1 ? 118 : 0;
    if (small) button(ctx, ui, 'new', ui.sure ? 'Sure?' : 'New shop', x, y, small - 10, 54, ui.newShop, ['#DDEBE4', '#BDD3C9', INK]);
    button(ctx, ui, 'open', 'Open shop', x + small, y, w - small, 54, ui.openShop);
    if (ui.note.age < 1.8) {
      ctx.font = `400 ${Math.max(19, window.Fx.least())}px "Bagel Fat One", system-ui, sans-serif`;
      const half = ctx.measureText(ui.note.text).width / 2 + 18;
      const cx = place.tall ? place.width / 2 : 310;
      const cy = place.tall ? y - 26 : 510;
      box(ctx, cx - half, cy - 19, half * 2, 38, 19, '#E23B24');
      label(ctx, ui.note.text, cx, cy + 1, 19, '#fff');
    }
  }

  function goodCard(ctx, shop, ui, good, x, y, w, h) {
    const on = shop.shelf.includes(good.id);
    const count = shop.stock[good.id];
    const full = on && count >= Shop.deep(shop);
    box(ctx, x, y + 4, w, h, 16, on ? '#BDD3C9' : '#0B2328');
    box(ctx, x, y, w, h, 16, on ? CREAM : '#2A5560');
    const ink = on ? INK : '#fff';
    put(ctx, good.id, x + 32, y + h / 2 + 16, 0.86 * (1 + ui.bump(good.id) * 0.2));
    if (good.id === shop.hot) label(ctx, '★', x + 13, y + 15, 19, on ? '#C98A00' : '#FFC629');
    const low = window.Fx.least() > 19; // a phone that lies down: bigger letters, fewer words
    label(ctx, good.name, x + 64, y + (low ? 17 : 15), 18, ink, 'left');
    label(ctx, `${low ? 'for' : 'sells'} ${good.price}  x${count}`, x + 64, y + (low ? 42 : 34), 15, on ? '#344D54' : '#B9D3D0', 'left');
    const text = full ? 'Full' : `+${Shop.PACK} for ${Shop.packPrice(good)}`;
    const afford = shop.cash >= Shop.packPrice(good) && !full;
    const bar = h > 78 ? 24 : 20;
    box(ctx, x + 60, y + h - bar - 4, w - 68, bar, bar / 2, afford ? '#1E9E5A' : '#8A9A9C');
    label(ctx, text, x + 60 + (w - 68) / 2, y + h - bar / 2 - 3, 16, '#fff');
    ui.spot(`buy-${good.id}`, x, y, w, h, () => ui.buy(good));
    if (!on) return;
    // the little cross takes it off the shelf
    label(ctx, '×', x + w - 16, y + 16, 24, '#96200D');
    ui.spot(`off-${good.id}`, x + w - 36, y - 4, 40, 40, () => ui.takeOff(good));
  }

  function upgradeRow(ctx, shop, ui, item, x, y, w, h) {
    const price = item.costs[shop.up[item.id]];
    const afford = price !== undefined && shop.cash >= price;
    box(ctx, x, y + 4, w, h, 16, '#BDD3C9');
    box(ctx, x, y, w, h, 16, CREAM);
    const low = window.Fx.least() > 19;
    label(ctx, item.name, x + 16, y + h * (low ? 0.27 : 0.32), 20, INK, 'left');
    label(ctx, item.does, x + 16, y + h * (low ? 0.73 : 0.7), 16, '#344D54', 'left');
    box(ctx, x + w - 86, y + h / 2 - 19, 74, 38, 19, price === undefined ? '#DDF3E2' : afford ? '#FFC629' : '#DDEBE4');
    label(ctx, price === undefined ? 'Done' : `${price}`, x + w - 49, y + h / 2 + 1, 20, price === undefined ? '#0B5A31' : INK);
    ui.spot(`up-${item.id}`, x, y, w, h, () => ui.upgrade(item));
  }

  // ---- evening
  function drawEvening(ctx, place, shop, ui) {
    window.DukaDraw.backdrop(ctx, place);
    ctx.fillStyle = '#0C2A30b0';
    ctx.fillRect(0, 0, place.width, place.height);
    const w = Math.min(420, place.width - 32);
    const x = place.width / 2 - w / 2;
    const rise = 1 - (1 - Math.min(1, ui.age * 3)) ** 3;
    const y = place.height / 2 - 165 + (1 - rise) * 80;
    const made = shop.today >= Shop.goal(shop);
    box(ctx, x, y + 6, w, 330, 26, '#00000059');
    box(ctx, x, y, w, 330, 26, '#fff');
    label(ctx, made ? `Day ${shop.day}: goal reached!` : `Day ${shop.day} is over`, place.width / 2, y + 44, Math.min(30, w / 12.5), INK);
    put(ctx, 'keeper', place.width / 2, y + 138, 1.1);
    const rows = [['You sold for', `KSh ${Math.round(shop.today * Math.min(1, ui.age * 1.2))}`], ['The goal', `KSh ${Shop.goal(shop)}`], ['Happy customers', `${shop.served}`]];
    rows.forEach(([name, value], i) => {
      label(ctx, name, x + 28, y + 166 + i * 30, 19, '#344D54', 'left');
      label(ctx, value, x + w - 28, y + 166 + i * 30, 21, INK, 'right');
    });
    if (ui.age > 0.7) button(ctx, ui, 'next', made && shop.day < Shop.DAYS ? 'Next day' : 'Go on', x + w / 2 - 110, y + 258, 220, 52, ui.next);
  }

  window.DukaRooms = { drawMorning, drawEvening };
})();
