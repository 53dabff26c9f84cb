/** Why the server cannot start, in one sentence for whoever starts it. */
export class StartError extends Error {}
