import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { HASH_BITS, type FeatureCollector } from './features.rules.ts';
import type { StoredWeights } from './schema.ts';

// Weights of a linear classifier with one or more outputs: how they are stored, and how a text is scored with them.

/** Weights in memory. */
export type Weights = {
  outputs: number;
  /** The row of each feature in `values`, plus one; zero for a feature that no training line had often enough. */
  rows: Uint32Array;
  /** Row after row, one byte for each output. */
  values: Int8Array;
  scales: readonly number[];
  biases: readonly number[];
};

const BYTE_MAX = 127;
const SEVEN_BITS = 7;

/**
 * Packs trained weights, each as a byte.
 * @param features in ascending order
 * @param weights for each output, the weights of these features
 */
export function packWeights(features: readonly number[], weights: readonly ArrayLike<number>[], biases: readonly number[]): StoredWeights {
  const steps: number[] = [];
  let last = -1;
  for (const feature of features) {
    // A step takes a byte for each seven bits; the highest bit says that more follow.
    let step = feature - last - 1;
    for (; step > BYTE_MAX; step >>>= SEVEN_BITS) steps.push((step & BYTE_MAX) | (BYTE_MAX + 1));
    steps.push(step);
    last = feature;
  }
  const scales = weights.map((own) => {
    let largest = 1e-6;
    for (let at = 0; at < own.length; at++) largest = Math.max(largest, Math.abs(own[at] as number));
    return largest / BYTE_MAX;
  });
  const values = new Int8Array(features.length * weights.length);
  for (const [output, own] of weights.entries())
    for (let row = 0; row < features.length; row++)
      values[row * weights.length + output] = Math.round((own[row] as number) / (scales[output] as number));
  return {
    features: deflateRawSync(Uint8Array.from(steps), { level: 9 }).toString('base64'),
    weights: deflateRawSync(values, { level: 9 }).toString('base64'),
    scales,
    biases: [...biases],
  };
}

/** Reads stored weights. */
export function unpackWeights({ features, weights, scales, biases }: StoredWeights): Weights {
  const steps = inflateRawSync(Buffer.from(features, 'base64'));
  const values = new Int8Array(inflateRawSync(Buffer.from(weights, 'base64')));
  const rows = new Uint32Array(1 << HASH_BITS);
  let feature = -1;
  let row = 0;
  let step = 0;
  let shift = 0;
  for (const byte of steps) {
    step |= (byte & BYTE_MAX) << shift;
    shift += SEVEN_BITS;
    if (byte > BYTE_MAX) continue;
    feature += step + 1;
    rows[feature] = ++row;
    [step, shift] = [0, 0];
  }
  return { outputs: scales.length, rows, values, scales, biases };
}

/** The score of each output for a text. @param into receives the scores */
export function scoreFeatures({ outputs, rows, values, scales, biases }: Weights, text: FeatureCollector, into: Float64Array): void {
  into.fill(0);
  let known = 0;
  for (let at = 0; at < text.count; at++) {
    const row = rows[text.found[at] as number] as number;
    if (row === 0) continue;
    known++;
    const base = (row - 1) * outputs;
    for (let output = 0; output < outputs; output++) into[output] = (into[output] as number) + (values[base + output] as number);
  }
  // A long text has more features, and is not more harmful for that.
  const share = 1 / Math.sqrt(Math.max(1, known));
  for (let output = 0; output < outputs; output++)
    into[output] = (biases[output] as number) + (into[output] as number) * (scales[output] as number) * share;
}
