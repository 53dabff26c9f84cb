import type { Browser } from '@playwright/test'

/** An event of Chromium's trace, with times in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Processor time, without other programs. */
  tdur?: number
  args: { data?: { type?: string } }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel']

/** Records a trace of the browser while `act` runs. */
export async function recordTrace(browser: Browser, act: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, recordMode: 'recordAsMuchAsPossible' },
  })
  await act()
  const isWhole = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await isWhole
  await session.detach()
  return events
}

/**
 * The main thread's processor time for each key, in milliseconds, from its keydown event to the commit of its frame: script, styles,
 * layout and paint.
 */
export function keyProcessorTimes(events: readonly TraceEvent[]): number[] {
  const isKey = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args.data?.type === 'keydown'
  const key = events.find(isKey)
  const own = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === key?.pid && tid === key.tid)
    .sort((one, other) => one.ts - other.ts)
  const tasks = own.filter(({ name }) => name === 'RunTask')
  const frames = own.filter(({ name }) => name === 'Commit')
  return own.filter(isKey).flatMap(({ ts }) => {
    const painted = frames.find(frame => frame.ts > ts)?.ts
    if (painted === undefined) return []
    const between = tasks.filter(task => task.ts + (task.dur ?? 0) > ts && task.ts <= painted)
    return [between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000]
  })
}
