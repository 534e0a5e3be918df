// What tells the sailor the way: the ring round the dhow, the chart and the sail gauge.
(function () {
  'use strict';
  const { bestSail, offBow, NO_GO } = window.Sailing;
  const { LOOKS, circles } = window.Art;

  /** The ring round your boat: red where no sail pulls, an arrow for the wind, a gold one to the next buoy. */
  function compass(ctx, craft, world) {
    const radius = 128;
    const from = world.wind.dir + Math.PI;
    const stalled = offBow(craft, world.wind) < NO_GO;
    ctx.save();
    ctx.translate(craft.x, craft.y);
    ctx.globalAlpha = stalled ? 0.5 + 0.2 * Math.sin(world.time * 9) : 0.3;
    ctx.fillStyle = '#D8341C';
    ctx.beginPath();
    ctx.moveTo(Math.cos(from) * 62, Math.sin(from) * 62);
    ctx.arc(0, 0, radius, from - NO_GO, from + NO_GO);
    ctx.fill();
    ctx.globalAlpha = 0.4;
    ctx.strokeStyle = '#FFF6E6';
    ctx.lineWidth = 3;
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 7);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.save();
    ctx.rotate(from);
    arrow(ctx, radius + 6, -1, '#FFFFFF', 1.25 * world.wind.force);
    ctx.restore();
    const goal = world.course.marks[craft.mark];
    if (goal) {
      ctx.rotate(Math.atan2(goal[1] - craft.y, goal[0] - craft.x));
      arrow(ctx, radius + 10 + Math.sin(world.time * 5) * 5, 1, '#FFC629', 1.2);
    }
    ctx.restore();
  }
  function arrow(ctx, x, way, colour, size) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(x + way * 22 * size, 0);
    ctx.lineTo(x - way * 8 * size, -15 * size);
    ctx.lineTo(x - way * 2 * size, 0);
    ctx.lineTo(x - way * 8 * size, 15 * size);
    ctx.fill();
  }

  function chart(ctx, world, boats, box) {
    const course = world.course;
    const all = [[0, 0], ...course.marks];
    const left = Math.min(...all.map((m) => m[0])) - 300;
    const right = Math.max(...all.map((m) => m[0])) + 300;
    const top = Math.min(...all.map((m) => m[1])) - 300;
    const bottom = Math.max(...all.map((m) => m[1])) + 300;
    const scale = Math.min(box.w / (right - left), box.h / (bottom - top));
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(box.x, box.y, box.w, box.h, 16);
    ctx.clip();
    ctx.fillStyle = box.ground || '#0C2A30cc';
    ctx.fillRect(box.x, box.y, box.w, box.h);
    ctx.translate(box.x + box.w / 2, box.y + box.h / 2);
    ctx.scale(scale, scale);
    ctx.translate(-(left + right) / 2, -(top + bottom) / 2);
    circles(ctx, course.islands, 0, '#FFDD94');
    circles(ctx, course.islands, -34, '#3B9671');
    const dot = 5 / scale;
    const buoys = course.buoys || course.marks;
    buoys.forEach(([x, y], i) => {
      const next = boats.length > 0 && i === boats[0].mark % buoys.length;
      ctx.fillStyle = next || !boats.length ? '#FFC629' : '#E23B24';
      ctx.beginPath();
      ctx.arc(x, y, next ? dot * 1.4 : dot, 0, 7);
      ctx.fill();
    });
    for (let i = boats.length - 1; i >= 0; i--) {
      const craft = boats[i];
      ctx.save();
      ctx.translate(craft.x, craft.y);
      ctx.rotate(craft.heading);
      ctx.scale(1 / scale, 1 / scale);
      ctx.fillStyle = i ? LOOKS[craft.look].band2 : '#FFFFFF';
      ctx.beginPath();
      ctx.moveTo(i ? 7 : 10, 0);
      ctx.lineTo(-6, i ? -4 : -6);
      ctx.lineTo(-6, i ? 4 : 6);
      ctx.fill();
      ctx.restore();
    }
    ctx.restore();
  }

  /** The trim gauge: the green part is where the sail pulls best now; the white knob is your sail. */
  function trim(ctx, craft, world, box, font, labels) {
    const at = (sail) => box.x + 14 + ((sail - 0.1) / 1.3) * (box.w - 28);
    const best = at(bestSail(offBow(craft, world.wind)));
    ctx.fillStyle = '#0C2A30e6';
    ctx.beginPath();
    ctx.roundRect(box.x, box.y, box.w, box.h, box.h / 2);
    ctx.fill();
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(box.x + 8, box.y + 8, box.w - 16, box.h - 16, box.h / 2);
    ctx.clip();
    ctx.fillStyle = '#21464E';
    ctx.fillRect(box.x, box.y, box.w, box.h);
    ctx.fillStyle = '#C98A00';
    ctx.fillRect(best - box.w * 0.2, box.y, box.w * 0.4, box.h);
    ctx.fillStyle = '#43CF7E';
    ctx.fillRect(best - box.w * 0.09, box.y, box.w * 0.18, box.h);
    ctx.restore();
    ctx.fillStyle = '#FFFFFF';
    ctx.beginPath();
    ctx.arc(at(craft.sail), box.y + box.h / 2, box.h * 0.42, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#FFFFFF';
    ctx.font = `650 ${font}px Lexend, system-ui`;
    if (labels) {
      ctx.textAlign = 'left';
      ctx.fillText('↓ In', box.x + 4, box.y - font * 0.5);
      ctx.textAlign = 'right';
      ctx.fillText('Out ↑', box.x + box.w - 4, box.y - font * 0.5);
    }
    ctx.textAlign = 'center';
    const word = offBow(craft, world.wind) < NO_GO ? 'Turn off the wind!' : craft.crew ? 'Crew trims' : craft.quality > 0.9 ? 'Perfect trim!' : 'You trim';
    ctx.fillText(word, box.x + box.w / 2, box.y - font * 0.5);
  }

  Object.assign(window.Art, { compass, chart, trim });
})();
