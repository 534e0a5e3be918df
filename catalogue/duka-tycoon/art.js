// Goods, people and money as SVG. Fx turns each into a bitmap once. Goods sit on 0,0; people stand on it.
(function () {
  'use strict';
  const { sprite } = window.Fx;
  const line = (d, colour, width) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

  const goods = {
    mandazi: '<path d="M-22 0Q-24-6-18-12L0-32Q4-36 8-32L24-10Q27 0 18 0Z" fill="#C9772F"/><path d="M-18-12L0-32Q4-36 8-32L12-27Q-4-22-18-12Z" fill="#E09A4E"/><circle cx="0" cy="-12" r="2" fill="#FFE0B0"/><circle cx="8" cy="-18" r="2" fill="#FFE0B0"/><circle cx="10" cy="-6" r="2" fill="#FFE0B0"/>',
    banana: '<path d="M-20-30Q-14-6 14-6Q22-8 24-14Q26 4 6 4Q-22 2-24-28Z" fill="#FFC629"/><path d="M-14-34Q-6-14 18-16Q24-18 25-23Q28-6 10-5Q-16-6-20-32Z" fill="#FFD94F"/><path d="M-25-34L-14-38L-13-31L-22-27Z" fill="#7A4A2A"/>',
    egg: '<ellipse cx="-10" cy="-13" rx="12" ry="15" fill="#D99A5B"/><ellipse cx="12" cy="-12" rx="12" ry="15" fill="#F0BE86"/><path d="M4-18Q6-24 12-24" fill="none" stroke="#FFE6C8" stroke-width="3.500" stroke-linecap="round"/><path d="M-26-6H26L22 4H-22Z" fill="#9FB7C8"/>',
    mango: '<path d="M2-34Q26-30 24-10Q18 6-6 3Q-28-2-22-20Q-16-34 2-34Z" fill="#FF8A3D"/><path d="M2-34Q-16-34-22-20Q-27-4-12 1Q-16-22 2-34Z" fill="#FFC629"/><path d="M0-34Q4-44 16-42Q14-34 2-33Z" fill="#4CC26A"/>',
    soap: '<rect x="-25" y="-24" width="50" height="27" rx="8" fill="#7FD8F0"/><rect x="-25" y="-24" width="50" height="10" rx="5" fill="#BDEEFA"/><ellipse cx="0" cy="-8" rx="14" ry="6" fill="#3FA9CC"/><circle cx="16" cy="-30" r="5" fill="#E9FBFF"/><circle cx="6" cy="-35" r="3.500" fill="#E9FBFF"/>',
    bread: '<path d="M-28 3V-16Q-34-32-18-32H18Q34-32 28-16V3Z" fill="#D9862F"/><path d="M-23 0V-16Q-28-27-17-27H4Q14-27 10-16V0Z" fill="#FFE0B0"/>',
    tea: '<rect x="-19" y="-38" width="38" height="41" rx="4" fill="#E23B24"/><rect x="-19" y="-38" width="12" height="41" rx="4" fill="#FF6A4D"/><rect x="-19" y="-28" width="38" height="18" fill="#FFC629"/><path d="M-8-19Q2-30 10-19Q2-10-8-19Z" fill="#1E9E5A"/>',
    sugar: '<path d="M-20 3L-18-30H18L20 3Z" fill="#DCEBFA"/><path d="M-20 3L-18-30H-8L-8 3Z" fill="#EEF6FD"/><path d="M-18-30Q0-44 18-30Z" fill="#2D7DD2"/><rect x="-19" y="-20" width="38" height="12" fill="#2D7DD2"/>',
    milk: '<path d="M-15 3V-26L-8-38H8L15-26V3Z" fill="#C9E3F2"/><path d="M-15 3V-26L-8-38H-2L-5-26V3Z" fill="#E6F4FA"/><rect x="-15" y="-20" width="30" height="14" fill="#45C9C1"/><rect x="-8" y="-43" width="16" height="7" rx="2" fill="#1E9A94"/>',
    soda: '<path d="M-12 3V-20Q-12-28-6-32V-42H6V-32Q12-28 12-20V3Z" fill="#E23B24"/><path d="M-12 3V-20Q-12-28-6-32V-42H-2V-30Q-7-26-7-18V3Z" fill="#FF6A4D"/><rect x="-12" y="-20" width="24" height="11" fill="#FFF6E6"/><rect x="-7" y="-47" width="14" height="6" rx="2" fill="#FFC629"/>',
  };
  Object.entries(goods).forEach(([name, body]) => sprite(name, [-34, -50, 68, 58], body, 4));

  // ---- people. Each is a body in one colour, with what they wear on their head drawn after it
  const person = (skin, cloth, dark, hat, extra = '') => `
    ${line('M-10-30V-4M10-30V-4', dark, 13)}${line('M-11-2h-6M11-2h6', '#3B2016', 8)}
    ${line('M-20-74L-31-50M20-74L31-50', cloth, 12)}<circle cx="-32" cy="-46" r="7" fill="${skin}"/><circle cx="32" cy="-46" r="7" fill="${skin}"/>
    <rect x="-23" y="-88" width="46" height="62" rx="16" fill="${cloth}"/>${extra}
    ${hat.back || ''}<circle cx="0" cy="-108" r="25" fill="${skin}"/>${hat.front}
    <circle cx="-8" cy="-108" r="3.400" fill="#1b1020"/><circle cx="9" cy="-108" r="3.400" fill="#1b1020"/>`;
  const hair = '<path d="M-26-108Q-28-136 0-136T26-108Q18-122 0-122T-26-108Z" fill="#1b1020"/>';
  const PEOPLE = [
    person('#7A4528', '#45C9C1', '#263A8B', { front: hair }, '<path d="M-23-66h46v10h-46z" fill="#FFF6E6"/>'),
    person('#8A5030', '#FF6F91', '#8E1F4A', { back: '<circle cx="0" cy="-108" r="31" fill="#6D3BB0"/><path d="M-30-106Q-36-70-22-64H22Q36-70 30-106Z" fill="#6D3BB0"/>', front: '<path d="M-25-112Q-20-134 0-134T25-112Q14-124 0-124T-25-112Z" fill="#6D3BB0"/>' }),
    person('#5A3018', '#2D7DD2', '#3B4A5A', { front: '<path d="M-26-114Q-26-138 0-138T26-114Z" fill="#E23B24"/><path d="M-26-116H34V-110H-26Z" fill="#B82A16"/>' }, '<path d="M-5-88h10v62h-10z" fill="#1C5FA8"/>'),
    person('#6B3A24', '#F5F0E0', '#6B3820', { front: '<path d="M-22-114Q-22-138 0-138T22-114Z" fill="#F5F0E0"/><path d="M-22-120H22V-113H-22Z" fill="#D9B36A"/><path d="M-9-88Q0-80 9-88L6-82Q0-78-6-82Z" fill="#DDD"/>' }, '<path d="M-3-88h6v40h-6z" fill="#D9B36A"/>'),
    person('#8A5030', '#FFC629', '#C9492B', { back: '<circle cx="-22" cy="-126" r="12" fill="#1b1020"/><circle cx="22" cy="-126" r="12" fill="#1b1020"/>', front: hair }, '<path d="M-23-44l8-14 8 14 8-14 8 14 8-14 6 14v8h-46z" fill="#E23B24"/>'),
    person('#7A4528', '#1E9E5A', '#0C2A30', { front: hair, back: '<circle cx="0" cy="-126" r="22" fill="#1b1020"/>' }, '<path d="M-23-70h46v8h-46zM-23-54h46v8h-46z" fill="#FFF6E6"/>'),
  ];
  const SMILE = '<path d="M-9-98H10Q8-87 1-87T-9-98Z" fill="#fff"/>';
  const SOFT = '<path d="M-6-96Q1-92 7-96" fill="none" stroke="#1b1020" stroke-width="3" stroke-linecap="round"/>';
  const HMM = '<path d="M-6-94Q1-98 7-94" fill="none" stroke="#1b1020" stroke-width="3" stroke-linecap="round"/>';
  PEOPLE.forEach((body, i) => {
    sprite(`person${i}`, [-44, -146, 88, 150], body + SOFT);
    sprite(`happy${i}`, [-44, -146, 88, 150], body + SMILE);
    sprite(`hmm${i}`, [-44, -146, 88, 150], body + HMM);
  });

  // the keeper from the cover, behind the counter
  sprite('keeper', [-44, -68, 88, 76], `<rect x="-26" y="-28" width="52" height="40" rx="12" fill="#FF6F91"/>${line('M-24-18L-33-2M24-18L33-2', '#7A4528', 9)}<circle cx="0" cy="-42" r="19" fill="#7A4528"/><path d="M-21-44Q-24-68 0-68T21-44Q12-56 0-55T-21-44Z" fill="#E23B24"/><path d="M-21-46Q0-58 21-46L22-52Q0-66-22-52Z" fill="#FFC629"/><circle cx="-6" cy="-40" r="2.800" fill="#1b1020"/><circle cx="7" cy="-40" r="2.800" fill="#1b1020"/><path d="M-6-33H8Q6-25 1-25T-6-33Z" fill="#fff"/><rect x="-12" y="-20" width="24" height="28" rx="3" fill="#fff"/>${line('M-5-11H5M-5-4H5', '#FF6F91', 2.4)}`, 4);
  sprite('radio', [-22, -36, 44, 38], '<path d="M8-26L16-36" stroke="#9FB7C8" stroke-width="3" stroke-linecap="round"/><rect x="-20" y="-26" width="40" height="26" rx="5" fill="#E23B24"/><circle cx="-9" cy="-12" r="8" fill="#8E1F14"/><rect x="4" y="-20" width="12" height="5" rx="2" fill="#FFE79A"/><circle cx="10" cy="-8" r="3.500" fill="#FFC629"/>');

  // ---- money
  const coin = (value, rim, face, ink) => sprite(`money${value}`, [-32, -32, 64, 64], `<circle cx="0" cy="3" r="28" fill="${ink}"/><circle r="28" fill="${rim}"/><circle r="20" fill="${face}"/><path d="M-21-13A25 25 0 0 1-4-25" fill="none" stroke="#ffffffaa" stroke-width="3.500" stroke-linecap="round"/>`);
  coin(5, '#C9D3DA', '#E6EDF1', '#8A98A3');
  coin(10, '#C9D3DA', '#FFD66B', '#8A98A3');
  coin(20, '#FFC629', '#E6EDF1', '#C98A00');
  const note = (value, paper, dark) => sprite(`money${value}`, [-36, -26, 72, 52], `<rect x="-34" y="-19" width="68" height="42" rx="6" fill="${dark}"/><rect x="-34" y="-22" width="68" height="42" rx="6" fill="${paper}"/><rect x="-28" y="-16" width="56" height="30" rx="4" fill="none" stroke="#ffffff88" stroke-width="3"/>`);
  note(50, '#F2A36B', '#B8651A');
  note(100, '#B9A3EA', '#7558C2');
  note(200, '#8FC7F2', '#2D7DD2');
  note(500, '#9BDB8B', '#1E9E5A');
})();
