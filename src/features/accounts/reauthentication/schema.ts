/** What somebody of the team is asked for again before what is grave: where the second step is waived (the demo accounts), the password. */
export type ProofKind = 'code' | 'password';
