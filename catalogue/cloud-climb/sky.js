// The sky of Cloud Climb: rays, far clouds and hot-air balloons.
(function () {
  'use strict';
  const { put } = window.Fx;
  let sky = [255, 255, 255];
  let rays = [255, 255, 255];
  const parse = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  const css = (rgb) => `rgb(${rgb[0] | 0},${rgb[1] | 0},${rgb[2] | 0})`;
  let skyReady = false;
  let page = '';

  /** The ground of the picture: rays over a colour that drifts towards the section's own [sky, rays]. */
  function draw(stage, camera, colours) {
    const { ctx } = stage;
    const [ground, light] = colours.map(parse);
    const mix = skyReady ? 0.04 : 1;
    sky = sky.map((value, i) => value + (ground[i] - value) * mix);
    rays = rays.map((value, i) => value + (light[i] - value) * mix);
    skyReady = true;
    const shade = css(sky);
    if (shade !== page) document.body.style.background = page = shade; // round the stage, on screens of another shape
    ctx.fillStyle = css(sky);
    ctx.fillRect(0, 0, stage.width, stage.height);
    const cx = stage.width / 2;
    const cy = -60;
    const far = stage.width + stage.height;
    ctx.fillStyle = css(rays);
    ctx.beginPath();
    for (let i = 0; i < 18; i += 1) {
      const a = (i / 9) * Math.PI + camera * 0.00025;
      ctx.moveTo(cx, cy);
      ctx.lineTo(cx + Math.cos(a) * far, cy + Math.sin(a) * far);
      ctx.lineTo(cx + Math.cos(a + Math.PI / 18) * far, cy + Math.sin(a + Math.PI / 18) * far);
    }
    ctx.fill();
    drawFar(stage, camera);
  }

  /** Far clouds and hot-air balloons pass at half speed; the place of each comes from its number alone. */
  function drawFar({ ctx, width, height }, camera) {
    const gap = 210;
    const shift = camera * 0.4;
    const first = Math.floor(shift / gap) - 1;
    for (let i = first; i < first + 6; i += 1) {
      const y = height - 60 - (i * gap - shift);
      const x = width * (0.08 + ((i * 0.377 + 10) % 1) * 0.84);
      ctx.globalAlpha = i % 4 === 2 ? 0.6 : 1;
      if (i % 4 === 2) put(ctx, 'hotair', x, y, 0.75);
      else put(ctx, 'farcloud', x, y, 0.9 + ((i * 7) % 3) * 0.25);
    }
    ctx.globalAlpha = 1;
  }

  window.Sky = { draw };
})();
