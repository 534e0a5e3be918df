// The animals and seeds of Bao Master as flat SVG, baked once into canvases; and the colours of the table.
(function () {
  'use strict';
  const BAKE_SCALE = 2;
  const line = (d, colour, width) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const eyes = (x, y, r, gap) => [-1, 1].map((k) => `<circle cx="${x + k * gap}" cy="${y}" r="${r}" fill="#fff"/><circle cx="${x + k * gap + 1}" cy="${y + 1}" r="${r * 0.6}" fill="#1b1020"/><circle cx="${x + k * gap - 1}" cy="${y - 1.5}" r="${r * 0.22}" fill="#fff"/>`).join('');

  // busts in a disc of radius 50 around 0,0
  const FACES = {
    monkey: ['#FFD873', `<path d="M-34 50Q-30 22 0 22T34 50Z" fill="#8A5A2B"/><circle cx="-31" cy="-4" r="13" fill="#8A5A2B"/><circle cx="31" cy="-4" r="13" fill="#8A5A2B"/><circle cx="-31" cy="-4" r="7" fill="#F2C08A"/><circle cx="31" cy="-4" r="7" fill="#F2C08A"/><circle cy="-6" r="31" fill="#A9743A"/><path d="M-22-10A12 12 0 0 1 0-16A12 12 0 0 1 22-10Q24 20 0 20T-22-10Z" fill="#F7D3A2"/>${eyes(0, -8, 7, 10)}<ellipse cy="3" rx="5" ry="3" fill="#8A5A2B"/>${line('M-10 9Q0 18 10 9', '#5B2A12', 3)}`],
    hare: ['#9FE3C0', `<path d="M-30 50Q-28 24 0 24T30 50Z" fill="#C9A27A"/><path d="M-20-20Q-32-56-20-64Q-6-58-6-22ZM20-20Q32-56 20-64Q6-58 6-22Z" fill="#C9A27A" transform="translate(0 14) scale(1 .95)"/><path d="M-17-16Q-24-40-19-44Q-11-40-10-18ZM17-16Q24-40 19-44Q11-40 10-18Z" fill="#FF9AA2" transform="translate(0 8)"/><ellipse cy="4" rx="29" ry="26" fill="#DDBB93"/><ellipse cy="14" rx="18" ry="13" fill="#FFF3DC"/>${eyes(0, -2, 7, 13)}<path d="M-5 8H5L0 13Z" fill="#E0457B"/>${line('M0 13V17M-8 19Q0 23 8 19', '#6B3820', 2.6)}<rect x="-4" y="20" width="8" height="8" rx="2" fill="#fff"/>`],
    elephant: ['#FF9AA2', `<path d="M-36 50Q-34 24 0 24T36 50Z" fill="#5B8FD0"/><ellipse cx="-34" cy="-2" rx="19" ry="25" fill="#5B8FD0"/><ellipse cx="34" cy="-2" rx="19" ry="25" fill="#5B8FD0"/><ellipse cx="-35" cy="0" rx="11" ry="16" fill="#FF9AA2"/><ellipse cx="35" cy="0" rx="11" ry="16" fill="#FF9AA2"/><circle cy="-8" r="30" fill="#6FA4E2"/>${eyes(0, -10, 6.5, 13)}<path d="M-9 0H9Q9 22 9 30Q8 42-8 40Q-14 38-12 33Q-4 36-4 28Q-8 18-9 0Z" fill="#7FB2EE"/>${line('M-6 10H6M-5 18H7', '#5B8FD0', 2.6)}<path d="M-14 10q-6 10 2 14zM14 10q6 10-2 14z" fill="#fff"/>`],
    tortoise: ['#C7A6F0', `<path d="M-46 54Q-44 8 0 8T46 54Z" fill="#8A5A2B"/><path d="M-36 54Q-34 18 0 18T36 54Z" fill="#B9793A"/><path d="M-12 50V22H12V50Z" fill="#6FBF73"/><ellipse cy="-4" rx="27" ry="27" fill="#7FD084"/><path d="M-27-4Q-20 20 0 22T27-4Q12 8 0 8T-27-4Z" fill="#6FBF73"/>${eyes(0, -6, 7, 12)}${line('M-12 10Q0 18 12 10', '#245B34', 3)}<path d="M-22-19Q-22-42 0-42T22-19Q0-27-22-19Z" fill="#fff"/><path d="M-22-19Q0-27 22-19V-25Q0-33-22-25Z" fill="#FFC629"/><path d="M-10-36l4 4 4-4 4 4 4-4" fill="none" stroke="#E0457B" stroke-width="2.400"/>`],
    child: ['#7CCBEB', `<path d="M-32 50Q-30 22 0 22T32 50Z" fill="#E23B24"/><path d="M-8 20H8V30H-8Z" fill="#6B3A24"/><circle cy="-2" r="26" fill="#8A5030"/><path d="M-27-2Q-30-34 0-34T27-2Q18-16 0-16T-27-2Z" fill="#2B1A1A"/><circle cx="-24" cy="-20" r="11" fill="#2B1A1A"/><circle cx="24" cy="-20" r="11" fill="#2B1A1A"/><circle cx="-9" cy="-1" r="3.400" fill="#1b1020"/><circle cx="9" cy="-1" r="3.400" fill="#1b1020"/>${line('M-9 8Q0 17 9 8', '#fff', 4)}`],
    friend: ['#FFC08A', `<path d="M-32 50Q-30 22 0 22T32 50Z" fill="#1B7F86"/><path d="M-8 20H8V30H-8Z" fill="#54301F"/><circle cy="-2" r="26" fill="#6B3A24"/><path d="M-26-6Q-24-30 0-30T26-6Q0-18-26-6Z" fill="#1b1020"/><path d="M-27-8Q-26-34 0-34T27-8Q0-20-27-8Z" fill="#FFC629"/><circle cx="-9" cy="-1" r="3.400" fill="#1b1020"/><circle cx="9" cy="-1" r="3.400" fill="#1b1020"/>${line('M-9 8Q0 17 9 8', '#fff', 4)}`],
  };
  const SEED_COLOURS = [['#F2E3C6', '#D3BD93'], ['#9FB4A4', '#7C9382'], ['#E0643C', '#B8471F'], ['#F2B33D', '#CB8A14']];

  const SHEET = {};
  Object.keys(FACES).forEach((name) => {
    const [ground, body] = FACES[name];
    SHEET[name] = [-54, -58, 108, 112, `<clipPath id="c"><path d="M-50 0V-60H50V0A50 50 0 0 1-50 0Z"/></clipPath><circle r="53" fill="#fff"/><circle r="48" fill="${ground}"/><g clip-path="url(#c)" transform="scale(.93)">${body}</g>`];
  });
  SEED_COLOURS.forEach(([light, dark], i) => (SHEET[`seed${i}`] = [-13, -13, 26, 26, `<circle cx="1" cy="1.500" r="11" fill="${dark}"/><circle cx="-.500" cy="-.500" r="9.800" fill="${light}"/><ellipse cx="-3.500" cy="-4" rx="3.400" ry="2.400" fill="#FFFFFFB0" transform="rotate(-35 -3.500 -4)"/>`]));
  SHEET.lock = [-20, -24, 40, 46, '<path d="M-9-2V-9a9 9 0 0 1 18 0V-2" fill="none" stroke="#0C2A30" stroke-width="5"/><rect x="-15" y="-4" width="30" height="24" rx="6" fill="#FFC629"/><circle cy="7" r="4" fill="#0C2A30"/>'];
  SHEET.star = [-18, -18, 36, 36, '<path d="M0-13L4-4.500L13-3.500L6.500 3L8 12L0 7.500L-8 12L-6.500 3L-13-3.500L-4-4.500Z" fill="#FFC629" stroke="#FFC629" stroke-width="4" stroke-linejoin="round"/>'];

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
    SEED_KINDS: SEED_COLOURS.length,
    ready: Promise.all(Object.keys(SHEET).map((name) => bake(SHEET[name]).then((sprite) => (sprites[name] = sprite)))),
    draw(ctx, name, x, y, scale = 1, turn = 0) {
      const sprite = sprites[name];
      if (turn) {
        ctx.save();
        ctx.translate(x, y);
        ctx.rotate(turn);
        ctx.drawImage(sprite.canvas, sprite.x * scale, sprite.y * scale, sprite.w * scale, sprite.h * scale);
        ctx.restore();
      } else ctx.drawImage(sprite.canvas, x + sprite.x * scale, y + sprite.y * scale, sprite.w * scale, sprite.h * scale);
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
