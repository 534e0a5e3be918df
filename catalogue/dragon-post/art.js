// The pictures of Dragon Post: the cover's own shapes as flat SVG, baked once into canvases.
(function () {
  'use strict';
  const { SEALS, HOUSES } = window.Town;
  const BAKE_SCALE = 2;
  const line = (d, colour, width) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const seal = (house, x, y, size) => `<g transform="translate(${x} ${y}) scale(${size})"><circle r="15" fill="#fff"/><path d="${SEALS[house.seal]}" fill="${house.colour}"/></g>`;

  // Houses stand with the middle of their foot at 0,0. Each is told its house, for the roof's colour and the seal.
  const HOUSE_KINDS = {
    hut: [-80, -150, 160, 154, (h) => `<path d="M-56-70H56V0H-56Z" fill="#F5D29B"/><path d="M10-70H56V0H10Z" fill="#E3B878"/><path d="M-76-60L0-146L76-60Z" fill="${h.colour}"/><path d="M-76-60L0-146L-20-60Z" fill="#FFFFFF30"/><path d="M-18 0V-30a18 18 0 0 1 36 0V0Z" fill="#8A4B2B"/>${seal(h, 0, -84, 1.15)}`],
    house: [-92, -176, 184, 180, (h) => `<rect x="30" y="-166" width="24" height="54" fill="#8A4B2B"/><path d="M-70-88H70V0H-70Z" fill="#FFE9C7"/><path d="M26-88H70V0H26Z" fill="#F5D29B"/><path d="M-88-82L-46-150H46L88-82Z" fill="${h.colour}"/><path d="M-88-82L-46-150H0L-20-82Z" fill="#FFFFFF30"/><path d="M-48 0V-34a15 15 0 0 1 30 0V0Z" fill="#8A4B2B"/><rect x="18" y="-60" width="34" height="34" rx="6" fill="#1B5C78"/>${seal(h, 0, -116, 1.15)}`],
    castle: [-112, -270, 224, 274, (h) => `<path d="M-96 0V-120h18v16h18v-16h20v16h18v-16h18V0Z" fill="#FFE9C7"/><path d="M-4 0V-190h16v18h18v-18h20v18h18v-18h16V0Z" fill="#F5D29B"/><path d="M60 0V-172h8v-18h16V0Z" fill="#E0B878"/><path d="M38-190V-262" stroke="#8A4B2B" stroke-width="6"/><path d="M40-262L100-246L40-226Z" fill="${h.colour}"/><path d="M20 0V-50a20 20 0 0 1 40 0V0Z" fill="#8A4B2B"/><rect x="-70" y="-60" width="26" height="40" rx="13" fill="#8A4B2B"/>${seal(h, 40, -110, 1.5)}`],
    tree: [-140, -300, 290, 304, (h) => `${line('M-6 0Q-14-90-4-170M-6-110Q50-140 70-176', '#8A4B2B', 30)}<ellipse cx="-40" cy="-236" rx="92" ry="58" fill="#2E9E5B"/><ellipse cx="72" cy="-214" rx="74" ry="46" fill="#238A4D"/><ellipse cx="10" cy="-262" rx="80" ry="38" fill="#4CC26A"/><rect x="-134" y="-160" width="130" height="12" rx="6" fill="#6B3820"/>${line('M-60-148L-16-96', '#6B3820', 9)}<path d="M-84-224H-14V-160H-84Z" fill="#FFE9C7"/><path d="M-96-220L-49-262L-2-220Z" fill="${h.colour}"/><path d="M-36-160v-26a12 12 0 0 0-24 0v26z" fill="#8A4B2B"/>${seal(h, -49, -206, 0.95)}`],
    tower: [-66, -380, 160, 384, (h) => `<path d="M-44 0L-36-270H36L44 0Z" fill="#EAF8FF"/><path d="M8 0L6-270H36L44 0Z" fill="#C9DDEA"/><path d="M-42-60H42L44 0H-44ZM-39-180H39L41-120H-41Z" fill="${h.colour}"/><rect x="-54" y="-284" width="152" height="14" rx="7" fill="#5B4636"/><rect x="-30" y="-330" width="60" height="46" fill="#FFE28A"/><path d="M-42-326L0-376L42-326Z" fill="${h.colour}"/><rect x="-14" y="-36" width="28" height="36" rx="14" fill="#5B3A2A"/>${seal(h, 0, -224, 1.4)}`],
    boat: [-120, -170, 250, 190, (h) => `${line('M16-20V-150', '#6B3820', 8)}<path d="M22-148Q104-112 98-34H22Z" fill="#FFF3DC"/><path d="M22-148Q104-112 98-34H66Q72-100 22-148Z" fill="#FFE0AE"/><path d="M-112-28Q0-8 116-34Q100 16 62 18H-66Q-100 14-112-28Z" fill="${h.colour}"/><path d="M-112-28Q0-8 116-34L112-22Q0 4-107-16Z" fill="#FFFFFF40"/>${seal(h, 52, -76, 1.25)}`],
    mill: [-90, -260, 180, 264, (h) => `<path d="M-54 0L-38-150H38L54 0Z" fill="#FFE9C7"/><path d="M10 0L8-150H38L54 0Z" fill="#F5D29B"/><path d="M-48-144Q-40-206 0-206T48-144Z" fill="${h.colour}"/><path d="M-48-144Q-40-206 0-206Q-20-190-22-144Z" fill="#FFFFFF30"/><path d="M-18 0V-34a18 18 0 0 1 36 0V0Z" fill="#8A4B2B"/>${seal(h, 0, -92, 1.3)}`],
    balloon: [-90, -290, 180, 300, (h) => `${line('M-44-120L-28-34M44-120L28-34', '#6B3820', 4)}<path d="M0-284Q84-280 84-196Q80-138 34-104H-34Q-80-138-84-196Q-84-280 0-284Z" fill="${h.colour}"/><path d="M-30-280Q-58-200-20-104H-34Q-80-138-84-196Q-84-262-30-280ZM30-280Q58-200 20-104H34Q80-138 84-196Q84-262 30-280Z" fill="#FFFFFF3A"/>${seal(h, 0, -196, 1.9)}`],
  };

  const CLOUD = 'M-70 26a26 26 0 0 1 8-50a40 40 0 0 1 76-11a31 31 0 0 1 48 22a20 20 0 0 1 4 39Z';
  const SHEET = {
    dragon: [-122, -72, 240, 160,
      `${line('M-40 34Q-92 56-104 26T-84-2', '#E2452E', 17)}<path d="M-92-14l18-8-2 22z" fill="#FFC629"/><ellipse cx="0" cy="26" rx="50" ry="36" fill="#E8503A"/><path d="M-36 46Q-10 66 36 48Q46 36 40 26Q0 44-30 30Z" fill="#FFD98A"/>${line('M-20 56Q-26 72-38 72M16 60Q18 76 6 80', '#E2452E', 14)}` +
      `<path d="M24-16l6-16 10 12 10-12 6 16z" fill="#FFC629"/><path d="M22 12Q16-34 58-36T110-8Q118 12 96 20Q60 32 40 24Z" fill="#E8503A"/><path d="M60 22Q92 24 108 6Q116 14 98 20Q76 28 60 22Z" fill="#FFD98A"/><circle cx="98" cy="-8" r="3" fill="#8E1F14"/><circle cx="106" cy="-2" r="3" fill="#8E1F14"/><circle cx="64" cy="-18" r="13" fill="#fff"/><circle cx="68" cy="-16" r="8" fill="#17242f"/><circle cx="65" cy="-20" r="2.800" fill="#fff"/>${line('M50-36Q44-50 32-54M72-38Q72-52 64-60', '#FFC629', 7)}<circle cx="46" cy="8" r="7" fill="#FF8F78"/>${line('M72 14Q82 18 92 12', '#8E1F14', 3)}` +
      `${line('M4-8Q26 18 30 44', '#7A3B22', 6)}<rect x="14" y="34" width="36" height="28" rx="6" fill="#8A4B2B"/><path d="M14 40q0-6 6-6h24q6 0 6 6l-18 10z" fill="#6B3820"/>`],
    // the wing hangs from the shoulder at 0,0 so that it can beat
    wing: [-106, -76, 112, 92, '<path d="M4-14Q-54-76-98-64Q-80-52-82-38Q-66-42-64-24Q-46-32-40-10Q-24-18-8 4Z" fill="#B3261E"/><path d="M4-10Q-48-62-86-58Q-72-48-72-34Q-60-36-56-18Q-42-24-34-4Q-18-12-4 4Z" fill="#FFC629"/>'],
    cloud: [-100, -70, 190, 100, `<path d="${CLOUD}" fill="#EAF8FF"/><path d="M-70 26a26 26 0 0 1-18-30Q-20 20 82 0a20 20 0 0 1-16 26Z" fill="#CFEAF8"/>`],
    rain: [-100, -70, 190, 100, `<path d="${CLOUD}" fill="#7D93AD"/><path d="M-70 26a26 26 0 0 1-18-30Q-20 20 82 0a20 20 0 0 1-16 26Z" fill="#617891"/>${line('M-24-8q8-6 14 0M18-8q8-6 14 0M-4 8Q4 2 12 8', '#33485e', 4)}`],
    bird: [-40, -20, 84, 44, '<path d="M-34 2Q-10-16 14-6L38 0L14 8Q-8 18-34 2Z" fill="#fff"/><path d="M-34 2Q-8 12 16 6L14 8Q-8 18-34 2Z" fill="#D6E6F0"/><path d="M26-3L42 1L26 4Z" fill="#FF8A3D"/><circle cx="18" cy="-2" r="2.600" fill="#17242f"/>'],
    birdWing: [-16, -34, 34, 38, '<path d="M-12 2Q-14-26 4-32Q6-12 14 0Z" fill="#EAF3F8"/><path d="M-12 2Q-14-26 4-32Q-4-14 0 2Z" fill="#D6E6F0"/>'],
    basket: [-52, -22, 104, 58, '<path d="M-46-12H46L34 32H-34Z" fill="#B9793A"/><path d="M-41 4H41L38 14H-38Z" fill="#8A5223"/><rect x="-50" y="-20" width="100" height="13" rx="6.500" fill="#FFC629"/>'],
    post: [-130, -196, 270, 200, '<path d="M-100-96H100V0H-100Z" fill="#F5D29B"/><path d="M40-96H100V0H40Z" fill="#E3B878"/><path d="M-122-88L-84-150H84L122-88Z" fill="#1B7F86"/><path d="M-122-88L-84-150H0L-30-88Z" fill="#FFFFFF26"/><path d="M-24 0V-44a24 24 0 0 1 48 0V0Z" fill="#8A4B2B"/><rect x="-82" y="-68" width="36" height="36" rx="6" fill="#1B5C78"/><rect x="46" y="-68" width="36" height="36" rx="6" fill="#1B5C78"/><g transform="translate(0 -122)"><rect x="-34" y="-24" width="68" height="46" rx="6" fill="#fff"/><path d="M-34-18L0 6L34-18V-24H-34Z" fill="#DCE8F0"/><circle cy="4" r="9" fill="#E23B24"/></g>'],
    sail: [-10, -100, 34, 106, '<rect x="-4" y="-98" width="8" height="104" rx="4" fill="#6B3820"/><path d="M4-94H22V-22H4Z" fill="#fff"/><path d="M4-58H22V-22H4Z" fill="#DCE8F0"/>'],
    tuft: [-40, -40, 80, 44, '<path d="M-34 4Q-30-26-8-14Q0-44 16-16Q36-20 34 4Z" fill="#1E8B72"/>'],
  };
  HOUSES.forEach((house) => {
    const [x, y, w, h, markup] = HOUSE_KINDS[house.kind];
    SHEET[`house-${house.seal}`] = [x, y, w, h, markup(house)];
  });

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

  const paths = {};
  Object.keys(SEALS).forEach((name) => (paths[name] = new Path2D(SEALS[name])));

  window.Art = {
    ready: Promise.all(Object.keys(SHEET).map((name) => bake(SHEET[name]).then((sprite) => (sprites[name] = sprite)))),
    /** Draws a baked picture with its origin at x, y. */
    draw(ctx, name, x, y, scaleX = 1, turn = 0, scaleY = Math.abs(scaleX)) {
      const sprite = sprites[name];
      ctx.save();
      ctx.translate(x, y);
      if (turn) ctx.rotate(turn);
      ctx.scale(scaleX, scaleY);
      ctx.drawImage(sprite.canvas, sprite.x, sprite.y, sprite.w, sprite.h);
      ctx.restore();
    },
    /** A seal: coloured disc, white sign. */
    seal(ctx, house, x, y, r) {
      ctx.save();
      ctx.translate(x, y);
      ctx.fillStyle = house.colour;
      ctx.beginPath();
      ctx.arc(0, 0, r, 0, 7);
      ctx.fill();
      ctx.scale(r / 15, r / 15);
      ctx.fillStyle = '#fff';
      ctx.fill(paths[house.seal]);
      ctx.restore();
    },
    /** An envelope w wide, with the seal of its house. */
    letter(ctx, house, x, y, w, turn = 0) {
      const h = w * 0.68;
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(turn);
      ctx.fillStyle = '#fff';
      ctx.beginPath();
      ctx.rect(-w / 2, -h / 2, w, h);
      ctx.fill();
      ctx.fillStyle = '#DCE8F0';
      ctx.beginPath();
      ctx.moveTo(-w / 2, -h / 2);
      ctx.lineTo(0, h * 0.14);
      ctx.lineTo(w / 2, -h / 2);
      ctx.fill();
      ctx.restore();
      this.seal(ctx, house, x, y + h * 0.06, w * 0.25);
    },
  };
})();
