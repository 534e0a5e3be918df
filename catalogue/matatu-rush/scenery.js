// The town behind the road. Each layer is painted once a route on a canvas of its own, then only slides.
'use strict';

const TILE = 1400; // how wide a sliding layer is before it repeats
const Scenery = (() => {
  let layers = null;

  function sheet(width, height, scale, painter) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const ctx = canvas.getContext('2d');
    ctx.scale(scale, scale);
    painter(ctx);
    return { canvas, width, height };
  }

  function sky(ctx, width, height, route) {
    ctx.fillStyle = route.sky;
    ctx.fillRect(0, 0, width, height);
    const radius = Math.min(height * 0.86, 620);
    route.rings.forEach((colour, i) => {
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.arc(width * 0.6, height - radius * 0.28, radius * (1 - i * 0.26), 0, 7);
      ctx.fill();
    });
  }

  // Heights of the far houses, as shares of the layer; the same every time so the town is a place, not noise.
  const FAR = [0.42, 0.52, 0.36, 0.64, 0.48, 0.7, 0.4, 0.56, 0.5, 0.34, 0.6, 0.44, 0.66, 0.46];
  function far(ctx, height, route) {
    ctx.fillStyle = route.far;
    FAR.forEach((share, i) => ctx.fillRect(i * 100, height * (1 - share), 101, height * share));
  }

  function house(ctx, x, width, top, height, route) {
    ctx.fillStyle = route.near;
    ctx.fillRect(x, top, width, height - top);
    ctx.fillStyle = route.dark;
    for (let y = top + 16; y < height - 16; y += 36) ctx.fillRect(x + 12, y, width - 24, 13);
  }

  // The round tower with the cone hat is the Kenyatta International Convention Centre (KICC).
  function tower(ctx, x, top, height, route) {
    ctx.fillStyle = route.near;
    ctx.fillRect(x - 50, top + 110, 100, height);
    ctx.fill(new Path2D(`M${x - 56} ${top + 74}H${x + 56}Q${x + 58} ${top + 104} ${x + 34} ${top + 116}H${x - 34}Q${x - 58} ${top + 104} ${x - 56} ${top + 74}Z`));
    ctx.fill(new Path2D(`M${x - 32} ${top + 74}L${x} ${top + 8}L${x + 32} ${top + 74}Z`));
    ctx.fillRect(x - 3, top - 30, 6, 46);
    ctx.fillStyle = route.dark;
    for (const dx of [-29, -3, 23]) ctx.fillRect(x + dx, top + 128, 6, height);
  }

  function near(ctx, height, route) {
    tower(ctx, 240, height - 326, height, route);
    house(ctx, 20, 92, height - 190, height, route);
    house(ctx, 380, 82, height - 150, height, route);
    house(ctx, 700, 104, height - 226, height, route);
    house(ctx, 900, 94, height - 156, height, route);
    house(ctx, 1180, 120, height - 196, height, route);
  }

  function hedge(ctx, route) {
    ctx.fillStyle = route.hedge;
    ctx.fillRect(0, 32, TILE, 40);
    for (let x = 0, i = 0; x <= TILE; x += 50, i++) {
      ctx.fillStyle = i % 2 ? route.hedgeDark : route.hedge;
      ctx.beginPath();
      ctx.arc(x, 34, 33, 0, 7);
      ctx.fill();
    }
  }

  // A small open-air stall under an umbrella, for the near side of the road.
  function stall(ctx, x, y, cloth, fruit) {
    ctx.fillStyle = '#7A4528';
    ctx.fillRect(x - 4, y - 110, 8, 110);
    ctx.fillRect(x - 62, y - 34, 124, 34);
    for (let i = 0; i < 5; i++) {
      ctx.fillStyle = fruit[i % fruit.length];
      ctx.beginPath();
      ctx.arc(x - 46 + i * 23, y - 42, 13, 0, 7);
      ctx.fill();
    }
    ctx.fillStyle = '#9A5B34';
    ctx.fillRect(x - 66, y - 36, 132, 12);
    ctx.fillStyle = cloth;
    ctx.fill(new Path2D(`M${x - 84} ${y - 104}Q${x} ${y - 190} ${x + 84} ${y - 104}Z`));
    ctx.fillStyle = '#FFF6E6';
    ctx.fill(new Path2D(`M${x - 34} ${y - 104}Q${x - 26} ${y - 140} ${x} ${y - 147}Q${x + 26} ${y - 140} ${x + 34} ${y - 104}Z`));
  }

  function bush(ctx, x, y, r, colours) {
    ctx.fillStyle = colours[1];
    ctx.beginPath();
    ctx.arc(x + r * 0.7, y, r * 0.8, Math.PI, 0);
    ctx.fill();
    ctx.fillStyle = colours[0];
    ctx.beginPath();
    ctx.arc(x, y, r, Math.PI, 0);
    ctx.fill();
  }

  /** The near side: kerb, footpath, then grass with stalls where the screen is tall enough. */
  function verge(ctx, height, route) {
    const path = Math.min(70, height * 0.42);
    ctx.fillStyle = '#FFD873';
    ctx.fillRect(0, 0, TILE, 10);
    ctx.fillStyle = '#B9805A';
    ctx.fillRect(0, 10, TILE, path);
    ctx.fillStyle = '#A66F4C';
    for (let x = 0; x < TILE; x += 100) ctx.fillRect(x, 10, 50, path);
    ctx.fillStyle = route.hedge;
    ctx.fillRect(0, path + 10, TILE, height);
    ctx.fillStyle = route.hedgeDark;
    for (let y = path + 34, row = 0; y < height; y += 46, row++) {
      for (let x = (row % 2) * 50; x < TILE; x += 100) ctx.fill(new Path2D(`M${x} ${y}l9 -16l9 16z`));
    }
    if (height < 300) return;
    stall(ctx, 250, path + 150, '#E23B24', ['#FFC629', '#F4623A', '#7BC143']);
    stall(ctx, 930, path + 190, '#2D7DD2', ['#F4623A', '#FFC629', '#8E4FB5']);
    [[520, 120, 46], [640, 260, 38], [1180, 130, 50], [60, 280, 42], [1290, 300, 40]].forEach(([x, y, r]) => bush(ctx, x, path + y, r, ["#4FAF5C", route.hedgeDark]));
  }

  /** Paints every layer for this route. `view`: { width, height, roadTop, roadBottom } in road units; `scale`: device dots a unit. */
  function build(view, route, scale) {
    const grow = view.tall ? 1.75 : 1; // a tall screen has more sky to fill
    layers = {
      grow,
      sky: sheet(view.width, view.roadTop, Math.min(1, scale), (ctx) => sky(ctx, view.width, view.roadTop, route)),
      far: sheet(TILE, 280, scale, (ctx) => far(ctx, 280, route)),
      near: sheet(TILE, 370, scale * Math.min(grow, 1.4), (ctx) => near(ctx, 370, route)),
      hedge: sheet(TILE, 72, scale, (ctx) => hedge(ctx, route)),
      verge: sheet(TILE, view.height - view.roadBottom, scale, (ctx) => verge(ctx, view.height - view.roadBottom, route)),
    };
  }

  function slide(ctx, layer, offset, bottom, view, grow = 1) {
    const width = TILE * grow;
    const height = layer.height * grow;
    for (let x = -(offset % width); x < view.width; x += width) ctx.drawImage(layer.canvas, x, bottom - height, width, height);
  }

  function behind(ctx, view, travelled) {
    ctx.drawImage(layers.sky.canvas, 0, 0, view.width, view.roadTop);
    slide(ctx, layers.far, travelled * 0.05, view.roadTop, view, layers.grow);
    slide(ctx, layers.near, travelled * 0.14, view.roadTop, view, layers.grow);
    slide(ctx, layers.hedge, travelled * 0.5, view.roadTop - 8, view);
  }
  function front(ctx, view, travelled) {
    slide(ctx, layers.verge, travelled, view.height, view);
  }
  return { build, behind, front };
})();
