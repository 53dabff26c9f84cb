import type { WrittenTask } from '#client/markdown/task.rules.ts'

/** A task that is to be done, or not done any more. */
export interface Tick {
  /** Where it stood, from 0. */
  line: number
  /** Its line with an empty box: what tells it from other lines of a text that was changed meanwhile. */
  task: string
  isDone: boolean
}

/** The box is the first thing in brackets of its line. */
const BOX = /^([^[]*\[)[ xX]\]/
const LINE_END = /(\r\n?|\n)/

export function tickOf(text: string, { line }: WrittenTask, isDone: boolean): Tick {
  return { line, task: asOpen(linesOf(text)[2 * line] ?? ''), isDone }
}

/**
 * A text after ticks, one after the other. A task whose line has moved is found where it stands now, provided that there
 * is only one like it; what is not found is `lost`.
 */
export function afterTicks(text: string, ticks: readonly Tick[]): { text: string; lost: Tick[] } {
  const parts = linesOf(text)
  const lost = ticks.filter(tick => {
    const place = placeOf(parts, tick)
    if (place === undefined) return true
    parts[place] = tick.task.replace(BOX, tick.isDone ? '$1x]' : '$1 ]')
    return false
  })
  return { text: parts.join(''), lost }
}

/** Lines, and what ends each between them. */
function linesOf(text: string): string[] {
  return text.split(LINE_END)
}

function placeOf(parts: readonly string[], { line, task }: Tick): number | undefined {
  if (!BOX.test(task)) return undefined
  if (asOpen(parts[2 * line] ?? '') === task) return 2 * line
  const alike = parts.flatMap((part, place) => (asOpen(part) === task ? [place] : []))
  return alike.length === 1 ? alike[0] : undefined
}

function asOpen(line: string): string {
  return line.replace(BOX, '$1 ]')
}
