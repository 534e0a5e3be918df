import { CONTROL_GAME } from '../../games/plays/rules.ts';

/** How large its picture is, in pixels, as a phone shows it. */
const SIZE = { width: 360, height: 640 };

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Kiddo</title>
<style>body{margin:0}canvas{display:block;width:100vw;height:100vh}</style>
<body><canvas width="${SIZE.width}" height="${SIZE.height}"></canvas><script src="draw.js"></script></body></html>`;

const ART = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">
<rect width="360" height="640" fill="#ffc629"/><rect width="360" height="320" fill="#005b57"/><circle cx="180" cy="320" r="120" fill="#d8341c"/></svg>`;

// A picture that was loaded, drawn on a canvas, drawn again by WebGL: where one of them fails nothing is seen.
const DRAW = `const art = new Image();
art.crossOrigin = 'anonymous';
art.onload = () => {
  const paper = document.createElement('canvas');
  paper.width = ${SIZE.width};
  paper.height = ${SIZE.height};
  paper.getContext('2d').drawImage(art, 0, 0);
  const gl = document.querySelector('canvas').getContext('webgl', { preserveDrawingBuffer: true });
  if (!gl) throw new Error('there is no WebGL');
  const program = gl.createProgram();
  const add = (type, source) => {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  };
  add(gl.VERTEX_SHADER, 'attribute vec2 at; varying vec2 of; void main() { of = vec2(at.x + 1., 1. - at.y) / 2.; gl_Position = vec4(at, 0., 1.); }');
  add(gl.FRAGMENT_SHADER, 'precision mediump float; varying vec2 of; uniform sampler2D art; void main() { gl_FragColor = texture2D(art, of); }');
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  const at = gl.getAttribLocation(program, 'at');
  gl.enableVertexAttribArray(at);
  gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, paper);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
};
art.src = 'art.svg';
`;

/** Other contents are other files, as those of a game that has a new version. */
const FOLDER = `games/${CONTROL_GAME}/1`;

/**
 * Our own game, by the paths of its files in the file store. It does what games do: a script loads a picture, which is not kept in memory by the
 * process that serves it, and draws it with WebGL.
 */
export const CONTROL_FILES: Readonly<Record<string, string>> = {
  [`${FOLDER}/index.html`]: PAGE,
  [`${FOLDER}/draw.js`]: DRAW,
  [`${FOLDER}/art.svg`]: ART,
};
/** Its page, as the files of a game are stored. */
export const CONTROL_URL = `${FOLDER}/index.html`;
