// The four maps. 16 x 9 cells: g grass, h hill, f forest, w water, p park with elephants.
// Towns: what they make, and what they want. Every town also sends and welcomes travellers.
'use strict';
window.GOODS = {
  people: { name: 'travellers', colour: '#FFC629', pay: 1.1 },
  fish: { name: 'fish', colour: '#3E7CB8', pay: 1.5 },
  tea: { name: 'tea', colour: '#1E9E5A', pay: 1.6 },
  flowers: { name: 'flowers', colour: '#FF5C8A', pay: 1.9 },
  maize: { name: 'maize', colour: '#F0A32B', pay: 1.3 },
  mangoes: { name: 'mangoes', colour: '#FF8A3D', pay: 1.5 },
  coffee: { name: 'coffee', colour: '#7A3B1E', pay: 1.8 },
  goods: { name: 'ship goods', colour: '#8E5BC0', pay: 1.7 },
  tools: { name: 'tools', colour: '#6B7F86', pay: 1.6 },
};
window.MAPS = [
  {
    name: 'Coast Line', money: 1500, goal: 2600, month: 14,
    land: ['gghhggffgggggwww', 'ghhggggggfgggwww', 'gggpppggggggwwww', 'ggpppphggffggwww', 'gggpppgghggggwww', 'ghgggggggggggwww', 'hhhggffggggwwwww', 'gghgggfggggwwwww', 'gggggggggggwwwww'],
    towns: [
      { name: 'Mombasa', x: 10, y: 7, makes: ['goods'], wants: ['mangoes', 'maize'] },
      { name: 'Voi', x: 6, y: 5, makes: ['maize'], wants: ['goods', 'fish'] },
      { name: 'Malindi', x: 11, y: 2, makes: ['fish', 'mangoes'], wants: ['maize', 'goods'] },
      { name: 'Emali', x: 1, y: 4, makes: ['mangoes'], wants: ['goods', 'fish'] },
    ],
  },
  {
    name: 'Rift Valley Line', money: 1500, goal: 4600, month: 15,
    land: ['fffghhgggghhgggg', 'ffgghhhggghhhggg', 'wggghhggghhhgggg', 'wwggfhhgwghhgggg', 'wwwgffhggghhhggg', 'wwgggffhggwghhgg', 'wggggghhhggggppg', 'wwgggghhhgghgppp', 'wwggghhhggghhppg'],
    towns: [
      { name: 'Nairobi', x: 13, y: 5, makes: ['tools'], wants: ['tea', 'flowers', 'fish', 'maize'] },
      { name: 'Naivasha', x: 11, y: 6, makes: ['flowers'], wants: ['tools', 'maize'] },
      { name: 'Nakuru', x: 8, y: 4, makes: ['maize'], wants: ['tools', 'fish', 'tea'] },
      { name: 'Kericho', x: 5, y: 6, makes: ['tea'], wants: ['maize', 'tools'] },
      { name: 'Kisumu', x: 2, y: 5, makes: ['fish'], wants: ['tea', 'tools', 'maize'] },
      { name: 'Eldoret', x: 4, y: 1, makes: ['maize'], wants: ['fish', 'tools', 'flowers'] },
    ],
  },
  {
    name: 'Mountain Line', money: 1700, goal: 6400, month: 15,
    land: ['gggghhffgggggggg', 'pgghhfffhhgggggg', 'ppghfffhhhhfgggg', 'pgghffhhhhhffggg', 'gghhffhhhhhfgggg', 'ggfhhffhhhffgggg', 'ggffghhffffggggg', 'gwggggggggggghgg', 'wwggggggggghhhgg'],
    towns: [
      { name: 'Nairobi', x: 4, y: 7, makes: ['tools'], wants: ['coffee', 'tea', 'mangoes', 'maize'] },
      { name: 'Thika', x: 7, y: 6, makes: ['mangoes'], wants: ['tools', 'coffee'] },
      { name: 'Nyeri', x: 3, y: 4, makes: ['coffee'], wants: ['tools', 'maize'] },
      { name: 'Nanyuki', x: 6, y: 0, makes: ['maize', 'flowers'], wants: ['coffee', 'tools', 'mangoes'] },
      { name: 'Meru', x: 12, y: 2, makes: ['tea'], wants: ['maize', 'tools', 'mangoes'] },
      { name: 'Embu', x: 11, y: 5, makes: ['coffee', 'mangoes'], wants: ['tea', 'tools', 'flowers'] },
    ],
  },
  {
    name: 'Great Lakes Line', money: 2200, goal: 9000, month: 16,
    land: ['gfgghhggggggggww', 'gggwwghhgggggggw', 'ffwwwwghhgggpggg', 'fgwwwwwghgppppgg', 'gfwwwwwggppphggg', 'ggwwwwgggphhgggw', 'gfgwwggppggggggw', 'ggggggppphgggfww', 'hggfggppggggggww'],
    towns: [
      { name: 'Kampala', x: 2, y: 1, makes: ['coffee'], wants: ['goods', 'fish', 'tools'] },
      { name: 'Kisumu', x: 7, y: 2, makes: ['fish'], wants: ['tools', 'goods', 'tea'] },
      { name: 'Kericho', x: 8, y: 4, makes: ['tea'], wants: ['tools', 'maize'] },
      { name: 'Nairobi', x: 10, y: 2, makes: ['tools'], wants: ['tea', 'coffee', 'fish', 'goods'] },
      { name: 'Mombasa', x: 14, y: 6, makes: ['goods'], wants: ['tea', 'coffee', 'maize', 'flowers'] },
      { name: 'Arusha', x: 9, y: 7, makes: ['flowers', 'maize'], wants: ['goods', 'tools'] },
      { name: 'Mwanza', x: 4, y: 7, makes: ['fish', 'maize'], wants: ['goods', 'coffee', 'tools'] },
    ],
  },
];
