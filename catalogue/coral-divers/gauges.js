// The signs over the picture of Coral Divers: air, relics, the way to the boat, and the big words.
(function () {
  'use strict';
  const { WORLD } = window.Reef;
  const INK = '#0b2c4a';
  const LEAST = 14.2; // screen pixels: no word is smaller
  const font = (on, px) => `400 ${Math.max(px, LEAST / on.scale)}px "Bagel Fat One", system-ui, sans-serif`;
  const RELIC_GHOST = 0.35; // how strongly a relic not yet found shows in the corner

  let ctx;
  let view;
  let G;

  function draw(givenView, state) {
    view = givenView;
    ctx = view.ctx;
    G = state;
    gauges();
    banner();
  }

  function label(ctx, text, x, y, colour) {
    ctx.lineWidth = 6;
    ctx.lineJoin = 'round';
    ctx.strokeStyle = INK;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  }

  // ---- what the player must know: air at the left, relics at the right, the way to the boat
  function gauges() {
    const tall = view.height > view.width;
    const top = tall ? 150 : Math.max(96, 60 / view.scale); // below the pills and the kit's buttons
    airTank(18, top, tall ? 210 : 190);
    const right = view.width - 34;
    G.relics.forEach((found, i) => {
      ctx.globalAlpha = found ? 1 : RELIC_GHOST;
      Art.draw(ctx, `relic${i}`, right, top + 44 + i * 58, 0.62 + (found ? G.flash * 0.3 : 0));
    });
    ctx.globalAlpha = 1;
    if (G.flash > 0) G.flash = Math.max(0, G.flash - 0.02);
    if (G.air < 10 && !G.lifting && G.diver.y > 200) {
      ctx.font = font(view, 28);
      ctx.textAlign = 'center';
      const pulse = Math.sin(G.time * 8) * 6;
      label(ctx, 'Go up!', G.diver.x - G.cam.x, G.diver.y - G.cam.y - 92 + pulse, '#FFE28A');
    }
    boatArrow();
  }

  function airTank(x, y, h) {
    const wide = Math.max(34, 23 / view.scale); // room for the two digits on a low screen
    const share = G.air / G.maxAir;
    const colour = share > 0.5 ? '#5FE0C8' : share > 0.27 ? '#FFC629' : '#FF6F5E';
    ctx.fillStyle = '#0C2A30E6';
    pill(x, y, wide, h);
    ctx.fillStyle = '#FFFFFF26';
    pill(x + wide / 2 - 10, y + 8, 20, h - 46);
    const full = Math.max(20, (h - 46) * share);
    ctx.fillStyle = colour;
    pill(x + wide / 2 - 10, y + 8 + (h - 46) - full, 20, full);
    ctx.fillStyle = '#fff';
    ctx.textAlign = 'center';
    ctx.font = font(view, 19);
    ctx.fillText(String(Math.ceil(G.air)), x + wide / 2, y + h - 13);
    ctx.textAlign = 'left';
    label(ctx, 'Air', x + 2, y + h + 25, '#fff');
  }

  function pill(x, y, w, h) {
    const r = w / 2;
    ctx.beginPath();
    ctx.arc(x + r, y + r, r, Math.PI, 0);
    ctx.arc(x + r, y + h - r, r, 0, Math.PI);
    ctx.fill();
  }

  /** With a full bag or little air an arrow shows where the boat is. */
  function boatArrow() {
    if (G.diver.y < 420 || (G.air > 14 && G.bag.length < 3)) return;
    const x = view.width / 2;
    const y = 118 + Math.sin(G.time * 5) * 5;
    const turn = Math.atan2(-G.diver.y, WORLD.boatX - G.diver.x) + Math.PI / 2;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(turn);
    ctx.fillStyle = '#FFC629';
    ctx.beginPath();
    ctx.moveTo(0, -26);
    ctx.lineTo(20, 2);
    ctx.lineTo(8, 2);
    ctx.lineTo(8, 22);
    ctx.lineTo(-8, 22);
    ctx.lineTo(-8, 2);
    ctx.lineTo(-20, 2);
    ctx.fill();
    ctx.restore();
    ctx.font = font(view, 20);
    ctx.textAlign = 'center';
    label(ctx, 'Boat', x, y + 48, '#fff');
  }

  function banner() {
    if (!G.banner || Shop.open) return;
    const { big, small, age } = G.banner;
    const fade = Math.min(1, age * 5, (3 - age) * 3);
    ctx.globalAlpha = Math.max(0, fade);
    ctx.textAlign = 'center';
    const y = Math.max(view.height * 0.24, 90 / view.scale) - (1 - fade) * 20;
    ctx.font = font(view, view.width < 600 ? 38 : 44);
    label(ctx, big, view.width / 2, y, '#FFC629');
    ctx.font = font(view, view.width < 600 ? 22 : 24);
    if (small) label(ctx, small, view.width / 2, y + 40, '#fff');
    ctx.globalAlpha = 1;
  }

  window.Gauges = { draw, label, font };
})();
