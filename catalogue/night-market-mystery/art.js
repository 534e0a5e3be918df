// The pictures, as SVG text: heads, hats, things, stalls. Shapes follow the cover.
'use strict';
const Art = (() => {
  const CLOTHES = { red: '#E23B24', blue: '#3F7BE0', yellow: '#FFC629', green: '#3DAA55' };
  const DARK = '#1b1020';
  const svg = (box, body, name = '') => `<svg viewBox="${box}" class="${name}" aria-hidden="true">${body}</svg>`;
  const eyes = (x, y, r = 4.4) => `<g fill="${DARK}"><circle cx="${-x}" cy="${y}" r="${r}"/><circle cx="${x}" cy="${y}" r="${r}"/></g><g fill="#fff"><circle cx="${-x + 1.4}" cy="${y - 1.4}" r="1.4"/><circle cx="${x + 1.4}" cy="${y - 1.4}" r="1.4"/></g>`;
  const twin = (body) => `${body}<g transform="scale(-1 1)">${body}</g>`; // the other side, mirrored

  // Each head sits round 0,0, about 56 wide and 50 high.
  const HEADS = {
    hare: twin('<path d="M4-14Q2-56 14-58Q26-52 18-12Z" fill="#C9A27A"/><path d="M9-20Q8-46 14-48Q19-44 14-18Z" fill="#F2B7A8"/>')
      + '<ellipse rx="25" ry="23" fill="#C9A27A"/><path d="M-25 0A25 23 0 0 1 0-23A40 40 0 0 0-25 0Z" fill="#DDBB95"/><ellipse cy="11" rx="14" ry="10" fill="#F7E9D6"/><path d="M-4 5h8l-4 5z" fill="#E0708A"/><rect x="-4" y="12" width="8" height="7" rx="1.500" fill="#fff"/>' + eyes(12, -4),
    monkey: twin('<circle cx="25" cy="-1" r="8" fill="#4A3226"/><circle cx="25" cy="-1" r="4.500" fill="#D9A679"/>')
      + '<circle r="25" fill="#5E4130"/><path d="M-25 0A25 25 0 0 1 0-25A36 36 0 0 0-25 0Z" fill="#755340"/><path d="M0-9Q12-20 19-8Q24 8 13 17Q0 25-13 17Q-24 8-19-8Q-12-20 0-9Z" fill="#E3B68B"/><path d="M-8 12Q0 19 8 12" fill="none" stroke="#5E2F22" stroke-width="3" stroke-linecap="round"/><g fill="#5E2F22"><circle cx="-2.500" cy="5" r="1.500"/><circle cx="2.500" cy="5" r="1.500"/></g>' + eyes(9, -4),
    bushbaby: twin('<path d="M8-16Q16-46 36-40Q44-20 22-4Z" fill="#B5774F"/><path d="M16-18Q22-36 33-33Q36-20 23-9Z" fill="#F2A7A0"/>')
      + '<ellipse rx="25" ry="22" fill="#C98A5E"/><ellipse cy="12" rx="10" ry="7" fill="#F2DCC4"/><circle cx="-11" cy="-3" r="11" fill="#5E3523"/><circle cx="11" cy="-3" r="11" fill="#5E3523"/><circle cx="-11" cy="-3" r="8.500" fill="#FFC629"/><circle cx="11" cy="-3" r="8.500" fill="#FFC629"/><ellipse cy="9" rx="3.500" ry="2.600" fill="#3B1B1B"/>' + eyes(11, -3, 4.6),
    hyrax: twin('<circle cx="19" cy="-17" r="6" fill="#6B5240"/>')
      + '<path d="M-26 2Q-26-24 0-24T26 2Q24 23 0 23T-26 2Z" fill="#8F7055"/><path d="M-26 2Q-26-24 0-24Q-18-18-26 2Z" fill="#A88768"/><ellipse cy="10" rx="13" ry="9" fill="#D9BFA0"/><path d="M-5 4h10l-5 6z" fill="#3B1B1B"/><path d="M0 10v4M-6 15q6 4 12 0" stroke="#3B1B1B" stroke-width="2.400" fill="none" stroke-linecap="round"/>' + eyes(12, -5),
    warthog: twin('<path d="M16-14L30-24L25-4Z" fill="#6A5148"/><path d="M12 14Q26 16 25 2Q30 20 12 21Z" fill="#FFF6E2"/>')
      + '<path d="M-23-8Q-20-25 0-25T23-8Q20 24 0 26Q-20 24-23-8Z" fill="#8A6A5C"/><path d="M-10-24Q0-34 10-24Q0-20-10-24Z" fill="#3E2A24"/><ellipse cy="15" rx="15" ry="10" fill="#B58B7B"/><g fill="#4A2F28"><circle cx="-5" cy="15" r="2.600"/><circle cx="5" cy="15" r="2.600"/></g>' + eyes(11, -6),
    owl: twin('<path d="M10-20L22-32L24-8Z" fill="#6E4A2B"/>')
      + '<ellipse rx="26" ry="25" fill="#8F6238"/><circle cx="-11" cy="-3" r="13" fill="#F2DEBB"/><circle cx="11" cy="-3" r="13" fill="#F2DEBB"/><circle cx="-11" cy="-3" r="8" fill="#FF9A3D"/><circle cx="11" cy="-3" r="8" fill="#FF9A3D"/><path d="M-5 5h10l-5 11z" fill="#FFC629"/><path d="M-14 20q4 4 7 0q4 4 7 0q4 4 7 0q4 4 7 0" stroke="#F2DEBB" stroke-width="2.400" fill="none"/>' + eyes(11, -3),
    genet: twin('<path d="M7-16L22-44L29-6Z" fill="#A58E6A"/><path d="M14-18L22-34L25-10Z" fill="#F0B9A6"/>')
      + '<path d="M-27-4Q-22-25 0-25T27-4Q20 16 0 25Q-20 16-27-4Z" fill="#CDB68C"/><g fill="#4B3A28"><ellipse cx="-9" cy="-17" rx="2.600" ry="4"/><ellipse cx="0" cy="-19" rx="2.600" ry="4"/><ellipse cx="9" cy="-17" rx="2.600" ry="4"/><path d="M-17 2Q-14 14-5 16Q-13 6-12 1Z"/><path d="M17 2Q14 14 5 16Q13 6 12 1Z"/></g><ellipse cy="14" rx="9" ry="7" fill="#FFF4E0"/><ellipse cy="11" rx="4" ry="3" fill="#3B1B1B"/>' + eyes(12, -4),
    frog: twin('<circle cx="15" cy="-20" r="11" fill="#4DB34A"/><circle cx="15" cy="-21" r="7.500" fill="#fff"/>')
      + '<path d="M-29 4Q-27-19 0-19T29 4Q26 24 0 24T-29 4Z" fill="#4DB34A"/><path d="M-29 4Q-27-19 0-19Q-18-14-29 4Z" fill="#7ED16B"/><path d="M-19 6Q0 20 19 6" stroke="#1F6B33" stroke-width="3.400" fill="none" stroke-linecap="round"/><g fill="#1F6B33"><circle cx="-3.500" cy="-2" r="1.700"/><circle cx="3.500" cy="-2" r="1.700"/></g>' + eyes(15, -20, 4),
    elephant: twin('<path d="M16-18Q46-26 44 4Q38 24 18 12Z" fill="#7F8AA8"/><path d="M22-11Q38-15 37 3Q32 14 22 8Z" fill="#C9A5B5"/>')
      + '<ellipse rx="22" ry="24" fill="#98A3BF"/><path d="M-7 2H7Q9 26 15 32Q6 38-2 32Q-8 24-7 2Z" fill="#98A3BF"/><path d="M-6 12h12M-5 19h12" stroke="#7F8AA8" stroke-width="2.500"/>' + eyes(10, -6),
    giraffe: twin('<path d="M8-22V-36" stroke="#B5773A" stroke-width="5" stroke-linecap="round"/><circle cx="8" cy="-37" r="4.500" fill="#5E3523"/><path d="M16-14Q32-22 31-10Q24-4 16-6Z" fill="#E8B04A"/>')
      + '<path d="M-18-10Q-17-25 0-25T18-10Q18 20 0 28Q-18 20-18-10Z" fill="#F2C45A"/><ellipse cy="17" rx="14" ry="11" fill="#F7E0AE"/><g fill="#B5773A"><path d="M-14-12l6-6 4 6-5 6zM6-16l7 2-2 7-6-2z"/></g><path d="M-6 20q6 4 12 0" stroke="#7A4A22" stroke-width="2.600" fill="none" stroke-linecap="round"/>' + eyes(10, -2),
    zebra: twin('<path d="M10-20Q14-38 23-34Q26-22 18-12Z" fill="#EDEDF2"/><path d="M18-6l-8 2M19 1l-8 2M18 8l-6 1" stroke="#2B2440" stroke-width="3.600"/>')
      + '<path d="M-20-8Q-18-25 0-25T20-8Q19 20 0 27Q-19 20-20-8Z" fill="#F4F4F7"/><path d="M-5-26Q0-40 5-26L3-13H-3Z" fill="#2B2440"/><path d="M-19-6l9 2M-19 1l8 2M19-6l-9 2M19 1l-8 2M-10-20l5 7M10-20l-5 7" stroke="#2B2440" stroke-width="3.600" stroke-linecap="round"/><ellipse cy="18" rx="13" ry="9" fill="#3E3558"/><path d="M-5 20q5 3 10 0" stroke="#fff" stroke-width="2.400" fill="none" stroke-linecap="round"/>' + eyes(9, -2),
    parrot: '<path d="M-6-24Q-12-38-2-40Q0-32 4-38Q10-32 6-22Z" fill="#FF5C5C"/><ellipse rx="24" ry="25" fill="#7D8794"/><path d="M-24 0A24 25 0 0 1 0-25A40 40 0 0 0-24 0Z" fill="#9AA4B0"/><ellipse cx="-9" cy="-5" rx="10" ry="11" fill="#F4F4F7"/><ellipse cx="9" cy="-5" rx="10" ry="11" fill="#F4F4F7"/><path d="M-8-2Q0-8 8-2Q9 12 0 17Q-9 12-8-2Z" fill="#2B2440"/>' + eyes(11, -6),
    tortoise: '<path d="M-32 24Q-30-6 0-8T32 24Z" fill="#7A5A34"/><path d="M-20 24l6-20 14-4 14 4 6 20z" fill="#A57C46"/><path d="M-18-6Q-18-26 0-26T18-6Q16 14 0 15T-18-6Z" fill="#8DAA5B"/><path d="M-18-6Q-18-26 0-26Q-12-20-18-6Z" fill="#A9C476"/><path d="M-8 4Q0 10 8 4" stroke="#44602B" stroke-width="2.800" fill="none" stroke-linecap="round"/>' + eyes(9, -7),
    hippo: twin('<circle cx="18" cy="-22" r="7" fill="#7E6390"/><circle cx="18" cy="-22" r="3.500" fill="#E8A9BE"/>')
      + '<path d="M-22-6Q-20-25 0-25T22-6Q34 26 0 27Q-34 26-22-6Z" fill="#9A7CAD"/><ellipse cy="13" rx="25" ry="14" fill="#B79AC8"/><g fill="#6B4D80"><ellipse cx="-9" cy="8" rx="3" ry="4"/><ellipse cx="9" cy="8" rx="3" ry="4"/></g><path d="M-13 19q13 6 26 0" stroke="#6B4D80" stroke-width="2.600" fill="none" stroke-linecap="round"/>' + eyes(10, -8),
  };

  const HATS = {
    none: '',
    kofia: '<path d="M-19-16L-16-33Q0-39 16-33L19-16Q0-23-19-16Z" fill="#FFF6E2"/><path d="M-18-20l4-5 4 4 5-5 5 4 5-4 5 5 4-4 4 5-1 4Q0-23-19-16Z" fill="#0FA39B"/>',
    straw: '<path d="M-38-14Q0-30 38-14Q30-6 0-14T-38-14Z" fill="#D69A33"/><path d="M-20-19Q-18-40 0-40T20-19Q0-27-20-19Z" fill="#F2C45A"/><path d="M-21-18Q0-28 21-18L20-24Q0-33-20-24Z" fill="#A3451F"/>',
    scarf: '<path d="M-27-8Q-29-34 0-36T27-8Q16-22 0-22T-27-8Z" fill="#E0508C"/><path d="M-27-8Q-29-34 0-36Q-20-26-27-8Z" fill="#F27BAA"/><path d="M20-26q16-8 15 4q-8 6-15-4zM22-24q12 8 6 15q-9-3-6-15z" fill="#C23561"/><g fill="#FFC629"><circle cx="-10" cy="-28" r="2.600"/><circle cx="2" cy="-30" r="2.600"/><circle cx="13" cy="-26" r="2.600"/></g>',
  };
  const GLASSES = '<g fill="#FFFFFF66" stroke="#fff" stroke-width="3.600"><circle cx="-12" cy="-4" r="10.500"/><circle cx="12" cy="-4" r="10.500"/></g><path d="M-2-5h4" stroke="#fff" stroke-width="3.600"/>';
  // Things sit in a 34 by 34 box round 0,0.
  const THINGS = {
    basket: '<path d="M-13-4Q-12-19 0-19T13-4" fill="none" stroke="#8A4B2B" stroke-width="3.600"/><path d="M-17-5H17L12 16H-12Z" fill="#D18A3D"/><path d="M-16 1H16L15 6H-15Z" fill="#8A4B2B"/><path d="M-17-6H17V-2H-17Z" fill="#F2C45A"/>',
    drum: '<path d="M-15-9L-9 16H9L15-9Z" fill="#A3451F"/><path d="M-14-8l6 12 6-12 4 12 6-12M-8 4l2 11M3 4l-2 11" fill="none" stroke="#FFF0D0" stroke-width="2.400"/><ellipse cy="-9" rx="16" ry="6" fill="#FFF0D0"/><ellipse cy="-9" rx="11" ry="3.600" fill="#E8D2A4"/>',
    umbrella: '<path d="M0-8V12Q0 17 5 16" fill="none" stroke="#FFF0D0" stroke-width="3.400" stroke-linecap="round"/><path d="M-18-1Q-16-19 0-19T18-1Q12-6 6-1Q0-6-6-1Q-12-6-18-1Z" fill="#8B5CE0"/><path d="M-6-1Q-6-15 0-19Q6-15 6-1Q0-6-6-1Z" fill="#B48CF5"/>',
    guitar: '<g transform="rotate(32)"><rect x="-2.600" y="-22" width="5.200" height="24" fill="#5E3523"/><rect x="-5" y="-25" width="10" height="7" rx="2" fill="#3B1B1B"/><circle cy="0" r="7.500" fill="#F58A3C"/><circle cy="9" r="10" fill="#F58A3C"/><circle cy="5" r="4" fill="#3B1B1B"/></g>',
  };

  // a frog's eyes sit on top of its head, so what it wears sits higher
  const wear = (id, body) => (id === 'frog' ? `<g transform="translate(0 -16) scale(1.150 1)">${body}</g>` : body);
  function suspect(s) {
    const cloth = CLOTHES[s.colour];
    const body = `<path d="M12 120Q12 78 50 78T88 120Z" fill="${cloth}"/><path d="M12 120Q12 78 50 78Q30 88 30 120Z" fill="#FFFFFF33"/><path d="M40 79L50 94L60 79Z" fill="#FFF6E2"/>`;
    const head = `<g transform="translate(48 56)">${HEADS[s.id]}${wear(s.id, HATS[s.hat] + (s.glasses ? GLASSES : ''))}</g>`;
    const thing = (x, y, size) => `<g transform="translate(${x} ${y}) scale(${size})"><circle r="21" fill="#16224F"/>${THINGS[s.thing]}</g>`;
    // two crops of one portrait: the page shows the one that fills its card
    return svg('0 0 100 120', body + head + thing(77, 98, 1.05), 'tall') + svg('-4 -1 136 106', `${body}${head}${thing(106, 70, 1.2)}`, 'wide');
  }
  const keeperFace = (id) => svg('-48 -44 96 84', HEADS[id]);

  const AWNINGS = ['#E23B24', '#0FA39B', '#8B5CE0', '#F58A3C', '#3F7BE0', '#E0508C'];
  const GOODS = {
    elephant: (x) => `<path d="M${x - 6} 66h12l-2 11h-8z" fill="#FFF0D0"/><path d="M${x - 5} 67h10v3h-10z" fill="#A3581F"/>`,
    giraffe: (x, i) => `<ellipse cx="${x}" cy="71" rx="7.500" ry="6.500" fill="${i % 2 ? '#FFC629' : '#FF8A3D'}"/>`,
    zebra: (x) => `<ellipse cx="${x}" cy="71" rx="8" ry="4.600" fill="#FFC629"/><path d="M${x + 3} 67q8 4 0 9z" fill="#7ED16B"/>`,
    parrot: (x, i) => `<rect x="${x - 7}" y="63" width="14" height="13" rx="2" fill="${['#E0508C', '#3F7BE0', '#FFC629', '#3DAA55', '#8B5CE0'][i]}"/><path d="M${x - 7} 68h14v3h-14z" fill="#FFFFFF77"/>`,
    tortoise: (x, i) => `<ellipse cx="${x}" cy="69" rx="5.500" ry="7" fill="${i % 2 ? '#45C9C1' : '#FFC629'}"/><rect x="${x - 3}" y="75" width="6" height="3" fill="#2A1B3D"/>`,
    hippo: (x) => `<path d="M${x - 8} 71q7-7 12 0l4-4v9l-4-4q-5 6-12-1z" fill="#8FC7E8"/>`,
  };
  // What a keeper noticed, as a sign over the stall.
  const TOPIC = {
    hat: '<g transform="translate(0 13) scale(.620)"><path d="M-27-14Q0-26 27-14Q20-8 0-14T-27-14Z" fill="#D69A33"/><path d="M-15-18Q-14-36 0-36T15-18Q0-24-15-18Z" fill="#F2C45A"/></g>',
    colour: '<path d="M-15-7L-6-12Q0-6 6-12L15-7L11 1L8-1V13H-8V-1L-11 1Z" fill="#3F7BE0"/><path d="M0-9Q-4-9-6-12L-15-7L-11 1L-8-1V13H0Z" fill="#E23B24"/>',
    thing: '<g transform="translate(0 1) scale(.700)">' + THINGS.basket + '</g>',
    glasses: '<g fill="#BEE3FF" stroke="#2A1C52" stroke-width="3"><circle cx="-8" cy="0" r="6.500"/><circle cx="8" cy="0" r="6.500"/></g>',
    ears: '<path d="M-9 12Q-16-12-7-14Q0-10-1 8ZM9 12Q16-12 7-14Q0-10 1 8Z" fill="#C9A27A"/><path d="M-7 6Q-11-8-6-9Q-3-6-3 5ZM7 6Q11-8 6-9Q3-6 3 5Z" fill="#F2B7A8"/>',
  };
  /** One stall with its sign (what the keeper noticed) and the lanterns it costs to go and ask. */
  function stall(id, i, trait, lies) {
    const tone = AWNINGS[i];
    const stripes = [0, 1, 2, 3, 4, 5].map((k) => `<path d="M${12 + k * 16} 28h16a8 8 0 0 1-16 0z" fill="${k % 2 ? '#FFF0D0' : tone}"/>`).join('');
    const tops = [0, 1, 2].map((k) => `<path d="M${34 + k * 22} 6h9l${-2 + k * 2} 22h-13z" fill="#FFF0D0"/>`).join('');
    const goods = [28, 44, 60, 76, 92].map((x, k) => GOODS[id](x, k)).join('');
    const sign = `<g transform="translate(103 15)"><circle class="sign" r="18" fill="${lies ? '#FFB3C7' : '#FFF6E2'}"/>${TOPIC[trait]}</g>`;
    const cost = '<g class="cost"><rect x="-1" y="1" width="42" height="25" rx="12.500" fill="#0B1231"/><ellipse cx="11" cy="13.500" rx="5" ry="6.500" fill="#FF8A3D"/><text x="27" y="20" text-anchor="middle"></text></g>';
    return svg('-3 -4 126 104', `<rect x="16" y="26" width="88" height="70" rx="3" fill="#5A2E3F"/><rect x="22" y="30" width="76" height="46" fill="#FFB84D"/><rect x="22" y="30" width="76" height="46" fill="#FFD98088"/><g transform="translate(60 56) scale(.620)">${HEADS[id]}</g><path d="M10 28L24 6H96L110 28Z" fill="${tone}"/>${tops}${stripes}<rect x="10" y="76" width="100" height="9" rx="3" fill="#8A4B2B"/>${goods}<rect x="16" y="85" width="88" height="11" fill="#43213A"/>${sign}${cost}`);
  }
  const topic = (trait) => svg('-17 -17 34 34', TOPIC[trait]);

  const FOX = '<path d="M-36 78Q-40 14 0 14T36 78Z" fill="#0FA39B"/><path d="M-8 18L0 70L8 18Z" fill="#F7E3C0"/><path d="M-6 18L-24 30-6 44ZM6 18L24 30 6 44Z" fill="#0A7A76"/><path d="M-34-34L-26 8L-4-14ZM34-34L26 8L4-14Z" fill="#E8702A"/><path d="M-29-24L-24-4L-14-14ZM29-24L24-4L14-14Z" fill="#3B1B1B"/><path d="M-36-2Q-30-28 0-28T36-2Q26 24 0 30Q-26 24-36-2Z" fill="#F58A3C"/><path d="M-36-2Q-20 0-10 10T0 30Q-26 24-36-2ZM36-2Q20 0 10 10T0 30Q26 24 36-2Z" fill="#FFF0D8"/><circle cx="-13" cy="-2" r="5" fill="#1b1020"/><circle cx="13" cy="-2" r="5" fill="#1b1020"/><circle cx="-11.500" cy="-3.500" r="1.600" fill="#fff"/><circle cx="14.500" cy="-3.500" r="1.600" fill="#fff"/><ellipse cy="22" rx="5" ry="4" fill="#1b1020"/><path d="M-24-24Q-20-48 0-48T24-24Q0-32-24-24Z" fill="#3B2A6B"/><path d="M-32-22Q0-36 32-22Q30-16 0-26T-32-22Z" fill="#2A1C52"/><rect x="-22" y="-34" width="44" height="6" rx="2" fill="#FFC629"/><circle cx="44" cy="30" r="13" fill="#FFFFFF33" stroke="#FFC629" stroke-width="5"/><path d="M36 41L28 52" stroke="#FFC629" stroke-width="6" stroke-linecap="round"/>';
  const fox = () => svg('-42 -52 104 132', FOX);
  const foxFace = () => svg('-48 -52 96 84', FOX);
  const lantern = (tone) => svg('-14 -17 28 34', `<rect x="-5" y="-15" width="10" height="5" rx="2" fill="#2A1B3D"/><ellipse class="glow" rx="11" ry="12" fill="${tone}"/><ellipse class="glow" rx="5" ry="12" fill="#FFFFFF55"/><rect x="-5" y="10" width="10" height="4" rx="2" fill="#2A1B3D"/>`);

  return { suspect, keeperFace, stall, topic, fox, foxFace, lantern, TONES: ['#FF8A3D', '#FFC629', '#FF6F91', '#45C9C1'] };
})();
