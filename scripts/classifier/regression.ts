import { HASH_BITS } from '../../src/features/safety/classifier/features.rules.ts';
import { createRandom } from '../random.ts';

// Logistic regression, trained line by line (AdaGrad).

/** The features of a line, and whether it is an example of what is looked for. */
export type Example = { features: Uint32Array; isPositive: boolean };

/** A trained classifier with one output. `weights` has one for each possible feature. */
export type Regression = { weights: Float32Array; bias: number };

const STEP = 0.5;
/** Pulls weights towards zero. */
const DECAY = 1e-5;
/** A line that is understood so well teaches nothing more. */
const ERROR_MIN = 1e-3;
const SEED = 1;

/** Trains weights that tell positive examples from the others. The same examples always give the same weights. */
export function trainRegression(examples: readonly Example[], rounds: number): Regression {
  const weights = new Float32Array(1 << HASH_BITS);
  const gradients = new Float32Array(1 << HASH_BITS).fill(1e-8);
  let bias = 0;
  let biasGradient = 1e-8;
  const random = createRandom(SEED);
  const order = Uint32Array.from(examples, (_, at) => at);
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random);
    for (const at of order) {
      const { features, isPositive } = examples[at] as Example;
      const share = 1 / Math.sqrt(Math.max(1, features.length));
      let score = bias;
      for (const feature of features) score += (weights[feature] as number) * share;
      const error = 1 / (1 + Math.exp(-score)) - Number(isPositive);
      if (Math.abs(error) < ERROR_MIN) continue;
      for (const feature of features) {
        const gradient = error * share + DECAY * (weights[feature] as number);
        gradients[feature] = (gradients[feature] as number) + gradient * gradient;
        weights[feature] = (weights[feature] as number) - (STEP * gradient) / Math.sqrt(gradients[feature]);
      }
      biasGradient += error * error;
      bias -= (STEP * error) / Math.sqrt(biasGradient);
    }
  }
  return { weights, bias };
}

/** The score of a line. */
export function scoreExample({ weights, bias }: Regression, features: Uint32Array): number {
  const share = 1 / Math.sqrt(Math.max(1, features.length));
  let score = 0;
  for (const feature of features) score += weights[feature] as number;
  return bias + score * share;
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
}
