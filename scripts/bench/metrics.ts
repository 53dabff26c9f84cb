import { mkdir, writeFile } from 'node:fs/promises'

/** Something measured, and how much of it there may be. */
export interface Metric {
  name: string
  value: number
  unit: string
  /** Its target; without one it is only told. */
  atMost?: number
  atLeast?: number
}

const DIRECTORY = 'test-results/bench'

/**
 * Prints a benchmark's figures, marks those that miss their targets, and writes all as JSON to test-results/bench/.
 * A missed target makes the process end with 1.
 */
export async function reportMetrics(bench: string, metrics: readonly Metric[]): Promise<void> {
  const told = metrics.map(metric => ({ ...metric, value: rounded(metric.value), ok: isOnTarget(metric) }))
  console.table(
    Object.fromEntries(
      told.map(({ name, value, unit, atMost, atLeast, ok }) => [
        name,
        { value, unit, target: targetOf({ atMost, atLeast }), '': ok ? '' : 'MISSED' },
      ]),
    ),
  )
  await mkdir(DIRECTORY, { recursive: true })
  await writeFile(`${DIRECTORY}/${bench}.json`, `${JSON.stringify(told, null, 2)}\n`)
  if (told.some(({ ok }) => !ok)) process.exitCode = 1
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

/** To a tenth; what is small, as ratios are, to a hundredth. */
function rounded(value: number): number {
  const parts = Math.abs(value) < 10 ? 100 : 10
  return Math.round(value * parts) / parts
}
