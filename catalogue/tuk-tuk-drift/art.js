// The tuk-tuk and everything that stands beside the roads, seen from above; baked once into canvases.
(function () {
  'use strict';
  const BAKE_SCALE = 2;
  const star = (count, long, wide, colour, turn = 0) => Array.from({ length: count }, (_, i) => `<path d="M0 0Q${long * 0.5} ${-wide} ${long} 0Q${long * 0.5} ${wide} 0 0Z" fill="${colour}" transform="rotate(${turn + (i * 360) / count})"/>`).join('');
  const stall = (colour) => {
    let stripes = '';
    for (let i = 0; i < 6; i++) stripes += `<path d="M${-54 + i * 18}-40h18v80h-18z" fill="${i % 2 ? '#FFF3DC' : colour}"/>`;
    return `<rect x="-46" y="-30" width="108" height="80" rx="8" fill="#00000026"/><rect x="-56" y="-42" width="112" height="84" rx="8" fill="#6B3820"/>${stripes}<path d="M-54-40h108v10h-108z" fill="#FFFFFF33"/>`;
  };
  const roof = (left, right) => `<rect x="-84" y="-56" width="190" height="134" rx="6" fill="#00000026"/><rect x="-95" y="-67" width="190" height="67" fill="${left}"/><rect x="-95" y="0" width="190" height="67" fill="${right}"/><path d="M-95-4H95V4H-95Z" fill="#FFFFFF40"/>`;

  // The tuk-tuk points to the right (angle 0): one wheel in front, two behind, a canvas roof with a kanga border.
  const body = '<rect x="-38" y="-29" width="22" height="12" rx="5" fill="#21172A"/><rect x="-38" y="17" width="22" height="12" rx="5" fill="#21172A"/>' +
    '<path d="M-44-18Q-44-24-36-24H4Q34-22 46-8V8Q34 22 4 24H-36Q-44 24-44 18Z" fill="#FFC629"/><path d="M-44 8H46Q34 22 4 24H-36Q-44 24-44 18Z" fill="#E0A100"/><path d="M12-19Q34-14 40-5V5Q34 14 12 19Q20 0 12-19Z" fill="#BFEFFF"/><path d="M12-19Q34-14 40-5L20-4Q18-12 12-19Z" fill="#E6F9FF"/>' +
    '<circle cx="43" cy="-6" r="4" fill="#FFF6CF"/><circle cx="43" cy="6" r="4" fill="#FFF6CF"/><rect x="8" y="-31" width="7" height="9" rx="3" fill="#21172A"/><rect x="8" y="22" width="7" height="9" rx="3" fill="#21172A"/>' +
    '<rect x="-40" y="-21" width="54" height="42" rx="9" fill="#0F8F88"/><rect x="-40" y="-21" width="54" height="20" rx="9" fill="#2BB5A8"/><rect x="-33" y="-15" width="40" height="30" rx="5" fill="#0C6E69"/><path d="M-26 0l7-8 7 8-7 8zM-10 0l7-8 7 8-7 8z" fill="#FFC629"/><circle cx="-42" cy="-14" r="3.500" fill="#E23B24"/><circle cx="-42" cy="14" r="3.500" fill="#E23B24"/>';
  const SHEET = {
    tuktuk: [-52, -36, 108, 72, body],
    wheel: [-14, -8, 28, 16, '<rect x="-11" y="-5.500" width="22" height="11" rx="5" fill="#21172A"/>'],
    ghost: [-52, -36, 108, 72, '<path d="M-44-18Q-44-24-36-24H4Q34-22 46-8V8Q34 22 4 24H-36Q-44 24-44 18Z" fill="#fff"/><rect x="-38" y="-29" width="22" height="12" rx="5" fill="#fff"/><rect x="-38" y="17" width="22" height="12" rx="5" fill="#fff"/><rect x="-34" y="-15" width="42" height="30" rx="6" fill="#B9D3E8"/><circle cx="-20" cy="0" r="5" fill="#0C2A30"/><circle cx="-4" cy="0" r="5" fill="#0C2A30"/>'],
    palm: [-70, -70, 150, 150, `<g transform="translate(9 11)" opacity=".16">${star(7, 62, 15, '#000')}</g>${star(7, 62, 15, '#1E8A5A', 20)}${star(7, 56, 10, '#35B377')}<circle r="8" fill="#8A4B2B"/><circle cx="-2" cy="-2" r="5" fill="#A9743A"/>`],
    tree: [-60, -60, 130, 130, '<circle cx="9" cy="11" r="48" fill="#00000026"/><circle r="48" fill="#1F7A4A"/><circle cx="-7" cy="-8" r="36" fill="#2E9E5B"/><circle cx="-14" cy="-16" r="20" fill="#4CC26A"/>'],
    acacia: [-80, -64, 170, 140, '<ellipse cx="10" cy="14" rx="66" ry="48" fill="#00000022"/><ellipse rx="66" ry="46" fill="#5C8A34"/><ellipse cx="-12" cy="-10" rx="48" ry="30" fill="#76A843"/><ellipse cx="-20" cy="-16" rx="24" ry="14" fill="#93C457"/>'],
    tea: [-90, -60, 190, 130, '<g fill="#1B7A4D"><rect x="-84" y="-54" width="168" height="22" rx="11"/><rect x="-84" y="-20" width="168" height="22" rx="11"/><rect x="-84" y="14" width="168" height="22" rx="11"/></g><g fill="#43B36B"><rect x="-84" y="-54" width="168" height="14" rx="7"/><rect x="-84" y="-20" width="168" height="14" rx="7"/><rect x="-84" y="14" width="168" height="14" rx="7"/></g>'],
    shade: [-60, -60, 130, 130, `<circle cx="9" cy="11" r="46" fill="#00000026"/><circle r="46" fill="#fff"/>${[0, 1, 2, 3].map((i) => `<path d="M0 0L46 0A46 46 0 0 1 32.500 32.500Z" fill="#E23B24" transform="rotate(${i * 90 - 20})"/>`).join('')}<circle r="6" fill="#FFC629"/>`],
    stallRed: [-60, -48, 130, 104, stall('#E23B24')],
    stallTeal: [-60, -48, 130, 104, stall('#0F8F88')],
    roofRed: [-100, -72, 212, 156, roof('#E0704A', '#C2542F')],
    roofWhite: [-100, -72, 212, 156, roof('#FFF8EA', '#E3D5B8')],
    roofNight: [-100, -72, 212, 156, `${roof('#3D4A86', '#2F3A70')}<rect x="-70" y="-46" width="20" height="20" fill="#FFE28A"/><rect x="-30" y="-46" width="20" height="20" fill="#FFE28A"/><rect x="36" y="22" width="20" height="20" fill="#FFE28A"/>`],
    lamp: [-64, -64, 128, 128, '<circle r="60" fill="#FFE28A22"/><circle r="36" fill="#FFE28A30"/><circle r="11" fill="#FFF3C4"/><circle r="5" fill="#FFC629"/>'],
    flamingo: [-34, -30, 74, 64, '<ellipse cx="4" cy="8" rx="22" ry="10" fill="#00000020"/><ellipse rx="21" ry="12" fill="#FF8FA8"/><path d="M-8-8Q-24-4-30 2Q-18 10-6 8Z" fill="#FF6F91"/><path d="M18-2Q34-4 30-18" fill="none" stroke="#FF8FA8" stroke-width="6" stroke-linecap="round"/><circle cx="29" cy="-20" r="6" fill="#FF8FA8"/><path d="M33-22l7 5-7 1z" fill="#21172A"/>'],
    bale: [-30, -24, 66, 54, '<rect x="-20" y="-12" width="52" height="36" rx="8" fill="#00000026"/><rect x="-27" y="-20" width="52" height="36" rx="8" fill="#D9A441"/><rect x="-27" y="-20" width="52" height="16" rx="8" fill="#F2C660"/><path d="M-10-20V16M8-20V16" stroke="#A8741E" stroke-width="4"/>'],
  };

  const sprites = {};
  function bake([x, y, w, h, markup]) {
    return new Promise((resolve) => {
      const sprite = { x, y, w, h, canvas: document.createElement('canvas') };
      sprite.canvas.width = w * BAKE_SCALE;
      sprite.canvas.height = h * BAKE_SCALE;
      const image = new Image();
      image.onload = () => {
        sprite.canvas.getContext('2d').drawImage(image, 0, 0, w * BAKE_SCALE, h * BAKE_SCALE);
        resolve(sprite);
      };
      image.onerror = () => resolve(sprite);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w * BAKE_SCALE}" height="${h * BAKE_SCALE}" viewBox="${x} ${y} ${w} ${h}">${markup}</svg>`;
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    });
  }

  window.Art = {
    ready: Promise.all(Object.keys(SHEET).map((name) => bake(SHEET[name]).then((sprite) => (sprites[name] = sprite)))),
    draw(ctx, name, x, y, turn = 0, scale = 1) {
      const sprite = sprites[name];
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(turn);
      ctx.scale(scale, scale);
      ctx.drawImage(sprite.canvas, sprite.x, sprite.y, sprite.w, sprite.h);
      ctx.restore();
    },
    box(ctx, x, y, w, h, r) {
      ctx.beginPath();
      ctx.moveTo(x + r, y);
      ctx.arcTo(x + w, y, x + w, y + h, r);
      ctx.arcTo(x + w, y + h, x, y + h, r);
      ctx.arcTo(x, y + h, x, y, r);
      ctx.arcTo(x, y, x + w, y, r);
      ctx.fill();
    },
    least: () => 0, // the smallest text, in stage units: game.js sets it, so that no word is under 14 px on a screen
    font: (px) => `400 ${Math.max(px, window.Art.least())}px "Bagel Fat One", system-ui, sans-serif`,
  };
})();
