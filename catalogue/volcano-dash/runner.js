// The runner of the cover, and the balloon that waits at the top.
(function () {
  'use strict';
  const HAIR = new Path2D('M-18-2Q-16-22 4-20T18-4Q4-12-18-2Z');
  const BAND = new Path2D('M-17-4Q0-14 18-5L18 1Q0-8-17 2Z');
  const limb = (ctx, colour, width, ...points) => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.moveTo(points[0], points[1]);
    for (let i = 2; i < points.length; i += 2) ctx.lineTo(points[i], points[i + 1]);
    ctx.stroke();
  };

  /** The runner, feet at (0, 0). pose: run, jump, slide, cheer. */
  function runner(ctx, hero, time) {
    ctx.save();
    ctx.translate(hero.x, hero.y);
    ctx.scale(1.3 * (2 - hero.squash), 1.3 * hero.squash);
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    const sliding = hero.slide > 0 && hero.ground;
    if (sliding) {
      ctx.translate(-4, -18);
      ctx.rotate(-1.15);
      ctx.translate(0, 14);
    } else ctx.translate(0, -38);
    if (!hero.ground) ctx.rotate(hero.spin);
    const swing = hero.ground && !sliding ? hero.step : 1.1;
    const a = Math.sin(swing);
    const b = Math.cos(swing);
    const back = hero.ground ? a : -0.9;
    const front = hero.ground ? -a : 0.9;
    leg(ctx, '#1C4FD1', back, hero.ground ? Math.max(0, -b) : 0.8);
    limb(ctx, '#6A3A22', 8, -8, -4, -16 - front * 6, 6, -25 - front * 8, -1 + front * 5);
    leg(ctx, '#2F63E6', front, hero.ground ? Math.max(0, b) : 0.3);
    ctx.fillStyle = '#45C9C1';
    ctx.beginPath();
    ctx.roundRect(-14, -10, 28, 30, 10);
    ctx.fill();
    ctx.fillStyle = '#fff';
    ctx.fillRect(-14, 2, 28, 6);
    limb(ctx, '#7A4528', 8, 9, -3, 17 + back * 6, 8, 27 + back * 7, 2 - back * 5);
    head(ctx, time, hero);
    ctx.restore();
  }
  function leg(ctx, colour, swing, lift) {
    const kneeX = swing * 13;
    const footX = swing * 20 - lift * 12;
    const footY = 34 - lift * 16;
    limb(ctx, colour, 10, 0, 16, kneeX + 3, 25 - lift * 4, footX, footY);
    limb(ctx, '#fff', 7, footX, footY + 1, footX + 8, footY + 1 - lift * 4);
  }
  function head(ctx, time, hero) {
    ctx.save();
    ctx.translate(4, -24);
    const wag = Math.sin(time * 18) * 4;
    limb(ctx, '#FFC629', 4, -15, -2, -30, -6 + wag);
    limb(ctx, '#FFC629', 4, -15, 0, -27, 5 + wag);
    ctx.fillStyle = '#7A4528';
    ctx.beginPath();
    ctx.arc(0, 0, 17, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#1b1020';
    ctx.fill(HAIR);
    ctx.fillStyle = '#FFC629';
    ctx.fill(BAND);
    ctx.fillStyle = '#1b1020';
    ctx.beginPath();
    ctx.arc(4, 4, 2.8, 0, 7);
    ctx.arc(13, 4, 2.8, 0, 7);
    ctx.fill();
    ctx.strokeStyle = '#1b1020';
    ctx.lineWidth = 2.6;
    ctx.beginPath();
    if (hero.hurt > 0) ctx.arc(9, 13, 3, Math.PI, 7);
    else ctx.arc(8, 8, 5, 0.4, 2.4);
    ctx.stroke();
    ctx.restore();
  }

  /** The way home: a hot-air balloon at the top. */
  function balloon(ctx, x, y, time) {
    ctx.save();
    ctx.translate(x, y + Math.sin(time * 1.6) * 8);
    const colours = ['#E23B24', '#FFC629', '#45C9C1', '#FFC629', '#E23B24'];
    for (let i = 0; i < 5; i++) {
      ctx.fillStyle = colours[i];
      ctx.beginPath();
      ctx.ellipse(0, -300, 120 - i * 27, 130, 0, 0, 7);
      ctx.fill();
    }
    ctx.fillStyle = '#F3DDBB';
    ctx.fillRect(-30, -186, 60, 18);
    ctx.strokeStyle = '#F3DDBB';
    ctx.lineWidth = 4;
    ctx.beginPath();
    ctx.moveTo(-28, -170);
    ctx.lineTo(-34, -70);
    ctx.moveTo(28, -170);
    ctx.lineTo(34, -70);
    ctx.stroke();
    ctx.fillStyle = '#8A4B2B';
    ctx.beginPath();
    ctx.roundRect(-42, -72, 84, 68, 12);
    ctx.fill();
    ctx.fillStyle = '#B96A3A';
    ctx.fillRect(-42, -66, 84, 14);
    ctx.restore();
  }

  Object.assign(window.Art, { runner, balloon });
})();
