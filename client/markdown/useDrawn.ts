import { useLayoutEffect, useState } from 'react'
import type { Drawer, Outcome } from './drawer.ts'

type Shown<Job> = { job: Job; hasAsked: boolean; outcome: Outcome }

/**
 * Has a formula or code drawn. `outcome` is of the last that was drawn here, so that nothing flickers while it is
 * edited, and null before; `isBusy` while another is on its way. `ask` tries again with the larger budget, and
 * `hasAsked` tells that the outcome came of that. A `job` is another one when it is another object.
 */
export function useDrawn<Job>(drawer: Drawer<Job>, job: Job) {
  const [shown, setShown] = useState<Shown<Job> | null>(null)
  const [asked, setAsked] = useState<Job | null>(null)
  const hasAsked = asked === job

  useLayoutEffect(
    () => drawer.draw(job, hasAsked ? 'asked' : 'usual', outcome => setShown({ job, hasAsked, outcome })),
    [drawer, job, hasAsked],
  )
  return {
    outcome: shown?.outcome ?? null,
    hasAsked: shown?.hasAsked ?? false,
    isBusy: shown?.job !== job || shown.hasAsked !== hasAsked,
    ask: () => setAsked(job),
  }
}
