import { mkdir, writeFile } from 'node:fs/promises'

/** A measured value and its target. */
export interface Metric {
  name: string
  value: number
  unit: string
  /** Targets. A metric without one is only reported. */
  atMost?: number
  atLeast?: number
}

const DIRECTORY = 'test-results/bench'

/**
 * Prints the metrics of a benchmark, marks missed targets, and writes JSON to test-results/bench/. A missed target sets exit code 1.
 */
export async function reportMetrics(bench: string, metrics: readonly Metric[]): Promise<void> {
  const results = metrics.map(metric => ({ ...metric, value: rounded(metric.value), ok: isOnTarget(metric) }))
  console.table(
    Object.fromEntries(
      results.map(({ name, value, unit, atMost, atLeast, ok }) => [
        name,
        { value, unit, target: targetOf({ atMost, atLeast }), '': ok ? '' : 'MISSED' },
      ]),
    ),
  )
  await mkdir(DIRECTORY, { recursive: true })
  await writeFile(`${DIRECTORY}/${bench}.json`, `${JSON.stringify(results, null, 2)}\n`)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function isOnTarget({
  value,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = Number.NEGATIVE_INFINITY,
}: Metric) {
  return value <= atMost && value >= atLeast
}

function targetOf({ atMost, atLeast }: Pick<Metric, 'atMost' | 'atLeast'>): string {
  if (atMost !== undefined) return `≤ ${atMost}`
  return atLeast === undefined ? '' : `≥ ${atLeast}`
}

/** Rounds to a tenth, or small values to a hundredth. */
function rounded(value: number): number {
  const parts = Math.abs(value) < 10 ? 100 : 10
  return Math.round(value * parts) / parts
}
