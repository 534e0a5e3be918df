// The pictures of Coral Divers: the cover's own shapes as flat SVG, baked once into canvases.
// Baking matters: a phone draws a ready bitmap far faster than thirty curves a frame.
(function () {
  'use strict';
  const BAKE_SCALE = 2; // bitmap dots for one game unit: sharp on a phone of density 2

  const fish = (body, tail, stripe = '') =>
    `<path d="M-30 0Q-14-20 12-16T34 0Q22 16 6 16T-30 0Z" fill="${body}"/><path d="M-22 0L-44-14V14Z" fill="${tail}"/>${stripe}` +
    '<circle cx="20" cy="-4" r="5" fill="#fff"/><circle cx="21" cy="-4" r="2.800" fill="#0b2c4a"/>';
  const whiteStripe = '<path d="M-4-17Q4 0-4 17L6 17Q14 0 6-17Z" fill="#fff"/>';
  const coralStroke = (d, colour) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>`;

  // name: [x, y, width, height, markup]; x and y put the origin where the game wants to hold the thing
  const SHEET = {
    diver: [-46, -46, 114, 100,
      '<rect x="-42" y="6" width="60" height="40" rx="18" fill="#E23B24"/><rect x="-30" y="-6" width="34" height="20" rx="9" fill="#FFC629"/><rect x="-14" y="8" width="10" height="36" fill="#FFC629"/>' +
      '<path d="M10 34Q30 46 44 40" fill="none" stroke="#E23B24" stroke-width="12" stroke-linecap="round"/><circle cx="48" cy="38" r="8" fill="#FFD9A8"/>' +
      '<circle cx="26" cy="2" r="36" fill="#D18A00"/><circle cx="26" cy="2" r="31" fill="#FFC629"/><circle cx="32" cy="4" r="23" fill="#0b2c4a"/><circle cx="32" cy="4" r="20" fill="#BFEFFF"/>' +
      '<circle cx="32" cy="8" r="14" fill="#8A5030"/><path d="M18 6A14 15 0 0 1 46 6Q32-4 18 6Z" fill="#2B1A1A"/><circle cx="28" cy="9" r="2.600" fill="#1b1020"/><circle cx="38" cy="9" r="2.600" fill="#1b1020"/>' +
      '<path d="M29 15Q33 19 37 15M20-8Q26-14 34-13" fill="none" stroke="#1b1020" stroke-width="2.400" stroke-linecap="round"/><path d="M20-8Q26-14 34-13" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/><rect x="18" y="-40" width="16" height="9" rx="4" fill="#D18A00"/>'],
    leg: [-66, -16, 74, 34, '<path d="M0 0Q-18 6-34 0" fill="none" stroke="#163B5E" stroke-width="13" stroke-linecap="round"/><path d="M-30-10l-28-4 8 24 22-2z" fill="#FF8A3D"/>'],
    clown: [-46, -22, 84, 44, fish('#FFC629', '#FF8A3D', whiteStripe)],
    pink: [-46, -22, 84, 44, fish('#FF6F91', '#E23B6B')],
    teal: [-46, -22, 84, 44, fish('#5FE0C8', '#2BB58F')],
    puffer: [-48, -42, 96, 84,
      '<path d="M-36 0L-48-12V12ZM-22-28l-4-12 12 6ZM0-34l4-8 6 8ZM22-28l8-8 2 12ZM-22 28l-4 12 12-6ZM0 34l4 8 6-8ZM22 28l8 8 2-12Z" fill="#C9591F"/><circle r="35" fill="#FF8A3D"/><path d="M-33 10A35 35 0 0 0 33 10Q0 26-33 10Z" fill="#FFE9C7"/>' +
      '<circle cx="-14" cy="-14" r="4" fill="#C9591F"/><circle cx="-2" cy="-22" r="4" fill="#C9591F"/><circle cx="-22" cy="-2" r="3" fill="#C9591F"/><circle cx="14" cy="-6" r="9" fill="#fff"/><circle cx="16" cy="-6" r="5" fill="#0b2c4a"/><path d="M6-18L20-20" stroke="#8E3A10" stroke-width="4" stroke-linecap="round"/><ellipse cx="26" cy="8" rx="6" ry="4" fill="#8E3A10"/>'],
    jelly: [-40, -38, 80, 60, '<path d="M-36 10Q-38-34 0-34T36 10Q24 18 18 8Q10 20 0 8Q-10 20-18 8Q-24 18-36 10Z" fill="#D79BFF"/><path d="M-26-4Q-24-24-6-27" fill="none" stroke="#F3DDFF" stroke-width="5" stroke-linecap="round"/><circle cx="-10" cy="-6" r="4" fill="#43206B"/><circle cx="10" cy="-6" r="4" fill="#43206B"/><path d="M-5 1Q0 5 5 1" fill="none" stroke="#43206B" stroke-width="3" stroke-linecap="round"/>'],
    turtle: [-62, -44, 132, 84,
      '<path d="M-44 14Q-60 16-58 26Q-46 28-34 20ZM20 20Q30 38 6 38Q-4 30 0 20Z" fill="#43B36B"/><circle cx="52" cy="2" r="16" fill="#5FCB80"/><circle cx="57" cy="-2" r="5" fill="#fff"/><circle cx="58.500" cy="-2" r="3" fill="#12402a"/><path d="M56 9Q61 11 65 7" fill="none" stroke="#12402a" stroke-width="2.600" stroke-linecap="round"/>' +
      '<path d="M-48 18Q-46-40 0-40T46 18Z" fill="#8A5A2B"/><path d="M-40 8Q-36-32 0-32T34 4Z" fill="#A9743A"/><path d="M-14-24h22l8 16-10 16h-20l-10-16z" fill="#C98F4E"/><rect x="-50" y="12" width="98" height="12" rx="6" fill="#FFE1A8"/>'],
    turtleFin: [-12, -4, 34, 46, '<path d="M-8 0Q16 2 18 22Q16 38 8 38Q6 16-10 10Z" fill="#5FCB80"/>'],
    coralPink: [-32, -76, 70, 80, coralStroke('M0 0V-60M0-26Q-16-30-18-50M0-36Q18-40 20-64', '#FF6F91')],
    coralOrange: [-32, -66, 64, 70, coralStroke('M0 0V-50M0-18Q-20-24-22-46M0-32Q16-36 18-56', '#FF8A3D')],
    brain: [-34, -26, 68, 30, '<path d="M-30 2A30 24 0 0 1 30 2Z" fill="#FFC629"/><path d="M-18-6q6-8 12 0M2-8q6-8 12 0M-8-16q6-6 12 0" fill="none" stroke="#D18A00" stroke-width="3" stroke-linecap="round"/>'],
    weed: [-26, -72, 56, 76, '<path d="M-10 2q-6-44 8-56q4 20 8 22q4-26 16-34q-4 30-4 68z" fill="#2BB58F"/>'],
    weedDark: [-26, -72, 56, 76, '<path d="M-10 2q-6-44 8-56q4 20 8 22q4-26 16-34q-4 30-4 68z" fill="#1C7F86"/>'],
    chest: [-32, -52, 66, 54, '<rect x="-28" y="-28" width="58" height="30" rx="4" fill="#8A4B2B"/><path d="M-28-26Q-28-50 1-50T30-26Z" fill="#A9603A"/><rect x="-28" y="-30" width="58" height="6" fill="#FFC629"/><rect x="-6" y="-32" width="14" height="14" rx="3" fill="#FFC629"/><circle cx="1" cy="-24" r="3" fill="#8A4B2B"/>'],
    urn: [-26, -54, 52, 56, '<path d="M-10-44h20l-3 8Q24-26 20-12T8 2H-8T-20-12T-7-36Z" fill="#45C9C1"/><rect x="-14" y="-50" width="28" height="8" rx="4" fill="#1E8F96"/><path d="M-19-20H19L20-12H-20Z" fill="#FFE28A"/><path d="M-12-30Q-17-24-16-16" fill="none" stroke="#C9FFF6" stroke-width="4" stroke-linecap="round"/>'],
    clamShut: [-34, -32, 68, 34, '<path d="M-30-12Q0-40 30-12L26 2H-26Z" fill="#C77BD8"/><path d="M-30-10Q0-2 30-10L26 2H-26Z" fill="#9A4FB0"/>'],
    clamOpen: [-34, -54, 68, 56, '<path d="M-30-24Q-22-54 0-52T30-24L22-14H-22Z" fill="#C77BD8"/><path d="M-22-20Q-16-44 0-43T22-20Z" fill="#FFD3E0"/><path d="M-32-12Q0-2 32-12L26 2H-26Z" fill="#9A4FB0"/><path d="M-28-12Q0-20 28-12Q0-2-28-12Z" fill="#FFD3E0"/>'],
    pearl: [-14, -14, 28, 28, '<circle r="12" fill="#FFF7EC"/><circle cx="3" cy="3" r="8" fill="#F1DFF0"/><circle cx="-4" cy="-4" r="4" fill="#fff"/>'],
    coin: [-20, -20, 40, 42, '<circle cy="2.500" r="17" fill="#D18A00"/><circle r="17" fill="#FFC629"/><circle r="12.500" fill="none" stroke="#D18A00" stroke-width="2" stroke-dasharray="3.400 3.150"/><path d="M-3.500-6L7 0L-3.500 6Z" fill="#D18A00"/><path d="M-10.500-10.500A15 15 0 0 1 0-15" fill="none" stroke="#FFE28A" stroke-width="2.500" stroke-linecap="round"/>'],
    bubble: [-26, -26, 52, 52, '<circle r="23" fill="#FFFFFF40" stroke="#BFEFFF" stroke-width="4"/><path d="M-13-8Q-9-15-2-16" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>'],
    relic0: [-36, -62, 72, 66, '<path d="M-32-16H32Q26 2 8 2H-12Q-28 2-32-16Z" fill="#FFC629"/><path d="M-26-6H28Q22 2 8 2H-12Q-22 2-26-6Z" fill="#D18A00"/><path d="M-4-16V-60" stroke="#D18A00" stroke-width="6" stroke-linecap="round"/><path d="M2-58Q34-44 28-20H2Z" fill="#FFE28A"/>'],
    relic1: [-36, -54, 72, 58, '<path d="M-30 0L-34-40L-16-24L0-50L16-24L34-40L30 0Z" fill="#FFC629"/><rect x="-31" y="-10" width="62" height="12" rx="4" fill="#D18A00"/><circle cy="-50" r="6" fill="#FFF7EC"/><circle cx="-33" cy="-40" r="5" fill="#FFF7EC"/><circle cx="33" cy="-40" r="5" fill="#FFF7EC"/><circle cy="-22" r="6" fill="#E23B6B"/>'],
    relic2: [-36, -68, 72, 72, '<circle cy="-32" r="33" fill="#D18A00"/><circle cy="-33" r="28" fill="#FFC629"/><circle cy="-33" r="21" fill="#0b2c4a"/><path d="M0-52L6-39L19-33L6-27L0-14L-6-27L-19-33L-6-39Z" fill="#FFF2B8"/><path d="M0-52L6-39H0ZM0-14L-6-27H0Z" fill="#FF6F91"/>'],
    dhow: [-150, -190, 310, 230,
      '<path d="M8 6L66-176" stroke="#6B3820" stroke-width="9" stroke-linecap="round"/><path d="M74-178Q-70-118-112-14Q0-28 104-16Q116-100 74-178Z" fill="#FFF3DC"/><path d="M58-172Q-70-118-112-14Q-70-18-36-20Q-8-110 58-172Z" fill="#FFE0AE"/><path d="M-66-90Q10-112 102-98L105-76Q4-88-84-66Z" fill="#E23B24"/><path d="M-84-66Q4-88 105-76L106-64Q2-76-92-52Z" fill="#FFC629"/>' +
      '<path d="M-140-10Q0 18 152-18Q136 30 92 34H-84Q-124 30-140-10Z" fill="#8A4B2B"/><path d="M-140-10Q0 18 152-18L147-4Q0 32-134 2Z" fill="#A9603A"/><path d="M-60 20l9-9 9 9-9 9zM-28 23l9-9 9 9-9 9zM4 23l9-9 9 9-9 9zM36 20l9-9 9 9-9 9z" fill="#FFE9C7"/>'],
    palms: [-130, -80, 260, 84, '<path d="M-130 4Q-60-26 20-20T130 4Z" fill="#F5D29B"/><path d="M-60-10Q-52-40-60-60M30-14Q36-36 28-50" fill="none" stroke="#8A4B2B" stroke-width="7" stroke-linecap="round"/><path d="M-60-60Q-88-66-94-46M-60-60Q-80-80-98-70M-60-60Q-40-82-24-70M-60-60Q-34-64-28-44M28-50Q6-56 2-38M28-50Q14-68-2-60M28-50Q44-68 58-58M28-50Q50-54 54-36" fill="none" stroke="#2BB58F" stroke-width="9" stroke-linecap="round"/>'],
  };

  const Art = { sprites: {}, ready: null };

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

  Art.ready = Promise.all(Object.keys(SHEET).map((name) => bake(SHEET[name]).then((sprite) => (Art.sprites[name] = sprite))));

  /** Draws a baked picture with its origin at x, y. */
  Art.draw = function (ctx, name, x, y, scale = 1, turn = 0, flip = 1) {
    const sprite = Art.sprites[name];
    ctx.save();
    ctx.translate(x, y);
    if (turn) ctx.rotate(turn);
    ctx.scale(scale * flip, scale);
    ctx.drawImage(sprite.canvas, sprite.x, sprite.y, sprite.w, sprite.h);
    ctx.restore();
  };

  window.Art = Art;
})();
