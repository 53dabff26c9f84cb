import type { Browser } from '@playwright/test'

/** What Chromium's trace tells of a task or of something within it; times in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Of the processor, without what other programs took meanwhile. */
  tdur?: number
  args: { data?: { type?: string } }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel']

/** Records a trace of the browser while `act` runs. */
export async function traceOf(browser: Browser, act: () => Promise<void>): Promise<TraceEvent[]> {
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
 * For each key the processor time, in milliseconds, that the page's main thread takes from the task that hears it up to the one that
 * hands its frame over to be painted: script, styles, layout and drawing.
 */
export function workOfKeys(events: readonly TraceEvent[]): number[] {
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
