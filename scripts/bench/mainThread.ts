import type { CDPSession } from '@playwright/test'

/** A task of the page's main thread. */
export interface Task {
  /** Start in milliseconds on the trace's clock. */
  atMs: number
  /** Processor time, which other load hardly affects. */
  ms: number
}

export interface Trace {
  tasks: Task[]
  /** On the same clock; undefined if nothing was painted. */
  firstPaintMs: number | undefined
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  tdur?: number
  args: { name?: string }
}

const WHOLE_TASK = 'ThreadControllerImpl::RunTask'

/** Records the main thread's tasks until the returned function is called. */
export async function traceMainThread(devtools: CDPSession): Promise<() => Promise<Trace>> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['toplevel', '__metadata', 'loading']
  await devtools.send('Tracing.start', { traceConfig: { includedCategories } })

  return async () => {
    const complete = new Promise(resolve => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain'
    const mains = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
    const ofMain = events.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`))
    const paint = ofMain.find(({ name }) => name === 'firstContentfulPaint')
    return {
      tasks: ofMain
        .filter(({ ph, name }) => ph === 'X' && name === WHOLE_TASK)
        .map(({ ts, tdur = 0 }) => ({ atMs: ts / 1000, ms: tdur / 1000 })),
      firstPaintMs: paint && paint.ts / 1000,
    }
  }
}
