/** Splits lines of a long list of strings at their middle dots. */
export const split = (...lines: string[]): string[] => lines.flatMap(line => line.split('·'))
